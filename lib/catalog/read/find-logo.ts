/** The image of a toolkit: the catalog's image, or the toolkit's initials on a color of its own. */
import { catalog } from "./catalog";

/** Colors on which white text is easy to read, and which contrast with a light and a dark page. */
export const TILE_COLORS = [
  "#b42318",
  "#b4440c",
  "#8a5a00",
  "#4d7c0f",
  "#15803d",
  "#0f766e",
  "#0e7490",
  "#1d4ed8",
  "#4f46e5",
  "#7c3aed",
  "#a21caf",
  "#be185d",
  "#52606d",
] as const;

const colorOf = (text: string): string => {
  const sum = [...text].reduce((all, letter) => (all * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
  return TILE_COLORS[sum % TILE_COLORS.length] ?? TILE_COLORS[0];
};

/** "Alpha Vantage" as AV, "BambooHR" as B; a script without capitals has its first letter. */
function initialsOf(name: string): string {
  const [first = "?", second = ""] = [...name.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)].map(([letter]) => letter);
  return `${first}${second}`.toUpperCase();
}

/** An SVG image of 64 by 64, the same for the same toolkit. People can choose both texts. */
export function letterAvatar(slug: string, name: string): string {
  const initials = initialsOf(name);
  const size = initials.length > 1 ? 25 : 32;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64" role="img">' +
    `<rect width="64" height="64" rx="14" fill="${colorOf(slug)}"/>` +
    `<text x="32" y="${32 + size * 0.35}" font-family="system-ui,sans-serif" font-size="${size}" ` +
    `font-weight="600" text-anchor="middle" fill="#fff">${initials}</text></svg>`
  );
}

/**
 * The SVG image of a slug. The endpoint is public, so a slug outside the shared catalog gets its letters, whether it
 * exists or not.
 */
export async function findLogo(slug: string): Promise<string> {
  const toolkit = (await catalog()).toolkits.get(slug.toLowerCase());
  return toolkit?.logo.startsWith("<svg") ? toolkit.logo : letterAvatar(slug, toolkit?.name ?? slug);
}
