/** Slashes at the ends of addresses and paths. A pattern such as `/+$` tries anew at each slash; these look at each once. */

/** The text without the slashes at its end. */
export function withoutEndSlashes(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 47) end--;
  return end === text.length ? text : text.slice(0, end);
}
