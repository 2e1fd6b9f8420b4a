/** A tool's name in words, read from its slug: lists show it before the slug. Pure. */

/** Words of slugs that are written in another way. */
const SPELLINGS: Readonly<Record<string, string>> = {
  api: "API",
  csv: "CSV",
  html: "HTML",
  id: "ID",
  ids: "IDs",
  json: "JSON",
  mcp: "MCP",
  pdf: "PDF",
  sql: "SQL",
  ssh: "SSH",
  url: "URL",
  urls: "URLs",
  xml: "XML",
};

const IS_SLUG = /^[A-Z0-9]+(?:_[A-Z0-9]+)+$/;

/** Whether a slug is that of a tool: those of toolkits have no capitals. */
export const isToolSlug = (slug: string): boolean => slug !== slug.toLowerCase();

/** The longest beginning of a tool's slug that is a toolkit; an empty text without one. */
export function toToolkitSlug(slug: string, isToolkit: (toolkit: string) => boolean): string {
  const words = slug.toLowerCase().split("_");
  for (let count = words.length - 1; count > 0; count--) {
    const toolkit = words.slice(0, count).join("_");
    if (isToolkit(toolkit)) return toolkit;
  }
  return "";
}

/** `GITHUB_CREATE_AN_ISSUE` of github is "Create an issue"; null for a text that is no slug of the toolkit. */
export function toToolName(slug: string, toolkit: string): string | null {
  const prefix = `${toolkit.toUpperCase()}_`;
  if (toolkit === "" || !slug.startsWith(prefix) || !IS_SLUG.test(slug)) return null;
  const words = slug.slice(prefix.length).toLowerCase().split("_");
  const [first = "", ...rest] = words.map((word) =>
    Object.hasOwn(SPELLINGS, word) ? (SPELLINGS[word] ?? word) : word,
  );
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(" ");
}
