/** A link with which the only user of a new toolkit connects to it. */
import { createAuthConfig } from "@/lib/auth-configs/auth-configs";
import { createLink, type NewConnection } from "@/lib/connected-accounts/manage/begin-connection";
import { ApiError } from "@/lib/kernel/errors";
import { log, type Origin } from "@/lib/kernel/process/log";
import type { McpServerRow } from "./find-mcp-server";

/** The person or key that registers, the request, and the project's settings of links. */
export type Registrar = {
  createdBy: string;
  signal: AbortSignal;
  on: Origin;
  linkTerms?: Pick<NewConnection, "verified" | "linkMinutes">;
};

/**
 * Makes an auth config of a toolkit for one user, and a link to its connect page.
 * @returns undefined for a toolkit of all users or without a sign-in, and where the project allows no link:
 *   the toolkit exists nevertheless
 */
export async function createConnectLink(
  { projectId, slug, access, authSchemes }: Pick<McpServerRow, "projectId" | "slug" | "access" | "authSchemes">,
  { createdBy, linkTerms, on }: Registrar,
): Promise<string | undefined> {
  const [scheme] = authSchemes;
  if (access === "all" || !scheme || authSchemes.some(({ mode }) => mode === "NO_AUTH")) return undefined;
  try {
    const { id } = await createAuthConfig(projectId, {
      ...{ toolkitSlug: slug, managed: false, scheme: scheme.mode, createdBy, forToolRouter: true },
    });
    const { link } = await createLink(projectId, { authConfigId: id, userId: access, values: {}, ...linkTerms });
    return link.url;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    log.info(on, "a new MCP server got no connect link", { toolkit: slug, reason: error.message });
    return undefined;
  }
}
