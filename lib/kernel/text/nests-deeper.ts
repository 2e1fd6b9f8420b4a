/**
 * Measures how deep JSON text nests before it is parsed, because recursion over a value needs stack for each level.
 * Pure.
 */

const QUOTE = 34;
const BACKSLASH = 92;

/** The position of the quote that ends a JSON string; the text's length if there is no quote. Runs in linear time. */
function endOfText(text: string, from: number): number {
  for (let index = text.indexOf('"', from); index >= 0; index = text.indexOf('"', index + 1)) {
    let slashes = index - 1;
    while (slashes >= from && text.charCodeAt(slashes) === BACKSLASH) slashes--;
    if ((index - slashes) % 2 === 1) return index;
  }
  return text.length;
}

/** Whether lists and objects nest deeper than `most` levels; brackets in strings do not count. */
export function nestsDeeper(text: string, most: number): boolean {
  if (text.length <= most) return false;
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = endOfText(text, index + 1);
    else if (code === 91 || code === 123) {
      if (++depth > most) return true;
    } else if (code === 93 || code === 125) depth--;
  }
  return false;
}
