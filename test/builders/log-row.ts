/** A row of the log of executions, for tests and their processes. */
import { newId } from "@/lib/kernel/ids";
import type { ExecutionLog } from "@/lib/logs/record-execution";

export const toTime = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
export const row = (more: Partial<ExecutionLog> = {}): ExecutionLog => ({
  id: newId("log"),
  projectId: "proj_a",
  startedAt: toTime(0),
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
