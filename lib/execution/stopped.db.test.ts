/** Executions that are running when the process stops: each gets a row in the log with the known facts. */
import { afterAll, expect, it, vi } from "vitest";
import pg from "pg";
import { runDrains, runStops } from "@/lib/kernel/process/lifecycle";
import { FACTS, caller, projectId, provider, run } from "@/test/builders/execute-tool";
import { PATIENT } from "@/test/setup/patience";
import { executeTool } from "./execute-tool";
import { withStopReason } from "./sending/unfinished";

const reader = new pg.Client({ connectionString: process.env.DATABASE_URL });
afterAll(() => reader.end());

/** Stops in the order of the server: streams, then open connections, then the remaining work. */
async function stopServer(cutConnections: () => void): Promise<void> {
  runDrains();
  cutConnections();
  await runStops((name, error) => {
    throw new Error(`${name} did not stop`, { cause: error });
  });
}

it("reports that the server was stopped, and whether something was sent", async () => {
  provider.answer = () => undefined;
  const connection = new AbortController();
  const cut = run("LOOPBACK_READ", { arguments: { q: "cut" } }, caller(), { signal: connection.signal });
  const issue = { user_id: "ada", arguments: { owner: "o", title: "t" } };
  const keyed = executeTool(caller(), "LOOPBACK_CREATE_ISSUE", issue, { ...FACTS, idempotencyKey: "goes on" });
  const outcomes = Promise.allSettled([cut, keyed]);
  await vi.waitFor(() => expect(provider.seen).toHaveLength(2), PATIENT);
  await stopServer(() => connection.abort());
  await reader.connect();
  const { rows } = await reader.query<Record<string, string>>(
    "SELECT tool_slug, status, error FROM tool_log WHERE project_id = $1 ORDER BY tool_slug",
    [projectId],
  );
  const error =
    "The server was stopped before it knew how this execution ended; it may have been carried out at the provider.";
  expect(rows).toEqual([
    { tool_slug: "LOOPBACK_CREATE_ISSUE", status: "failed", error },
    { tool_slug: "LOOPBACK_READ", status: "failed", error },
  ]);
  const unsent = withStopReason(
    { successful: false, error: "The caller went away." },
    { signal: connection.signal },
    { began: 0, sent: 0 },
  );
  expect(unsent.error).toMatch(/nothing was sent to the provider\.$/);
  await provider.close();
  await outcomes;
});
