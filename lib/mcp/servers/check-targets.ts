/** The targets of an MCP server (auth configs, toolkits, tools), checked against the project and the catalog. */
import { findAuthConfigs } from "@/lib/auth-configs/auth-configs";
import { requireTool } from "@/lib/catalog/read/find-tool";
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { ApiError } from "@/lib/kernel/errors";

export type Targets = { authConfigIds: string[]; toolkits: string[]; allowedTools: string[] };

const unique = (values: readonly string[]): string[] => [...new Set(values)];

/** Turns a NotFound of the work into a BadRequest for a field: an unknown name in a body is no unknown URL. */
async function within<T>(field: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== "NotFound") throw error;
    throw new ApiError("BadRequest", `${field}: ${error.message}`, {
      ...error.details,
      errors: [`${field}: ${error.message}`],
      cause: error,
    });
  }
}

/** The toolkits of the project's auth configs with these ids. */
export const toolkitsOfConfigs = async (projectId: string, ids: readonly string[]): Promise<string[]> =>
  unique((await findAuthConfigs(projectId, unique(ids))).map(({ toolkitSlug }) => toolkitSlug));

async function requireConfigToolkits(projectId: string, ids: string[]): Promise<string[]> {
  const configs = await findAuthConfigs(projectId, ids);
  const missing = ids.find((id) => !configs.some((config) => config.id === id));
  if (missing === undefined) return unique(configs.map(({ toolkitSlug }) => toolkitSlug));
  const message = `auth_config_ids: There is no auth config ${missing} in this project.`;
  throw new ApiError("NotFound", message, {
    errors: [message],
    suggestedFix: "List the auth configs with GET /api/v3/auth_configs and use the ids of some of them.",
  });
}

/**
 * The targets with all of their toolkits: the named toolkits and those of the auth configs, or else those of the tools.
 * @throws ApiError NotFound for an auth config that the project does not have; BadRequest with similar names for an
 *   unknown toolkit or tool, and for a tool of another toolkit
 */
export async function checkTargets(projectId: string, input: Targets): Promise<Targets> {
  const authConfigIds = unique(input.authConfigIds);
  const configured = await requireConfigToolkits(projectId, authConfigIds);
  const named: string[] = [];
  for (const slug of unique(input.toolkits))
    named.push((await within(`toolkits.${input.toolkits.indexOf(slug)}`, requireToolkit(projectId, slug))).slug);
  const allowedTools = unique(input.allowedTools.map((slug) => slug.toUpperCase()));
  const toolkits = new Set([...named, ...configured]);
  const open = toolkits.size === 0;
  for (const slug of allowedTools) {
    const place = `allowed_tools.${input.allowedTools.findIndex((allowedTool) => allowedTool.toUpperCase() === slug)}`;
    const { toolkitSlug } = await within(place, requireTool(projectId, slug));
    if (open) toolkits.add(toolkitSlug);
    if (toolkits.has(toolkitSlug)) continue;
    const message = `${place}: ${slug} is a tool of ${toolkitSlug}, which is none of the server's toolkits (${[...toolkits].join(", ")}).`;
    throw new ApiError("BadRequest", message, {
      errors: [message],
      suggestedFix: `Add ${toolkitSlug} to toolkits, or leave the tool out of allowed_tools.`,
    });
  }
  return { authConfigIds, toolkits: [...toolkits], allowedTools };
}

/** @throws ApiError BadRequest for a toolkit that is unknown or has no use without an account */
export async function assertNoAuth(projectId: string, slugs: readonly string[]): Promise<void> {
  for (const [index, slug] of slugs.entries()) {
    const place = `no_auth_apps.${index}`;
    const toolkit = await within(place, requireToolkit(projectId, slug));
    if (toolkit.noAuth || toolkit.authSchemes.some(({ mode }) => mode === "NO_AUTH")) continue;
    const message = `${place}: ${toolkit.slug} needs credentials.`;
    throw new ApiError("BadRequest", message, {
      errors: [message],
      suggestedFix: `Create an auth config for ${toolkit.slug} and send its ID in auth_config_ids.`,
    });
  }
}
