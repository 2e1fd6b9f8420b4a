/** Texts about audit events on the page. Pure. */
import type { auditApi } from "@/generated/addresses/access/audit";
import type { ResultOf } from "@/lib/contract/client";

export type AuditRow = ResultOf<typeof auditApi.listAuditEvents>["items"][number];

/** The server counts up to here. */
export const MOST_COUNTED = 10_000;

/** `log_retention_days` as a label: "Log retention days". */
export function toLabel(field: string): string {
  const words = field.replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const ACTOR_KINDS: Readonly<Record<string, string>> = {
  apiKey: "API key",
  address: "MCP URL",
  session: "Member",
  sessionKey: "Session key",
  user: "Person",
  organization: "Organization key",
  endUser: "User",
  link: "Link",
  anonymous: "Visitor",
};

export const toActorKind = (kind: string): string => ACTOR_KINDS[kind] ?? toLabel(kind);

/** The page of an object, for those that have one. The object may be deleted. */
export function toTargetHref({ action, target }: Pick<AuditRow, "action" | "target">): string | null {
  if (target.id === null) return null;
  const id = encodeURIComponent(target.id);
  const pages: Readonly<Record<string, string>> = {
    auth_config: `/auth-configs/${id}`,
    connected_account: `/connected-accounts/${id}`,
    event: `/logs/triggers?open=${id}`,
    mcp_server: `/mcp/${id}`,
    session: `/sessions/${id}`,
    tool_log: `/logs/tools?open=${id}`,
    trigger: `/triggers/${id}`,
    webhook_subscription: `/settings/webhooks/${id}`,
  };
  return pages[action.slice(0, action.indexOf("."))] ?? null;
}

/** The names that the rows have for ids, for filters by these ids. */
export const toKnownNames = (rows: readonly AuditRow[]): Map<string, string> =>
  new Map(
    rows.flatMap(({ actor, target, project_id: project, project_name: name }) =>
      [[actor.id, actor.name] as const, [target.id, target.name] as const, [project, name] as const].flatMap(
        ([id, label]) => (id !== null && label !== null ? [[id, label] as const] : []),
      ),
    ),
  );
