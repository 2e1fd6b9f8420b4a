/** Colors in the words of people as the hex codes that providers take, for handlers. Pure. */

const HEX = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/;

/**
 * A color as `#rrggbb` in small letters: from a hex code with or without its sign, in three digits or six, or from a
 * name.
 * @param names the provider's own shade of each name
 * @returns undefined for what is neither
 */
export function toHexColor(words: string, names: ReadonlyMap<string, string>): string | undefined {
  const text = words.slice(0, 100).trim().toLowerCase();
  const digits = HEX.exec(text)?.[1];
  if (digits === undefined) return names.get(text.replace(/[\s_-]+/g, " ").replace("grey", "gray"));
  return `#${digits.length === 3 ? digits.replace(/./g, "$&$&") : digits}`;
}
