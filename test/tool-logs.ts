/** What the tests of tool logs share: a row, and how to find rows. */
import { beforeEach } from "vitest";
import { pool } from "@/lib/kernel/database/db";
import { newId } from "@/lib/kernel/ids";
import { findToolLogs, type ToolLogSearch } from "@/lib/logs/tool-log-query";
import { flushToolLogs, type ExecutionLog } from "@/lib/logs/tool-logs";

export const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
export const row = (more: Partial<ExecutionLog> = {}): ExecutionLog => ({
  id: newId("log"),
  projectId: "proj_a",
  startedAt: at(0),
  durationMs: 12.4,
  toolSlug: "GITHUB_GET",
  toolkitSlug: "github",
  kind: "tool",
  version: "20260101_00",
  successful: true,
  userId: "ada",
  secrets: [],
  timings: { prepareMs: 1.5 },
  source: { sdk: "0.19.0" },
  request: { arguments: { a: 1 } },
  response: { status: 200 },
  storePayloads: true,
  ...more,
});
export const find = async (search: Partial<ToolLogSearch> = {}, projectId = "proj_a") =>
  (await findToolLogs(projectId, { limit: 100, ...search })).rows.map(({ id }) => id);

beforeEach(async () => {
  await flushToolLogs();
  await pool().query("TRUNCATE tool_log");
});
