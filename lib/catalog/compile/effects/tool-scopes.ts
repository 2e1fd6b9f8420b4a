/**
 * Assigns scopes to tools, if a toolkit's file lists them or a description uses names that the provider has replaced.
 */
import { z } from "zod";
import type { ToolkitAuthScheme } from "../../toolkit-auth-scheme";
import type { CompiledTool } from "../../compiled-toolkit";

/** `scopes` of a toolkit's file. */
export const ToolScopes = z.strictObject({
  /** Name in a description to the current name; null if no app can request that scope. */
  names: z.record(z.string(), z.string().nullable()).default({}),
  /**
   * Alternatives of tools that name none, by a regular expression on "METHOD /path" or on the slug; the first that fits
   * counts. `$1` is what its first group found.
   */
  tools: z.record(z.string(), z.array(z.string().min(1)).min(1)).default({}),
});
export type ToolScopes = z.infer<typeof ToolScopes>;

type Rule = { pattern: RegExp; scopes: readonly string[] };

const present = (scopes: readonly string[], names: ToolScopes["names"]): string[] => [
  ...new Set(
    scopes.flatMap((scope) => {
      const name = Object.hasOwn(names, scope) ? names[scope] : scope;
      return name ? [name] : [];
    }),
  ),
];

function byRules({ slug, run }: CompiledTool, rules: readonly Rule[]): string[] {
  const operation = run.request ? `${run.request.method} ${run.request.path}` : slug;
  for (const { pattern, scopes } of rules) {
    const match = pattern.exec(operation) ?? pattern.exec(slug);
    if (match) return scopes.map((scope) => scope.replace("$1", match[1] ?? ""));
  }
  return [];
}

/** Gives tools their scopes. */
export function giveScopes(tools: CompiledTool[], { names, tools: scopesByPattern }: ToolScopes): void {
  const rules = Object.entries(scopesByPattern).map(([text, scopes]) => ({ pattern: new RegExp(text), scopes }));
  for (const tool of tools) {
    const named = present(tool.scopes, names);
    tool.scopes = named.length > 0 ? named : byRules(tool, rules);
  }
}

/**
 * A scheme that offers whatever its tools need. What the app of a provider with two kinds of scopes cannot ask for is
 * asked of its user.
 */
export function offerScopes(scheme: ToolkitAuthScheme, tools: readonly CompiledTool[]): ToolkitAuthScheme {
  const { mode, oauth, availableScopes, availableUserScopes } = scheme;
  if (mode !== "OAUTH2") return scheme;
  const missing = [...new Set(tools.flatMap(({ scopes }) => scopes))].filter(
    (scope) => !availableScopes.includes(scope) && !availableUserScopes.includes(scope),
  );
  return oauth?.userScopeParam
    ? { ...scheme, availableUserScopes: [...availableUserScopes, ...missing] }
    : { ...scheme, availableScopes: [...availableScopes, ...missing] };
}
