/**
 * The counters of usage equal the log after processes were killed in the middle of mixed calls: a row and its counts
 * are written by one statement, so a kill loses both or neither.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { afterAll, expect, it } from "vitest";
import { pool } from "@/lib/kernel/database/db";
import { json, projectId, provider } from "@/test/builders/execute-tool";
import { readUsageSummary } from "./read-usage-groups";
import { testProgram } from "@/test/setup/test-program";

const CHILD = testProgram("test/children/crashes/usage-child.ts");
const CALLS = Number(process.env.PATCHBAY_SOAK_USAGE ?? 300);
const CRASHES = Number(process.env.PATCHBAY_SOAK_USAGE_CRASHES ?? 1);
/** Each part but the last one ends with a kill. */
const PART = Math.ceil(CALLS / (CRASHES + 1) / 100) * 100;
const SPANS = [300, 3600, 86_400];
/** A process loses at most the batch that it was about to write. */
const MAX_LOST_A_CRASH = 400;

const children = new Set<ChildProcess>();
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
});

/** Makes calls in a process, and kills it after so many answers unless it is the last. Returns its answers. */
async function makeCalls(isLast: boolean): Promise<number> {
  // A process to kill has calls left to make.
  const child = fork(CHILD, [projectId, String(isLast ? PART : PART * 100)], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  children.add(child);
  let answers = 0;
  child.on("message", (count) => {
    answers = Number(count);
    if (!isLast && answers >= PART) child.kill("SIGKILL");
  });
  const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
  expect([code, signal]).toEqual(isLast ? [0, null] : [null, "SIGKILL"]);
  return answers;
}

type Row = Record<"toolkit_slug" | "tool_slug" | "status", string> &
  Record<"user_id" | "api_key_id" | "session_id" | "error_code", string | null> & { created_at: Date };

const facesOf = (row: Row) => ({
  all: "",
  toolkit: row.toolkit_slug,
  tool: row.tool_slug,
  user: row.user_id,
  key: row.api_key_id,
  session: row.session_id,
  error: row.status === "success" ? null : `${row.tool_slug} ${row.error_code ?? ""}`,
});

const entriesOf = (counts: ReadonlyMap<string, { calls: number; failed: number }>) =>
  [...counts].map(([name, { calls, failed }]) => `${name}: ${calls}, ${failed}`).sort();

/** What the counters have to be: the rows of the log, counted here. */
function count(rows: readonly Row[]): string[] {
  const counts = new Map<string, { calls: number; failed: number }>();
  for (const row of rows)
    for (const span of SPANS)
      for (const [dimension, key] of Object.entries(facesOf(row))) {
        if (dimension !== "all" && (!key || span === SPANS[0])) continue;
        const start = Math.floor(row.created_at.getTime() / 1000 / span) * span;
        const name = [dimension, span, start, key].join(" ");
        const sums = counts.get(name) ?? { calls: 0, failed: 0 };
        sums.calls += 1;
        sums.failed += row.status === "success" ? 0 : 1;
        counts.set(name, sums);
      }
  return entriesOf(counts);
}

async function rowsOf<T>(text: string): Promise<T[]> {
  return (await pool().query(text, [projectId])).rows as T[];
}

async function readCounters(): Promise<string[]> {
  const tallies = await rowsOf<{ name: string; calls: number; failed: number }>(
    `SELECT concat_ws(' ', dimension, span, extract(epoch FROM starts_at)::bigint, key) AS name, calls::int, failed::int
     FROM usage_tally WHERE project_id = $1`,
  );
  return entriesOf(new Map(tallies.map(({ name, ...sums }) => [name, sums])));
}

it(`counts what the log has after ${CALLS} calls and ${CRASHES} crashes`, { timeout: 3_000_000 }, async () => {
  json(200, { id: 1 });
  const { answer } = provider;
  provider.answer = (request, response) => {
    provider.seen.length = 0;
    if (JSON.stringify(request).includes("fails")) response.writeHead(500).end();
    else answer(request, response);
  };
  let answers = 0;
  for (let part = 0; part <= CRASHES; part += 1) answers += await makeCalls(part === CRASHES);

  const rows = await rowsOf<Row>("SELECT * FROM tool_log WHERE project_id = $1");
  expect(rows.length).toBeGreaterThan(answers - MAX_LOST_A_CRASH * CRASHES);
  expect(new Set(rows.map(({ status }) => status)).size).toBeGreaterThan(1);
  expect(await readCounters()).toEqual(count(rows));
  const hours = await rowsOf(
    "SELECT sum(total)::int AS total, sum(failed)::int AS failed FROM usage_counter WHERE project_id = $1",
  );
  const failed = rows.filter(({ status }) => status !== "success").length;
  expect(hours).toEqual([{ total: rows.length, failed }]);
  const toolkits = "SELECT sum(total)::int AS total FROM toolkit_usage WHERE project_id = $1";
  expect(await rowsOf(toolkits)).toEqual([{ total: rows.filter(({ toolkit_slug: slug }) => slug !== "").length }]);
  const { entities } = await readUsageSummary([projectId], { filters: {} });
  expect(entities.tool_calls).toMatchObject({ event_count: rows.length });
  if (CALLS > 300)
    process.stdout.write(
      `${answers} executions, ${CRASHES} crashes, ${rows.length} rows, ${failed} of them failed: all counters equal\n`,
    );
});
