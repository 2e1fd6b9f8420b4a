/** Names of tools: the rules that make a slug out of an operation, and their collisions. */

export const SLUG_RULES = ["summary", "operationId", "path"] as const;
export type SlugRule = (typeof SLUG_RULES)[number];

/** Characters of a slug at most: function names of the large models end there. */
export const MAX_SLUG = 64;

/** Upper case with underscores; accents and other signs are dropped. */
export const screaming = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/['’`]/g, "")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .toUpperCase();

/** `listRepoIssues` and `list/repo-issues` as LIST_REPO_ISSUES. */
export const screamingCamel = (text: string): string =>
  screaming(text.replace(/([a-z0-9])([A-Z])/g, "$1_$2").replace(/([A-Z]+)([A-Z][a-z])/g, "$1_$2"));

type Named = { method: string; path: string; summary?: string; operationId?: string };

const withoutPrefix = (prefix: string, slug: string): string =>
  slug.startsWith(`${prefix}_`) ? slug.slice(prefix.length + 1) : slug;

/** Removes the longest of `dropWords` at the name's beginning if two words remain: LIST alone means nothing. */
function withoutWords(dropWords: readonly string[], slug: string): string {
  const fits = dropWords.filter((words) => slug.startsWith(words) && slug.slice(words.length).includes("_"));
  return slug.slice(Math.max(0, ...fits.map((words) => words.length)));
}

/**
 * The possible slugs of an operation, best first: by `rule`, then by the other rules in their order. Only the last is
 * cut to the maximum length, so a readable slug never ends within a word.
 */
export function slugCandidates(
  prefix: string,
  rule: SlugRule,
  operation: Named,
  dropWords: readonly string[] = [],
): string[] {
  const room = MAX_SLUG - prefix.length - 1;
  const bySummary = screaming((operation.summary ?? "").trim().replace(/\.$/, ""));
  const byId = screamingCamel(operation.operationId ?? "");
  const byPath = screaming(`${operation.method} ${operation.path.replace(/[{}]/g, "")}`)
    .slice(0, room)
    .replace(/_+$/, "");
  const slugs: Record<SlugRule, string> = { summary: bySummary, operationId: byId, path: byPath };
  const order: SlugRule[] = [rule, ...SLUG_RULES.filter((other) => other !== rule)];
  const bodies = order
    .map((rule) => withoutWords(dropWords, withoutPrefix(prefix, slugs[rule])))
    .filter((body) => body.length > 2 && body.length <= room && /[A-Z]/.test(body));
  return [...new Set(bodies)].map((body) => `${prefix}_${body}`);
}

/** Tools by each of their names. */
export const byAnyName = <T extends { slug: string; aliases: readonly string[] }>(
  tools: readonly T[],
): Map<string, T> =>
  new Map([
    ...tools.flatMap((tool) => tool.aliases.map((alias) => [alias, tool] as const)),
    ...tools.map((tool) => [tool.slug, tool] as const),
  ]);

/**
 * Adds to tools whose name repeats the toolkit (`OUTLOOK_OUTLOOK_SEND_EMAIL`) the name without the repetition as an
 * alias, unless another tool has it: programs use either.
 */
export function addUndoubled(tools: readonly { slug: string; aliases: string[] }[], prefix: string): void {
  const byName = byAnyName(tools);
  const doubled = `${prefix}_${prefix}_`;
  for (const tool of tools)
    for (const name of [tool.slug, ...tool.aliases]) {
      const once = name.slice(prefix.length + 1);
      if (!name.startsWith(doubled) || once.length === prefix.length + 1 || byName.has(once)) continue;
      tool.aliases.push(once);
      byName.set(once, tool);
    }
}

/** Takes the first free candidate; when all are taken, the first one with a number. */
export function takeSlug(usedSlugs: Set<string>, candidates: string[], fallback: string): string {
  const free = candidates.find((slug) => !usedSlugs.has(slug));
  const base = (candidates[0] ?? fallback).slice(0, MAX_SLUG - 4);
  let slug = free ?? base;
  for (let n = 2; usedSlugs.has(slug); n++) slug = `${base}_${n}`;
  usedSlugs.add(slug);
  return slug;
}
