/** Removes slashes at the ends of URLs and paths in linear time, unlike a pattern such as `/+$`. */

/** The text without the slashes at its end. */
export function withoutEndSlashes(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 47) end--;
  return end === text.length ? text : text.slice(0, end);
}
