/** The older log operations and the export, with the real database. */
import { beforeEach, describe, expect, it } from "vitest";
import { pool } from "@/lib/kernel/database/db";
import { newId } from "@/lib/kernel/ids";
import { toActionFields, toChoice } from "./to-action-fields";
import { toActionDetail, toActionExecution } from "./wire";
import { ToolLogDetail } from "../contract";
import { ActionExecution, ActionExecutionDetail, actionLogsApi } from "./contract";
import { exportToolLogs, type ExportFormat } from "../export-tool-logs";
import { findToolLogsByNumber, requireToolLog } from "../find-tool-logs";
import type { ToolLogChoice } from "../tool-log-choice";
import { flushToolLogs, recordExecution, type ExecutionLog } from "../record-execution";

const toTime = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
const record = (more: Partial<ExecutionLog> = {}): string => {
  const id = newId("log");
  recordExecution({
    id,
    projectId: "proj_a",
    startedAt: toTime(0),
    durationMs: 100,
    toolSlug: "GITHUB_GET",
    toolkitSlug: "github",
    kind: "tool",
    version: "20260101_00",
    successful: true,
    userId: "ada",
    accountId: "ca_1",
    secrets: [],
    timings: { prepareMs: 5, refreshMs: 20, upstreamMs: 60 },
    source: { sdk: "0.19.0" },
    storePayloads: true,
    request: {
      arguments: { a: 1 },
      http: { method: "POST", url: "https://x.test/a", headers: { accept: "*/*" }, body: { b: 2 } },
    },
    response: { status: 200, data: { ok: true } },
    ...more,
  });
  return id;
};

beforeEach(async () => {
  await flushToolLogs();
  await pool().query("TRUNCATE tool_log");
});

describe("an execution of the older operations", () => {
  it("has its steps, in the contract's form", async () => {
    const detail = toActionDetail(await requireToolLog("proj_a", record({ sessionId: "trs_1" })));
    expect(ActionExecutionDetail.parse(detail)).toEqual(detail);
    const start = toTime(0).getTime();
    expect(detail).toMatchObject({
      actionId: "GITHUB_GET",
      status: "success",
      app: { uniqueId: "github" },
      connection: { id: "ca_1", entity: "ada" },
      session: { id: "trs_1" },
      payloadReceived: { a: 1 },
      totalDuration: "100 ms",
      error: {},
      steps: [
        { type: "fetch_connection_details", startTime: start, endTime: start + 25 },
        {
          type: "tool_execution",
          startTime: start + 25,
          endTime: start + 100,
          status: "success",
          logs: [
            {
              type: "network",
              request: { method: "POST", url: "https://x.test/a", json: { b: 2 } },
              response: { status: 200, time: "60 ms" },
            },
          ],
        },
      ],
    });
  });

  it("tells a failure, and stands without account, request and answer", async () => {
    const detail = toActionDetail(
      await requireToolLog(
        "proj_a",
        record({
          successful: false,
          error: "No account",
          accountId: undefined,
          userId: undefined,
          version: undefined,
          storePayloads: false,
          timings: {},
        }),
      ),
    );
    expect(ActionExecutionDetail.parse(detail)).toEqual(detail);
    expect(detail).toMatchObject({
      status: "error",
      connection: { id: "", entity: "" },
      error: { message: "No account" },
      payloadReceived: {},
      response: {},
    });
    expect(detail.steps).toEqual([
      expect.objectContaining({ type: "tool_execution", status: "failure", message: "No account" }),
    ]);
  });
});

