/** A toolkit's logo out of one of the icon packages: drawn on a white tile, so that it is seen in both themes. Pure. */

/** Where an icon is: a package of toolkits/sources.yaml, and its name there. */
export type LogoReference = { from: "logos" | "simple" | "cib" | "lobe" | "thesvg"; name: string };

/** Keys in toolkits/sources.yaml. */
export const LOGO_PACKAGES = {
  logos: "iconify-logos",
  simple: "simple-icons",
  cib: "iconify-cib",
  lobe: "lobehub-icons",
  thesvg: "thesvg-icons",
} as const;

/** Files inside the package that an icon is read from. */
export function logoFiles({ from, name }: LogoReference): string[] {
  if (from === "logos" || from === "cib") return ["icons.json"];
  if (from === "thesvg") return [`dist/${name}.js`];
  return from === "simple" ? [`icons/${name}.svg`, "data/simple-icons.json"] : [`icons/${name}.svg`];
}

/** The color of shapes without one, for brands whose color no package contains. */
const PLAIN = "#1F1F1F";
const MAX_BYTES = 16_000;
/** Elements that could run or load something; no icon of the packages contains them. */
const ACTIVE =
  /<script|<foreignObject|\son[a-z]+\s*=|(?:href|src)\s*=\s*["'](?!#)|url\(\s*["']?(?!#)|@import|<!ENTITY/i;

type IconSet = {
  icons: Record<string, { body: string; width?: number; height?: number } | undefined>;
  width?: number;
  height?: number;
};
/** A file of the icon's package. An icon set is large, so the caller can keep it parsed for several icons. */
export type IconReader = { text: (file: string) => string; json: (file: string) => unknown };
type SimpleIcon = { title: string; slug?: string; hex: string };

/** The slug under which simple-icons files an icon, by its title (their rule). */
const simpleSlug = ({ title, slug }: SimpleIcon): string =>
  slug ??
  title
    .toLowerCase()
    .replace(/\+/g, "plus")
    .replace(/^\./, "dot-")
    .replace(/\.$/, "-dot")
    .replace(/\./g, "dot")
    .replace(/^&/, "and-")
    .replace(/&$/, "-and")
    .replace(/&/g, "and")
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[^a-z0-9]/g, "");

const tile = (viewBox: string, body: string, attributes = ""): string =>
  '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ' +
  'width="64" height="64" viewBox="0 0 64 64" role="img">' +
  '<rect width="64" height="64" rx="14" fill="#fff"/>' +
  `<svg x="9" y="9" width="46" height="46" viewBox="${viewBox}"${attributes}>${body}</svg></svg>`;

const viewBoxOf = (svg: string): string => /viewBox="([-0-9. ]+)"/.exec(svg)?.[1] ?? "0 0 24 24";
/** The color that an icon gives all of its shapes at its root. */
const rootFill = (svg: string): string => {
  const fill = /<svg[^>]*\sfill="(#[0-9A-Fa-f]{3,8}|none)"/.exec(svg)?.[1];
  return fill === undefined ? "" : ` fill="${fill}"`;
};
const bodyOf = (svg: string): string =>
  svg
    .slice(svg.indexOf(">", svg.indexOf("<svg")) + 1, svg.lastIndexOf("</svg>"))
    .replace(/<title>.*?<\/title>/s, "")
    .trim();

/**
 * Returns an SVG image of 64 by 64.
 * @param read returns a file of the icon's package, as text or parsed
 * @throws Error if the package has no such icon, or if the icon contains more than shapes
 */
export function logoImage(reference: LogoReference, read: IconReader): string {
  const image = drawn(reference, read);
  if (image.length > MAX_BYTES)
    throw new Error(`the icon ${reference.from}/${reference.name} has ${image.length} bytes, ${MAX_BYTES} at most`);
  if (ACTIVE.test(image.replace(/xmlns(:xlink)?="[^"]*"/g, "")))
    throw new Error(`the icon ${reference.from}/${reference.name} holds more than shapes`);
  return image;
}

/** Icons of this package are modules, each under a license of its own. */
const OPEN_LICENSES = ["MIT", "CC0-1.0", "Apache-2.0"];

/** @throws Error for an icon under another license */
function svgOfModule(name: string, text: string): string {
  const license = /^export const license = "([^"]*)"/m.exec(text)?.[1] ?? "";
  if (!OPEN_LICENSES.includes(license))
    throw new Error(`the license of the icon thesvg/${name} is ${license || "not said"}`);
  const svg = /^export const svg = `([^`$]*)`/m.exec(text)?.[1];
  if (svg === undefined) throw new Error(`there is no icon thesvg/${name}`);
  return svg;
}

function drawn(reference: LogoReference, read: IconReader): string {
  const [file = "", names = ""] = logoFiles(reference);
  if (reference.from === "logos" || reference.from === "cib") {
    const set = read.json(file) as IconSet;
    const icon = Object.hasOwn(set.icons, reference.name) ? set.icons[reference.name] : undefined;
    if (!icon) throw new Error(`there is no icon ${reference.from}/${reference.name}`);
    const viewBox = `0 0 ${icon.width ?? set.width ?? 16} ${icon.height ?? set.height ?? 16}`;
    return tile(viewBox, icon.body.replaceAll("currentColor", PLAIN));
  }
  const text = read.text(file);
  if (reference.from === "thesvg") {
    const svg = svgOfModule(reference.name, text);
    return tile(viewBoxOf(svg), bodyOf(svg), rootFill(svg));
  }
  // Shapes without a color of their own take the brand's, or black.
  const hex =
    reference.from === "simple"
      ? (read.json(names) as SimpleIcon[]).find((icon) => simpleSlug(icon) === reference.name)?.hex
      : PLAIN.slice(1);
  if (!hex) throw new Error(`there is no icon simple/${reference.name}`);
  return tile(viewBoxOf(text), bodyOf(text).replaceAll("currentColor", `#${hex}`), ` fill="#${hex}"`);
}
