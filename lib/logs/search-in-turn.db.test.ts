/** Searches and exports of the log: few at a time, for a limited time, and fair between projects. */
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { pool } from "@/lib/kernel/database/db";
import { searchConnections } from "@/lib/kernel/database/pools";
import { row } from "@/test/builders/tool-logs";
import { exportToolLogs } from "./export-tool-logs";
import { searchInTurn } from "./search-in-turn";
import { findToolLogs, findToolLogsByNumber, type ToolLogSearch } from "./find-tool-logs";
import { flushToolLogs, recordExecution } from "./record-execution";
import { queryRows } from "@/test/setup/query-rows";

beforeAll(() => {
  process.env.PATCHBAY_LOG_SEARCH_SECONDS = "1";
  pool().options.max = 1;
});

const tooMany = { status: 429, details: { slug: "TooManyLogSearches", headers: { "retry-after": "5" } } };

describe("a search that takes too long", () => {
  afterEach(async () => {
    await pool().query("DROP VIEW tool_log");
    await pool().query("ALTER TABLE tool_log_away RENAME TO tool_log");
  });

  it("422: is ended, names the filters that read row after row, and leaves other requests alone", async () => {
    recordExecution(row({ accountId: "ca_1" }));
    await flushToolLogs();
    await pool().query("ALTER TABLE tool_log RENAME TO tool_log_away");
    // Reading each row takes a minute.
    await pool().query("CREATE VIEW tool_log AS SELECT * FROM tool_log_away WHERE pg_sleep(60)::text = ''");
    const search: ToolLogSearch = {
      limit: 20,
      filters: [
        { field: "connected_account_id", operator: "==", value: "ca_1" },
        { field: "user_id", operator: "contains", value: "ada" },
      ],
    };
    const places = Array.from({ length: searchConnections() >> 1 }, () => findToolLogs("proj_a", search));
    let isOver = false;
    const results = Promise.allSettled(places).finally(() => (isOver = true));
    expect(await queryRows("test.one", "SELECT 1 AS one", [])).toEqual([{ one: 1 }]);
    expect(isOver).toBe(false);
    for (const result of await results)
      expect(result).toMatchObject({
        status: "rejected",
        reason: {
          status: 422,
          message: expect.stringMatching(/longer than 1 seconds .* user_id contains "ada"\.$/) as string,
          details: {
            slug: "LogSearchTooSlow",
            errors: ["filters: user_id contains reads every row of time_range"],
          },
        },
      });
    await expect(findToolLogsByNumber("proj_a", { limit: 20 })).rejects.toMatchObject({ status: 422 });
    const csv = exportToolLogs("proj_a", {}, { format: "csv", limit: 10 });
    await expect(csv.next()).rejects.toMatchObject({ status: 422 });
  });
});

describe("searches at a time", () => {
  /** Begins a search that runs until the test ends it. */
  function begin(projectId: string, isExport = false) {
    let end = (): void => undefined;
    let hasStarted = false;
    const gate = new Promise<void>((resolve) => {
      end = resolve;
    });
    const done = searchInTurn(projectId, {}, isExport, () => {
      hasStarted = true;
      return gate;
    });
    return { end, done, hasBegun: () => hasStarted };
  }

  it("429: a project has half of the places and ten that wait; another project is served meanwhile", async () => {
    const share = searchConnections() >> 1;
    const running = Array.from({ length: share }, () => begin("proj_many"));
    const waiting = Array.from({ length: 10 }, () => begin("proj_many"));
    await expect(begin("proj_many").done).rejects.toMatchObject(tooMany);
    expect(running.every(({ hasBegun }) => hasBegun())).toBe(true);
    expect(waiting.some(({ hasBegun }) => hasBegun())).toBe(false);
    const other = begin("proj_one");
    expect(other.hasBegun()).toBe(true);
    for (const { end } of [...running, ...waiting, other]) end();
    await Promise.all([...running, ...waiting, other].map(({ done }) => done));
  });

  it("give their place back when they fail", async () => {
    for (let n = 0; n < 20; n++)
      await expect(searchInTurn("proj_a", {}, false, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    const next = begin("proj_a");
    expect(next.hasBegun()).toBe(true);
    next.end();
    await next.done;
  });
});

it("429: a project exports two files at a time, and another one as soon as one is read or left", async () => {
  for (let n = 0; n < 3; n++) recordExecution(row());
  await flushToolLogs();
  const open = () => exportToolLogs("proj_a", {}, { format: "jsonl", limit: 10 });
  const files = [open(), open()];
  for (const file of files) expect((await file.next()).done).toBe(false);
  await expect(open().next()).rejects.toMatchObject(tooMany);
  await files[0]?.return();
  const third = open();
  expect((await third.next()).done).toBe(false);
  for await (const _text of third);
  for await (const _text of files[1] ?? []);
  const fourth = open();
  expect((await fourth.next()).done).toBe(false);
  await fourth.return();
});
