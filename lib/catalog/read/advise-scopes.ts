/** Recommends the scopes for tools of a toolkit, and names the choices that a recommendation depends on. */
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { findUncovered, recommendScopes, type ScopedTool, type ScopeWishes } from "../recommend-scopes";
import type { AuthMode, ToolkitAuthScheme } from "../toolkit-auth-scheme";
import type { CatalogToolkit } from "./catalog";
import { requireChosenTool } from "./chosen-tool";
import { requireToolkit } from "./find-toolkits";
import { isEverybodysOrOwn } from "./own-names";
import { resolveVersion, type VersionChoice } from "./resolve-version";

/** The dimension of toolkits whose provider grants an app and its user separately, as its auth configs call it. */
const ACT_AS = "act_as";

export type GrantContext = Record<string, string>;
export type ScopeQuestion = { scheme: AuthMode; versions: VersionChoice };

const OF_VERSION = statement({
  name: "catalog.scopes-of-version",
  text: `SELECT slug, scopes FROM tool WHERE ${isEverybodysOrOwn("$1")} AND toolkit_slug = $2 AND version = $3`,
  columns: { slug: "text", scopes: "text[]" },
});

type Subject = { toolkit: CatalogToolkit; scheme: ToolkitAuthScheme; version: string };

/** @throws ApiError NotFound for a toolkit or version that does not exist, BadRequest for a scheme that it lacks */
async function requireSubject(projectId: string, slug: string, question: ScopeQuestion): Promise<Subject> {
  const toolkit = await requireToolkit(projectId, slug);
  const scheme = toolkit.authSchemes.find(({ mode }) => mode === question.scheme);
  if (!scheme)
    throw new ApiError("BadRequest", `auth_scheme: the toolkit ${toolkit.slug} has no scheme ${question.scheme}.`, {
      suggestedFix: `It supports ${toolkit.authSchemes.map(({ mode }) => mode).join(", ")}.`,
    });
  const { version } = resolveVersion(toolkit, question.versions);
  if (version !== toolkit.version && !toolkit.availableVersions.includes(version))
    throw new ApiError("NotFound", `toolkit_version: ${toolkit.slug} has no version ${version}.`, {
      suggestedFix: `Its latest version is ${toolkit.version}.`,
    });
  return { toolkit, scheme, version };
}

/** What a recommendation depends on besides the tools: whom a connection acts as, where a provider tells them apart. */
export async function findGrantContexts(projectId: string, slug: string, question: ScopeQuestion) {
  const { scheme, version } = await requireSubject(projectId, slug, question);
  return { version, dimensions: dimensionsOf(scheme), usual: usualContext(scheme) };
}

const dimensionsOf = ({ oauth }: ToolkitAuthScheme) =>
  oauth?.userScopeParam
    ? [
        {
          dimension: ACT_AS,
          description: "Whether calls are made as the person who connects the account, or as the app.",
          values: ["user", "app"],
        },
      ]
    : [];

const usualContext = ({ oauth, actsAs }: ToolkitAuthScheme): GrantContext =>
  oauth?.userScopeParam ? { [ACT_AS]: actsAs === "user" ? "user" : "app" } : {};

/** @throws ApiError BadRequest for a dimension or value that the toolkit does not have */
function completeContext(scheme: ToolkitAuthScheme, context: GrantContext): GrantContext {
  const dimensions = dimensionsOf(scheme);
  for (const [name, value] of Object.entries(context)) {
    if (dimensions.find((candidate) => candidate.dimension === name)?.values.includes(value)) continue;
    const choices = dimensions.map(({ dimension, values }) => `${dimension} (${values.join(" or ")})`).join(", ");
    throw new ApiError("BadRequest", `grant_context: ${name} = ${value} is no choice of this toolkit.`, {
      suggestedFix: choices ? `It has ${choices}.` : "No scope of this toolkit depends on a context: leave it out.",
    });
  }
  return { ...usualContext(scheme), ...context };
}

