/** The scopes that the chosen tools of an auth config need, so that nobody has to allow more. */
import { findTool } from "@/lib/catalog/read/find-tool";
import { findTriggerType } from "@/lib/catalog/read/find-trigger-type";
import { alternativesWithin, scopesIn } from "@/lib/catalog/scope-alternatives";
import type { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import type { ToolAccess } from "@/lib/auth-configs/auth-configs";

/** Scopes for the person's identity and for refresh tokens: connections need them although no tool names them. */
const ALWAYS = new RegExp(
  String.raw`^(openid|email|profile|offline|offline_access|offline\.access|refresh_token|` +
    String.raw`https://www\.googleapis\.com/auth/userinfo\.(email|profile))$`,
);

/** The alternative that takes no scope. */
const ANY_TOKEN = "";

/**
 * The scopes of one alternative of each tool, as few as possible. An alternative that is already requested, or that the
 * toolkit usually requests, is preferred. For a tool without alternatives its need is unknown, so the usual scopes are
 * requested too. Undefined if nothing is known of any tool.
 * @param base scopes of every connection, whatever tools it is for
 */
export function scopesForTools(
  tools: readonly (readonly string[])[],
  usual: readonly string[],
  base: readonly string[] = [],
): string[] | undefined {
  if (tools.every((alternatives) => alternatives.length === 0)) return undefined;
  const needed = new Set<string>(base);
  const isWithin = (alternative: string, has: (scope: string) => boolean) => scopesIn(alternative).every(has);
  for (const alternatives of [...tools].sort((a, b) => a.length - b.length)) {
    const isMet = alternatives.some((alternative) => isWithin(alternative, (scope) => needed.has(scope)));
    if (alternatives.length === 0 || isMet) continue;
    const usualAlternative = alternatives.find((alternative) =>
      isWithin(alternative, (scope) => usual.includes(scope)),
    );
    for (const scope of scopesIn(usualAlternative ?? alternatives[0] ?? "")) needed.add(scope);
  }
  const isUnknown = tools.some((alternatives) => alternatives.length === 0);
  return [...usual.filter((scope) => (isUnknown || ALWAYS.test(scope)) && !needed.has(scope)), ...needed];
}

/** The scopes of a tool or a trigger type by its name; none if there is neither. */
async function findScopes(projectId: string, slug: string): Promise<(readonly string[])[]> {
  const tool = await findTool(projectId, slug);
  if (tool) return [tool.scopes];
  const type = await findTriggerType(slug.toUpperCase(), "");
  return type ? [type.run.scopes ?? []] : [];
}

const scopesOfAll = (projectId: string, slugs: readonly string[]): Promise<(readonly string[])[]> =>
  Promise.all(slugs.map((slug) => findScopes(projectId, slug))).then((scopes) => scopes.flat());

/**
 * Whether an auth config names a tool that the provider lets only a person call, where it grants app and person
 * separately: the app cannot be given any of the tool's alternatives, and the person can.
 */
export async function needsPerson(
  projectId: string,
  { oauth, availableScopes, availableUserScopes }: ToolkitAuthScheme,
  { tools_for_connected_account_creation: slugs = [] }: ToolAccess,
): Promise<boolean> {
  if (slugs.length === 0 || !oauth?.userScopeParam) return false;
  const isWithin = (alternatives: readonly string[], scopes: readonly string[]) =>
    alternativesWithin(alternatives, scopes).length > 0;
  return (await scopesOfAll(projectId, slugs)).some(
    (alternatives) => !isWithin(alternatives, availableScopes) && isWithin(alternatives, availableUserScopes),
  );
}

/**
 * The scopes for an auth config that names tools or triggers but no scopes; undefined leaves the choice to the scheme.
 * @param offered what the app, or the user whom it acts as, can be asked for
 */
export async function neededScopes(
  projectId: string,
  { oauth, baseScopes }: ToolkitAuthScheme,
  { tools_for_connected_account_creation: slugs = [] }: ToolAccess,
  { usual, available }: { usual: readonly string[]; available: readonly string[] },
): Promise<string[] | undefined> {
  if (slugs.length === 0 || !oauth) return undefined;
  const scopes = await scopesOfAll(projectId, slugs);
  const within = (alternatives: readonly string[]): readonly string[] => {
    const possible = alternativesWithin(alternatives, available);
    return alternatives.length > 0 && possible.length === 0 ? [ANY_TOKEN] : possible;
  };
  const tools = scopes.map((alternatives) => (oauth.userScopeParam ? within(alternatives) : alternatives));
  return scopesForTools(tools, usual, baseScopes);
}
