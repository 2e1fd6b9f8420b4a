/**
 * Assigns scopes to tools, if a toolkit's file lists them or a description uses names that the provider has replaced.
 */
import { z } from "zod";
import type { ToolkitAuthScheme } from "../../toolkit-auth-scheme";
import type { CompiledTool } from "../../compiled-toolkit";
import { namedScopes, scopesIn } from "../../scope-alternatives";

const Rules = z.record(z.string(), z.array(z.string().min(1)));

/** `scopes` of a toolkit's file. */
export const ToolScopes = z.strictObject({
  /** Name in a description to the current name; null if no app can request that scope. */
  names: z.record(z.string(), z.string().nullable()).default({}),
  /** The scopes that the description lists for an operation are needed together; else each of them is enough. */
  together: z.boolean().default(false),
  /** Rules that come before the description, for what it states wrongly; true for all those of `tools`. */
  instead: z.union([z.boolean(), Rules]).default(false),
  /**
   * Alternatives of tools that name none, by a regular expression on "METHOD /path" or on the slug; the first that fits
   * counts. `$1` is what its first group found. An alternative of several scopes has spaces between them; an empty list
   * means that any token will do.
   */
  tools: Rules.default({}),
});
export type ToolScopes = z.infer<typeof ToolScopes>;

export const NO_RULES: ToolScopes = { names: {}, together: false, instead: false, tools: {} };

type Rule = { pattern: RegExp; scopes: readonly string[] };

/** The alternatives of a description under today's names. */
function present(alternatives: readonly string[], { names, together }: ToolScopes): string[] {
  const toPresent = (scope: string): string[] => {
    const name = Object.hasOwn(names, scope) ? names[scope] : scope;
    return name ? [name] : [];
  };
  const sets = alternatives.map((alternative) => [...new Set(scopesIn(alternative).flatMap(toPresent))]);
  return [...new Set(together ? sets.map((set) => set.join(" ")) : sets.flat())].filter(Boolean);
}

/** The alternatives that the first fitting rule gives; undefined without one. */
function byRules({ slug, run }: CompiledTool, rules: readonly Rule[]): string[] | undefined {
  const operation = run.request ? `${run.request.method} ${run.request.path}` : slug;
  for (const { pattern, scopes } of rules) {
    const match = pattern.exec(operation) ?? pattern.exec(slug);
    if (!match) continue;
    return scopes.length === 0 ? [""] : scopes.map((scope) => scope.replaceAll("$1", match[1] ?? ""));
  }
  return undefined;
}

function rulesOf(scopesByPattern: Readonly<Record<string, readonly string[]>>): Rule[] {
  return Object.entries(scopesByPattern).map(([text, scopes]) => ({ pattern: new RegExp(text), scopes }));
}

/** Gives tools their scopes. */
export function giveScopes(tools: CompiledTool[], toolScopes: ToolScopes): void {
  const rules = rulesOf(toolScopes.tools);
  const { instead } = toolScopes;
  const first = typeof instead === "object" ? rulesOf(instead) : instead ? rules : [];
  for (const tool of tools) {
    const named = present(tool.scopes, toolScopes);
    tool.scopes = byRules(tool, first) ?? (named.length > 0 ? named : (byRules(tool, rules) ?? named));
  }
}

/**
 * A scheme that offers whatever its tools need. What the app of a provider with two kinds of scopes cannot ask for is
 * asked of its user.
 */
export function offerScopes(scheme: ToolkitAuthScheme, tools: readonly CompiledTool[]): ToolkitAuthScheme {
  const { mode, oauth, availableScopes, availableUserScopes } = scheme;
  if (mode !== "OAUTH2") return scheme;
  const missing = namedScopes(tools.flatMap(({ scopes }) => scopes)).filter(
    (scope) => !availableScopes.includes(scope) && !availableUserScopes.includes(scope),
  );
  return oauth?.userScopeParam
    ? { ...scheme, availableUserScopes: [...availableUserScopes, ...missing] }
    : { ...scheme, availableScopes: [...availableScopes, ...missing] };
}