async function findScopedTools(projectId: string, { toolkit, version }: Subject): Promise<ScopedTool[]> {
  return rowsOf(OF_VERSION, [projectId, toolkit.slug, version]);
}

/** @throws ApiError BadRequest for a tool of another toolkit, NotFound for one that does not exist */
async function requireTools(projectId: string, { toolkit, version }: Subject, slugs: readonly string[]) {
  const tools = await Promise.all(slugs.map((slug) => requireChosenTool(projectId, slug, { asked: version })));
  const foreign = tools.find(({ tool }) => tool.toolkitSlug !== toolkit.slug);
  if (!foreign) return tools.map(({ tool }): ScopedTool => tool);
  throw new ApiError("BadRequest", `tools: ${foreign.tool.slug} is a tool of ${foreign.tool.toolkitSlug}.`, {
    suggestedFix: `Name tools of ${toolkit.slug} only, or none for all of them.`,
  });
}

const MAX_NAMED = 5;

/** The refusal of wishes that leave a tool without any scopes that it can run with. */
function notCovered(uncovered: readonly ScopedTool[], wishes: ScopeWishes): ApiError {
  const named = uncovered.slice(0, MAX_NAMED).map(({ slug, scopes }) => {
    const choices = scopes.slice(0, MAX_NAMED).map((scope) => scope.replaceAll(" ", " and "));
    return `${slug} needs ${choices.join(", or ")}.`;
  });
  const isUnavailable = wishes.available && findUncovered(uncovered, { ...wishes, exclude: [] }).length > 0;
  return new ApiError(
    "BadRequest",
    `${isUnavailable ? "available_scopes" : "exclude"}: ${uncovered.length} of the tools cannot run without other scopes.`,
    {
      slug: isUnavailable ? "scope_not_available" : "scope_excluded",
      errors: named,
      suggestedFix: isUnavailable
        ? "Add such a scope to the OAuth app and to available_scopes, or leave the tools out."
        : "Exclude fewer scopes, or leave the tools out.",
    },
  );
}

/**
 * @param slugs none = all tools of the toolkit
 * @throws ApiError BadRequest `scope_not_available` or `scope_excluded`, with the tools that cannot run
 */
export async function adviseScopes(
  projectId: string,
  slug: string,
  {
    slugs,
    context,
    wishes,
    ...question
  }: ScopeQuestion & { slugs: string[]; context: GrantContext; wishes: ScopeWishes },
) {
  const subject = await requireSubject(projectId, slug, question);
  const grantContext = completeContext(subject.scheme, context);
  const excluded = new Set(wishes.exclude);
  const clash = wishes.include.find((scope) => excluded.has(scope));
  if (clash !== undefined) throw new ApiError("BadRequest", `include: ${clash} is excluded, too.`);
  const all = await findScopedTools(projectId, subject);
  const tools = slugs.length > 0 ? await requireTools(projectId, subject, slugs) : all;
  const limits = { ...wishes, available: withinContext(subject.scheme, grantContext, wishes.available) };
  const uncovered = findUncovered(tools, limits);
  if (uncovered.length > 0 && (slugs.length > 0 || wishes.available || wishes.exclude.length > 0))
    throw notCovered(uncovered, limits);
  return { version: subject.version, grantContext, scopes: recommendScopes(tools, all, limits) };
}

/** The scopes that can be asked for in a context: an app and a person can get different scopes. */
function withinContext(
  scheme: ToolkitAuthScheme,
  context: GrantContext,
  available: readonly string[] | undefined,
): readonly string[] | undefined {
  if (!Object.hasOwn(context, ACT_AS)) return available;
  const grantable = context[ACT_AS] === "user" ? scheme.availableUserScopes : scheme.availableScopes;
  return available ? available.filter((scope) => grantable.includes(scope)) : grantable;
}