describe("the search of the older operations", () => {
  const find = async (params: Parameters<typeof toChoice>[0]) =>
    (await findToolLogsByNumber("proj_a", { ...toChoice(params), limit: 100 })).rows.map(({ user_id: user }) => user);
  beforeEach(() => {
    record({ userId: "ada" });
    record({
      userId: "bob",
      toolSlug: "SLACK_SEND",
      toolkitSlug: "slack",
      successful: false,
      error: "channel_not_found",
      startedAt: toTime(1),
    });
    record({ userId: "eve", projectId: "proj_b" });
  });

  it.each([
    [[], ["bob", "ada"]],
    [[{ field: "actionKey", operation: "==", value: "slack_send" }], ["bob"]],
    [[{ field: "tool_slug", operation: "contains", value: "git" }], ["ada"]],
    [[{ field: "status", operation: "equals", value: "failed" }], ["bob"]],
    [[{ field: "entityId", operation: "is_not", value: "bob" }], ["ada"]],
    [[{ field: "appKey", value: "git" }], ["ada"]],
    [[{ value: "channel" }], ["bob"]],
    [[{ value: "channel" }, { value: "found" }], ["bob"]],
    [[{ field: "entityId", operation: "==" }], ["bob", "ada"]],
  ])("%j", async (params, expected) => expect(await find(params)).toEqual(expected));

  it("400: names the fields and the operations there are", () => {
    expect(() => toChoice([{ field: "colour", value: "x" }])).toThrow(
      expect.objectContaining({
        kind: "BadRequest",
        details: { suggestedFix: expect.stringContaining("actionKey") as string },
      }),
    );
    expect(() => toChoice([{ field: "status", operation: "constructor", value: "x" }])).toThrow(
      'the operation "constructor", which executions do not have.',
    );
    expect(() => toChoice([{ field: "status", operation: "~", value: "x" }])).toThrow(
      expect.objectContaining({ kind: "BadRequest" }),
    );
  });

  it("tells the fields in the contract's form", () =>
    expect(
      actionLogsApi.listActionFields.response
        .parse({ fields: toActionFields() })
        .fields.search_params?.map(({ id, name }) => [id, name]),
    ).toContainEqual(["actionKey", "actionKey"]));

  it("pages by numbers through rows of one moment and of others, without loss or repetition", async () => {
    for (let n = 0; n < 23; n++) record({ startedAt: toTime(9) });
    for (let n = 0; n < 5; n++) record({ startedAt: toTime(8) });
    const all: string[] = [];
    let cursor: number | null = null;
    do {
      const page: Awaited<ReturnType<typeof findToolLogsByNumber>> = await findToolLogsByNumber("proj_a", {
        limit: 5,
        cursor,
      });
      all.push(...page.rows.map((row) => ActionExecution.parse(toActionExecution(row)).id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect([all.length, new Set(all).size]).toEqual([30, 30]);
  });
});

describe("exportToolLogs", () => {
  const read = async (
    format: ExportFormat,
    { limit = 100_000, ...choice }: ToolLogChoice & { limit?: number } = {},
  ) => {
    let text = "";
    for await (const part of exportToolLogs("proj_a", choice, { format, limit })) text += part;
    return text;
  };

  it("writes each chosen row of the project once, newest first, whatever the pages", async () => {
    const ids = Array.from({ length: 450 }, (_, n) => record({ startedAt: toTime(n) })).reverse();
    record({ projectId: "proj_b", userId: "eve" });
    const rows = (await read("jsonl"))
      .trimEnd()
      .split("\n")
      .map((line) => ToolLogDetail.parse(JSON.parse(line)));
    expect(rows.map(({ id }) => id)).toEqual(ids);
    expect(rows[0]?.data).toMatchObject({ request: { arguments: { a: 1 } }, response: { status: 200 } });
    expect(
      (await read("csv", { limit: 201 }))
        .trimEnd()
        .split("\r\n")
        .slice(1)
        .map((line) => line.split(",")[0]),
    ).toEqual(ids.slice(0, 201));
  });

  it("narrows by filters and words", async () => {
    const expectedId = record({ userId: "bob", error: "rate limited", successful: false });
    record({ userId: "bob" });
    record({ error: "rate limited", successful: false });
    expect(
      await read("csv", { search: "rate", filters: [{ field: "user_id", operator: "==", value: "bob" }] }),
    ).toMatch(new RegExp(`^id,[a-z_,]+\r\n${expectedId},[^\r]+\r\n$`));
  });

  it("hands a spreadsheet no formula", async () => {
    record({ userId: "=cmd|' /C calc'!A0", error: '-1,"x"\n@y' });
    const text = await read("csv");
    expect(text).toContain(`,'=cmd|' /C calc'!A0,`);
    expect(text).toContain(`"'-1,""x""\n@y"`);
  });

  it("is a heading, or nothing, where there are no rows", async () => {
    expect((await read("csv")).split("\r\n").length).toBe(2);
    expect(await read("jsonl")).toBe("");
  });
});
