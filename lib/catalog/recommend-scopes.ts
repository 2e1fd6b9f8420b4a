/** Which scopes to ask for, so that tools of a toolkit can run: the narrowest choice, and the smallest one. Pure. */
import { scopesIn, type ScopeAlternatives } from "./scope-alternatives";

/** A tool and its alternatives of scopes. */
export type ScopedTool = { slug: string; scopes: ScopeAlternatives };

export type ScopeWishes = {
  /** Scopes that are asked for in any case. */
  include: readonly string[];
  /** Scopes that must not be asked for. */
  exclude: readonly string[];
  /** All scopes that may be asked for; undefined = any. */
  available?: readonly string[] | undefined;
};

export type RecommendedScopes = { leastPrivilege: string[]; fewest: string[] };

type Need = { tool: ScopedTool; options: string[][] };

/**
 * How many of these tools name each scope. A scope that many tools name opens much: of two scopes, that which fewer
 * tools name is narrower.
 */
function countTools(tools: readonly ScopedTool[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { scopes } of tools)
    for (const scope of new Set(scopes.flatMap(scopesIn))) counts.set(scope, (counts.get(scope) ?? 0) + 1);
  return counts;
}

/** The options of each tool that needs a scope; tools with few options come first, as they leave no choice. */
function findNeeds(tools: readonly ScopedTool[], { exclude, available }: ScopeWishes): Need[] {
  const excluded = new Set(exclude);
  const allowed = available && new Set(available);
  const isAllowed = (scope: string) => !excluded.has(scope) && (!allowed || allowed.has(scope));
  return tools
    .map((tool) => ({ tool, alternatives: tool.scopes.map(scopesIn) }))
    .filter(({ alternatives }) => alternatives.length > 0 && alternatives.every((scopes) => scopes.length > 0))
    .map(({ tool, alternatives }) => ({ tool, options: alternatives.filter((scopes) => scopes.every(isAllowed)) }))
    .sort((a, b) => a.options.length - b.options.length);
}

/**
 * The option with the lowest cost for each need that is not met yet. One pass over all options.
 * @param costOf of the scopes that an option adds
 */
function choose(needs: readonly Need[], include: readonly string[], costOf: (added: string[]) => number): string[] {
  const scopes = new Set(include);
  for (const { options } of needs) {
    const additions = options.map((option) => option.filter((scope) => !scopes.has(scope)));
    const cheapest = additions.reduce<string[] | undefined>(
      (best, added) => (best && costOf(best) <= costOf(added) ? best : added),
      undefined,
    );
    for (const scope of cheapest ?? []) scopes.add(scope);
  }
  return [...scopes];
}

/** The tools that have alternatives, if the wishes allow none of them. */
export const findUncovered = (tools: readonly ScopedTool[], wishes: ScopeWishes): ScopedTool[] =>
  findNeeds(tools, wishes)
    .filter(({ options }) => options.length === 0)
    .map(({ tool }) => tool);

/**
 * `leastPrivilege` takes the narrowest option of each tool; `fewest` takes the option that adds the fewest scopes, or,
 * among equal options, serves most of the tools. Tools whose scopes are unknown ask for nothing.
 * @param all every tool of the toolkit: how many of them name a scope measures how much it opens
 */
export function recommendScopes(
  tools: readonly ScopedTool[],
  all: readonly ScopedTool[],
  wishes: ScopeWishes,
): RecommendedScopes {
  const needs = findNeeds(tools, wishes);
  const opens = countTools(all);
  const serves = countTools(tools);
  const sum = (counts: Map<string, number>, scopes: string[]) =>
    scopes.reduce((total, scope) => total + (counts.get(scope) ?? 0), 0);
  const leastPrivilege = choose(needs, wishes.include, (added) => sum(opens, added));
  // Less than one for any number of tools, so that it only decides between equal numbers of scopes.
  const share = (scopes: string[]) => sum(serves, scopes) / (tools.length * Math.max(scopes.length, 1) + 1);
  const fewest = choose(needs, wishes.include, (added) => added.length - share(added));
  return { leastPrivilege, fewest: fewest.length <= leastPrivilege.length ? fewest : leastPrivilege };
}
