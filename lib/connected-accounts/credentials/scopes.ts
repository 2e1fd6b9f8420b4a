/** The scopes that the chosen tools of an auth config need, so that nobody has to allow more. */
import { findTool } from "@/lib/catalog/read/find-tool";
import type { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import type { ToolAccess } from "@/lib/auth-configs/auth-configs";

/** Scopes for the person's identity and for refresh tokens: connections need them although no tool names them. */
const ALWAYS = new RegExp(
  String.raw`^(openid|email|profile|offline|offline_access|offline\.access|refresh_token|` +
    String.raw`https://www\.googleapis\.com/auth/userinfo\.(email|profile))$`,
);

/**
 * One scope for each tool, as few as possible. The scopes of a tool are alternatives; a scope that is already
 * requested, or that the toolkit usually requests, is preferred. For a tool without scopes its need is unknown, so the
 * usual scopes are requested too. Undefined if no tool names any.
 */
export function scopesForTools(tools: readonly (readonly string[])[], usual: readonly string[]): string[] | undefined {
  const needed = new Set<string>();
  for (const alternatives of [...tools].sort((a, b) => a.length - b.length)) {
    if (alternatives.length === 0 || alternatives.some((scope) => needed.has(scope))) continue;
    needed.add(alternatives.find((scope) => usual.includes(scope)) ?? alternatives[0] ?? "");
  }
  if (needed.size === 0) return undefined;
  const isUnknown = tools.some((alternatives) => alternatives.length === 0);
  return [...usual.filter((scope) => (isUnknown || ALWAYS.test(scope)) && !needed.has(scope)), ...needed];
}

/** The scopes for an auth config that names tools but no scopes; undefined leaves the choice to the scheme. */
export async function neededScopes(
  projectId: string,
  scheme: ToolkitAuthScheme,
  { tools_for_connected_account_creation: slugs = [] }: ToolAccess,
): Promise<string[] | undefined> {
  if (slugs.length === 0 || !scheme.oauth) return undefined;
  const tools = await Promise.all(slugs.map((slug) => findTool(projectId, slug)));
  return scopesForTools(
    tools.flatMap((tool) => (tool ? [tool.scopes] : [])),
    scheme.defaultScopes,
  );
}
