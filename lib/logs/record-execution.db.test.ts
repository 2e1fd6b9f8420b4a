/** The log of executions, with the real database. */
import { describe, expect, it } from "vitest";
import { pool } from "@/lib/kernel/database/db";
import { requireToolLog } from "./find-tool-logs";
import { flushToolLogs, logState, recordExecution, type ExecutionLog } from "./record-execution";
import { countExecutions } from "./execution-counts";
import { toToolLogDetail, toToolLogSummary } from "./wire";
import { ToolLogDetail } from "./contract";
import { row, find } from "@/test/builders/tool-logs";

describe("recordExecution", () => {
  it("writes rows that are read back in the API's form", async () => {
    const log = row({
      error: "It failed",
      errorCode: 1803,
      calledAs: "GITHUB_OLD_NAME",
      successful: false,
      account: { id: "ca_1", rule: "most recent" },
      accountId: "ca_1",
      sessionId: "trs_1",
      requestId: "req_1",
    });
    recordExecution(log);
    const detail = toToolLogDetail(await requireToolLog("proj_a", log.id));
    expect(ToolLogDetail.parse(detail)).toEqual(detail);
    expect(detail).toMatchObject({
      id: log.id,
      timestamp: "2026-01-01T00:00:00.000Z",
      type: "tool_execution",
      status: "failed",
      level: "error",
      message: "It failed",
      parent: null,
      metadata: {
        tool_slug: "GITHUB_GET",
        called_as: "GITHUB_OLD_NAME",
        error_code: "1803",
        connected_account_id: "ca_1",
        user_id: "ada",
      },
      metrics: { duration_ms: 12, prepare_ms: 1.5 },
      context: { session_id: "trs_1", request_id: "req_1" },
      source: { sdk: "0.19.0" },
      data: { request: { arguments: { a: 1 } }, response: { status: 200 }, error: "It failed" },
    });
  });

  it("names the origin of the credentials, as far as it is known", async () => {
    const sources: unknown[] = [];
    for (const more of [
      { accountId: "ca_1", account: { id: "ca_1", rule: "most recent" }, successful: false },
      { account: { rule: "credentials in the request", scheme: "API_KEY" } },
      {},
      { successful: false },
    ]) {
      const log = row(more);
      recordExecution(log);
      sources.push(toToolLogSummary(await requireToolLog("proj_a", log.id)).metadata.credential_source);
    }
    expect(sources).toEqual(["connected_account", "custom_auth", "no_auth", undefined]);
  });

  it("keeps nothing of a request where the project keeps none, not even words", async () => {
    const log = row({
      storePayloads: false,
      request: { http: { url: "https://api.example.com/v1/planted" } },
      response: { data: "planted" },
    });
    recordExecution(log);
    const logRow = await requireToolLog("proj_a", log.id);
    expect([logRow.request, logRow.response]).toEqual([null, null]);
    const { rows } = await pool().query("SELECT * FROM tool_log");
    expect(JSON.stringify(rows)).not.toContain("planted");
  });

  it("makes no words of secrets", async () => {
    recordExecution(
      row({
        secrets: ["plantedsecret"],
        error: "refused plantedsecret",
        request: { http: { url: "https://x/plantedsecret" } },
      }),
    );
    expect(await find({ search: "plantedsecret" })).toEqual([]);
    const { rows } = await pool().query("SELECT * FROM tool_log");
    expect(JSON.stringify(rows)).not.toContain("plantedsecret");
  });

  it("tells where the time went and whose part an execution is", async () => {
    const log = row({
      durationMs: 100,
      timings: { prepareMs: 5, queueMs: 10, refreshMs: 20, upstreamMs: 60 },
      parent: { logId: "log_parent", toolSlug: "MULTI" },
    });
    recordExecution(log);
    expect(toToolLogSummary(await requireToolLog("proj_a", log.id))).toMatchObject({
      metrics: { duration_ms: 100, prepare_ms: 5, queue_ms: 10, refresh_ms: 20, upstream_ms: 60, overhead_ms: 10 },
      parent: { log_id: "log_parent", tool_slug: "MULTI" },
    });
  });

  it("writes a thousand rows in few statements, each once", async () => {
    for (let n = 0; n < 1000; n++) recordExecution(row());
    await flushToolLogs();
    const { rows } = await pool().query("SELECT count(*)::int AS count FROM tool_log");
    expect(rows).toEqual([{ count: 1000 }]);
  });

  it.each<[string, Partial<ExecutionLog>]>([
    ["a duration that no column takes", { durationMs: 1e15 }],
    ["no duration", { durationMs: NaN }],
    ["a time that is none", { startedAt: new Date(NaN) }],
    ["more tokens than the column takes", { tokens: 2 ** 40 }],
    ["a number that is no JSON", { response: { data: 2n ** 70n } }],
    [
      "an answer that cannot be read",
      {
        response: {
          get data() {
            throw new Error("gone");
          },
        },
      },
    ],
    [
      "a circle",
      {
        timings: (() => {
          const circle: Record<string, unknown> = {};
          circle.self = circle;
          return circle;
        })(),
      },
    ],
  ])("a row with %s is stored in a smaller form, and its neighbors whole", async (_, odd) => {
    const good = [row(), row(), row()];
    const smaller = row({
      ...odd,
      userId: "ada",
      secrets: ["planted-secret"],
      error: "planted-secret",
      toolSlug: "planted-secret X",
    });
    for (const log of [good[0], smaller, good[1], good[2]]) recordExecution(log as ExecutionLog);
    expect((await find()).sort()).toEqual([...good, smaller].map(({ id }) => id).sort());
    const storedRow = await requireToolLog("proj_a", smaller.id);
    expect(storedRow).toMatchObject({ user_id: "ada", status: "success", request: null, response: null });
    expect(JSON.stringify(storedRow)).not.toContain("planted-secret");
    expect(await requireToolLog("proj_a", good[1]?.id ?? "")).toMatchObject({ duration_ms: 12, error: null });
  });

  it("a row that is refused in any form is counted, and keeps nobody back", async () => {
    const good = row();
    recordExecution(row({ projectId: null as unknown as string }));
    recordExecution(good);
    const before = logState().dropped;
    expect(await find()).toEqual([good.id]);
    expect([logState().dropped - before, logState().isDropping]).toEqual([1, true]);
  });

  it.each([
    ["letters outside the BMP, cut in the middle", `a${"\u{1d49c}".repeat(40)}`],
    ["an emoji at the cut", `${"x".repeat(499)}\u{1f600}`],
    ["a single surrogate", "\ud835"],
    ["NUL", "a\0b"],
    ["all of it, long", "\0\ud800\u{1d49c}".repeat(900)],
  ])("%s: every text of a row is stored, wherever it stands", async (_, odd) => {
    const text = { userId: odd, toolSlug: odd, toolkitSlug: odd, calledAs: odd, accountId: odd, authConfigId: odd };
    const log = row({
      ...text,
      sessionId: odd,
      requestId: odd,
      version: odd,
      mcpServerId: odd,
      callHash: odd,
      error: odd,
      parent: { logId: odd, toolSlug: odd },
      request: { [odd]: odd, http: { url: `https://x/${odd}` } },
      response: { data: [odd] },
      account: { [odd]: odd },
      approval: { by: odd },
      source: { sdk: odd },
    });
    recordExecution(log);
    const storedRow = await requireToolLog("proj_a", log.id);
    expect(storedRow.error).not.toContain("could not be recorded");
    expect(storedRow.request).not.toBeNull();
  });

  it("counts rows in their smaller form, and those without a toolkit, as executions", async () => {
    recordExecution(row({ projectId: "proj_counted", durationMs: 1e15, successful: false }));
    recordExecution(row({ projectId: "proj_counted", toolkitSlug: "" }));
    expect(await countExecutions("proj_counted")).toMatchObject({ total: 2, succeeded: 1 });
  });

  it("stores text that the database does not take as it is", async () => {
    const log = row({ userId: "nul\0\ud800", request: { a: "\0" }, toolSlug: "x\0" });
    recordExecution(log);
    expect(await requireToolLog("proj_a", log.id)).toMatchObject({
      user_id: "nul\ufffd\ufffd",
      request: { a: "\ufffd" },
    });
  });
});
