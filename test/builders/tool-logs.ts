/** Helpers for the tests of tool logs: a row, and how to find rows. */
import { beforeEach } from "vitest";
import { pool } from "@/lib/kernel/database/db";
import { findToolLogs, type ToolLogSearch } from "@/lib/logs/find-tool-logs";
import { flushToolLogs } from "@/lib/logs/record-execution";

export { toTime as at, row } from "./log-row";

export const find = async (search: Partial<ToolLogSearch> = {}, projectId = "proj_a") =>
  (await findToolLogs(projectId, { limit: 100, ...search })).rows.map(({ id }) => id);

beforeEach(async () => {
  await flushToolLogs();
  await pool().query("TRUNCATE tool_log");
});
