/** The image of a toolkit: the catalog's image, or the toolkit's initials. */
import { catalog } from "./catalog";

/** Easy to see on a light and on a dark tile, and quieter than the marks of others. */
export const LETTER_COLOR = "#737e8c";

/** "Alpha Vantage" as AV, "BambooHR" as B; a script without capitals has its first letter. */
function initialsOf(name: string): string {
  const [first = "?", second = ""] = [...name.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)].map(([letter]) => letter);
  return `${first}${second}`.toUpperCase();
}

/** An SVG image of 64 by 64 on no color, so that the tile of the page shows through. People can choose the text. */
export function letterAvatar(name: string): string {
  const initials = initialsOf(name);
  const size = initials.length > 1 ? 32 : 40;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64" role="img">' +
    `<text x="32" y="${32 + size * 0.35}" font-family="system-ui,sans-serif" font-size="${size}" ` +
    `font-weight="600" text-anchor="middle" fill="${LETTER_COLOR}">${initials}</text></svg>`
  );
}

/**
 * The SVG image of a slug. The endpoint is public, so a slug outside the shared catalog gets its letters, whether it
 * exists or not.
 */
export async function findLogo(slug: string): Promise<string> {
  const toolkit = (await catalog()).toolkits.get(slug.toLowerCase());
  return toolkit?.logo.startsWith("<svg") ? toolkit.logo : letterAvatar(toolkit?.name ?? slug);
}
