/** The image of a toolkit: the catalog's, or the first letter of its name on a color of its own. */
import { catalogue } from "./catalogue";

const hueOf = (text: string): number => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);

/** An SVG image of 64 by 64, the same for the same toolkit. Both texts may come from people. */
export function letterAvatar(slug: string, name: string): string {
  const letter = (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? "?").toUpperCase();
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64" role="img"><rect width="64" height="64" rx="14" fill="hsl(${hueOf(slug)} 55% 42%)"/>` +
    `<text x="32" y="43" font-family="system-ui,sans-serif" font-size="32" font-weight="600" text-anchor="middle" fill="#fff">${letter}</text></svg>`
  );
}

/** The SVG image of a slug. Anybody may ask, so a slug that is not everybody's gets its letter, known or not. */
export async function findLogo(slug: string): Promise<string> {
  const toolkit = (await catalogue()).toolkits.get(slug.toLowerCase());
  return toolkit?.logo.startsWith("<svg") ? toolkit.logo : letterAvatar(slug, toolkit?.name ?? slug);
}
