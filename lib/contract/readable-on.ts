/** Words on a color that a project chose. Pure. */

/** Relative luminance, WCAG 2.2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((index) => parseInt(color.slice(index, index + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Black or white, whichever is easier to read on #rrggbb. */
export const readableOn = (color: string): "#000" | "#fff" => (luminance(color) > 0.179 ? "#000" : "#fff");

/** The contrast of two colors, from 1 to 21 (WCAG 2.2). */
function contrast(first: string, second: string): number {
  const [low = 0, high = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const hex = (part: number): string => Math.round(part).toString(16).padStart(2, "0");

/** A color with a share of black or white in it, as #rrggbb. */
const mixed = (color: string, end: 0 | 255, share: number): string =>
  `#${[1, 3, 5].map((index) => hex(parseInt(color.slice(index, index + 2), 16) * (1 - share) + end * share)).join("")}`;

/** The nearest shade of #rrggbb that is easy to read: darker on a light background, lighter on a dark background. */
export function readableShade(color: string, ground: string, least = 4.5): string {
  const end = readableOn(ground) === "#000" ? 0 : 255;
  const shares = Array.from({ length: 21 }, (_, index) => index / 20);
  const share = shares.find((part) => contrast(mixed(color, end, part), ground) >= least) ?? 1;
  return mixed(color, end, share);
}
