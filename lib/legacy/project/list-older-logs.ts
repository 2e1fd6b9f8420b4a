/** Lists executions as programs from before version 3 read them. */
import type { z } from "zod";
import { now } from "@/lib/kernel/time/clock";
import { findToolLogs } from "@/lib/logs/find-tool-logs";
import type { ToolLogFilter } from "@/lib/logs/contract";
import { PERIODS, type olderProjectApi } from "./contract";

type Api = typeof olderProjectApi;
type Query = z.output<Api["listOlderLogs"]["query"]>;
type Filter = z.output<typeof ToolLogFilter>;

const STATUSES = { success: "success", error: "failed" } as const;

function toFilters({ status, entityId, integrationId, connectionId, sessionId }: Query): Filter[] {
  const fields: [Filter["field"], string | undefined][] = [
    ["status", status && status !== "all" ? STATUSES[status] : undefined],
    ["user_id", entityId],
    ["auth_config_id", integrationId],
    ["connected_account_id", connectionId],
    ["session_id", sessionId],
  ];
  return fields.flatMap(([field, value]) => (value ? [{ field, operator: "==", value }] : []));
}

/**
 * A page, newest first. Reports of triggers are no executions: a list of those alone is empty.
 * @throws ApiError as `findToolLogs`
 */
export async function listOlderLogs(
  projectId: string,
  query: Query,
): Promise<z.input<Api["listOlderLogs"]["response"]>> {
  if (query.logsType === "trigger") return { data: [], nextCursor: null };
  const { rows, nextCursor } = await findToolLogs(projectId, {
    filters: toFilters(query),
    search: query.search,
    ...(query.time && { from: now().getTime() - PERIODS[query.time] }),
    cursor: query.cursor,
    limit: query.limit,
  });
  const data = rows.map((row) => ({
    id: row.id,
    type: "action",
    status: row.status === "success" ? ("success" as const) : ("error" as const),
    appName: row.toolkit_slug ?? "",
    clientId: projectId,
    connectionId: row.account_id ?? "",
    createdAt: row.created_at.toISOString(),
    meta: { actionName: row.tool_slug ?? "", entityId: row.user_id ?? "", error: row.error },
  }));
  return { data, nextCursor };
}
