/** Texts of strangers for people who decide by them. */

/**
 * Characters that nobody sees, or that turn the direction of the text around them, so that it reads as something else.
 * Joiners and variations of letters and pictures are none of them.
 */
const HIDDEN =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** The text with such characters as escapes: `\u{202e}`. */
export const showHidden = (text: string): string =>
  text.replaceAll(HIDDEN, (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ""}}`);
