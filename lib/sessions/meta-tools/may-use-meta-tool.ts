/** What meta tools do besides executing tools: a key with scopes needs that permission, too. */
import { scopeRefusal } from "@/lib/access/authorize";
import { unlimitedOnly } from "@/lib/access/keys/limited-of";
import type { AreaPermission } from "@/lib/contract/permission";
import type { MetaCaller } from "./meta-call";

/** Code in the workbench can send any request with the session's accounts. */
const NEEDS: Readonly<Record<string, AreaPermission>> = {
  COMPOSIO_SEARCH_TOOLS: "tools:read",
  COMPOSIO_GET_TOOL_SCHEMAS: "tools:read",
  COMPOSIO_MANAGE_CONNECTIONS: "connected_accounts:write",
  COMPOSIO_WAIT_FOR_CONNECTIONS: "connected_accounts:read",
  COMPOSIO_REMOTE_WORKBENCH: "proxy_execute:write",
  COMPOSIO_REMOTE_BASH_TOOL: "proxy_execute:write",
  COMPOSIO_UPSERT_RECIPE: "tools:write",
  COMPOSIO_GET_RECIPE: "tools:read",
  COMPOSIO_MANAGE_SKILL: "tools:write",
  COMPOSIO_SEARCH_SKILLS: "tools:read",
  COMPOSIO_USE_SKILL: "tools:read",
  COMPOSIO_SUBMIT_FEEDBACK: "tool_execution:write",
  COMPOSIO_PROXY_EXECUTE: "proxy_execute:write",
};

/** Recipes belong to the whole project: agents of every user read and follow them. */
const OF_PROJECT: ReadonlySet<string> = new Set([
  ...["COMPOSIO_UPSERT_RECIPE", "COMPOSIO_GET_RECIPE"],
  ...["COMPOSIO_MANAGE_SKILL", "COMPOSIO_SEARCH_SKILLS", "COMPOSIO_USE_SKILL"],
]);

/** The permission that a caller lacks for a meta tool; undefined if the caller may use it. */
function missingPermission(by: MetaCaller["by"], slug: string): AreaPermission | undefined {
  const permission = NEEDS[slug];
  return permission && by?.permissions && !by.permissions.has(permission) ? permission : undefined;
}

/** Whether a caller may use a meta tool, so that lists show it. */
export const mayUseMetaTool = (by: MetaCaller["by"], slug: string): boolean =>
  missingPermission(by, slug) === undefined && !(by?.reach && OF_PROJECT.has(slug));

/** @throws ApiError Forbidden, with the area and the level that the key lacks, or for a key with limits */
export function assertMayUseMetaTool({ by }: MetaCaller, slug: string): void {
  if (by?.reach && OF_PROJECT.has(slug)) throw unlimitedOnly(by.reach);
  const permission = missingPermission(by, slug);
  if (permission) throw scopeRefusal(permission);
}
