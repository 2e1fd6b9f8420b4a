/** Finding executions in the log, and pruning it. */
import { beforeEach, describe, expect, it } from "vitest";
import { moveClock } from "@/lib/kernel/time/clock";
import { pruneToolLogs } from "./prune-tool-logs";
import { findToolLogs, requireToolLog, type ToolLogSearch } from "./find-tool-logs";
import { flushToolLogs, recordExecution } from "./record-execution";
import { toToolLogSummary } from "./wire";
import { ToolLogSummary } from "./contract";
import { at, row, find } from "@/test/builders/tool-logs";

describe("findToolLogs", () => {
  const ids: string[] = [];
  beforeEach(() => {
    ids.length = 0;
    for (const [second, more] of [
      {
        toolSlug: "GITHUB_GET",
        userId: "ada",
        accountId: "ca_1",
        apiKeyId: "key_1",
        successful: false,
        error: "The provider refused it",
        errorCode: 404,
        calledAs: "OLD_NAME",
        request: { http: { url: "https://api.example.com/v1/customers/acct_9?q=secret" } },
        parent: { logId: "log_parent", toolSlug: "MULTI" },
      },
      { toolSlug: "SLACK_SEND", toolkitSlug: "slack", userId: "100%_bob" },
      { toolSlug: "GITHUB_LIST", userId: undefined },
      { projectId: "proj_b", userId: "ada" },
    ].entries()) {
      const log = row({ startedAt: at(second), ...more });
      ids.push(log.id);
      recordExecution(log);
    }
  });
  const picked = (...indexes: number[]) => indexes.map((index) => ids[index]);

  it("lists a project's own rows, newest first", async () => {
    expect(await find()).toEqual(picked(2, 1, 0));
    expect(await find({}, "proj_b")).toEqual(picked(3));
    expect(await find({}, "proj_c")).toEqual([]);
  });

  it.each([
    ["tool_slug", "==", "github_get", [0]],
    ["tool_slug", "!=", "GITHUB_GET", [2, 1]],
    ["tool_slug", "contains", "hub_", [2, 0]],
    ["tool_slug", "not_contains", "hub", [1]],
    ["user_id", "!=", "ada", [2, 1]],
    ["user_id", "contains", "%_b", [1]],
    ["user_id", "contains", "100x", []],
    ["user_id", "not_contains", "ada", [2, 1]],
    ["status", "==", "failed", [0]],
    ["toolkit_slug", "==", "slack", [1]],
    ["connected_account_id", "==", "ca_1", [0]],
    ["api_key_id", "==", "key_1", [0]],
    ["error_code", "==", "404", [0]],
    ["error_code", "!=", "404", [2, 1]],
    ["error_code", "==", "no number", []],
    ["sandbox_id", "==", "x", []],
    ["sandbox_id", "!=", "x", [2, 1, 0]],
    ["user_id", "==", "' OR 1=1 --", []],
    ["request_id", "not_contains", "\0", [2, 1, 0]],
  ] as const)("%s %s %j", async (field, operator, value, expected) => {
    expect(await find({ filters: [{ field, operator, value }] })).toEqual(picked(...expected));
  });

  it.each([
    ["github", [2, 0]],
    ["GitHub Get", [0]],
    ["get github", [0]],
    ["git", [2, 0]],
    ["hub", []],
    ["100% bob", [1]],
    ["ada slack", []],
    ["ca_1", [0]],
    ["refused", [0]],
    ["customers acct", [0]],
    ["api.example.com", []],
    ["secret", []],
    ["%", [2, 1, 0]],
    ["' | 'proj_b", []],
    ["proj_b", []],
    ["log_unknown", []],
  ] as const)("search %j", async (search, expected) => {
    expect(await find({ search })).toEqual(picked(...expected));
  });

  it("finds an execution by its whole id, and another project's never", async () => {
    expect(await find({ search: ` ${ids[1]} ` })).toEqual(picked(1));
    expect(await find({ search: ids[3] })).toEqual([]);
    expect(await find({ search: "github" }, "proj_b")).toEqual(picked(3));
  });

  it("regards case in contains when told", async () => {
    const filters = [{ field: "user_id" as const, operator: "contains" as const, value: "ADA" }];
    expect(await find({ filters })).toEqual(picked(0));
    expect(await find({ filters, caseSensitive: true })).toEqual([]);
  });

  it("takes parts of slugs as they are, and all of them together", async () => {
    const tool = (value: string, more: Partial<ToolLogSearch> = {}) =>
      find({ filters: [{ field: "tool_slug", operator: "contains", value }], ...more });
    expect([
      await tool("\0_"),
      await tool("%"),
      await tool("hub", { caseSensitive: true }),
      await tool("HUB", { caseSensitive: true }),
      await tool(""),
    ]).toEqual([picked(2, 1, 0), [], [], picked(2, 0), picked(2, 1, 0)]);
    expect(
      await find({
        filters: ["GIT", "_GET"].map((value) => ({
          field: "tool_slug" as const,
          operator: "contains" as const,
          value,
        })),
      }),
    ).toEqual(picked(0));
    expect(await find({ filters: [{ field: "tool_slug", operator: "contains", value: "GIT" }] }, "proj_c")).toEqual([]);
  });

  it("joins filters and times", async () => {
    expect(await find({ from: at(1).getTime(), to: at(2).getTime() })).toEqual(picked(2, 1));
    expect(
      await find({ from: at(1).getTime(), filters: [{ field: "toolkit_slug", operator: "==", value: "github" }] }),
    ).toEqual(picked(2));
    expect(await find({ from: -1e300, to: 1e300 })).toEqual(picked(2, 1, 0));
  });

  it("pages through rows of one moment without loss or repetition", async () => {
    for (let n = 0; n < 25; n++) recordExecution(row({ startedAt: at(9) }));
    const all: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof findToolLogs>> = await findToolLogs("proj_a", { limit: 10, cursor });
      all.push(...page.rows.map((logRow) => ToolLogSummary.parse(toToolLogSummary(logRow)).id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(new Set(all).size).toBe(28);
    expect(all).toEqual(await find());
  });

  it("pages from the oldest on, without loss or repetition", async () => {
    for (let n = 0; n < 5; n++) recordExecution(row({ startedAt: at(9) }));
    const all: string[] = [];
    let cursor: string | null = null;
    do {
      const search = { limit: 3, cursor, order: "oldest" } as const;
      const page: Awaited<ReturnType<typeof findToolLogs>> = await findToolLogs("proj_a", search);
      all.push(...page.rows.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(all).toEqual((await find()).toReversed());
    expect(all).toHaveLength(8);
  });

  it("400: refuses a cursor that is not of this list", async () => {
    await expect(find({ cursor: "nonsense" })).rejects.toMatchObject({ status: 400 });
  });

  it("404: hides another project's row, and an id that no row can have", async () => {
    await expect(requireToolLog("proj_b", ids[0] ?? "")).rejects.toMatchObject({ status: 404 });
    await expect(requireToolLog("proj_a", "log_\0")).rejects.toMatchObject({ status: 404 });
  });
});

describe("pruneToolLogs", () => {
  it("deletes what is older than its project keeps it, and what nobody keeps after a year", async () => {
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
    for (const projectId of ["proj_a", "proj_b", "proj_gone"])
      for (const days of [0, 8, 31, 366])
        recordExecution(row({ projectId, startedAt: ago(days), id: `log_${projectId}_${days}` }));
    await flushToolLogs();
    const findRemaining = async (projectId: string) =>
      (await find({}, projectId)).map((id) => Number(id.split("_").at(-1))).sort((a, b) => a - b);
    const retentions = [
      { projectId: "proj_a", days: 7 },
      { projectId: "proj_b", days: 60 },
    ];
    expect(await pruneToolLogs(retentions)).toBe(5);
    expect([await findRemaining("proj_a"), await findRemaining("proj_b"), await findRemaining("proj_gone")]).toEqual([
      [0],
      [0, 8, 31],
      [0, 8, 31],
    ]);
    const back = moveClock(30 * 86_400_000);
    try {
      expect(await pruneToolLogs(retentions)).toBe(2);
    } finally {
      back();
    }
    expect([await findRemaining("proj_a"), await findRemaining("proj_b")]).toEqual([[], [0, 8]]);
  });
});
