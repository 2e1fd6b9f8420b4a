/** What a project used, by the published operations, with the real database. */
import { beforeEach, describe, expect, it } from "vitest";
import { POST as groupsRoute } from "@/app/api/v3/project/usage/[entity_type]/route";
import { POST as summaryRoute } from "@/app/api/v3/project/usage/summary/route";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { pool } from "@/lib/kernel/database/db";
import { newId } from "@/lib/kernel/ids";
import { flushToolLogs, recordExecution, type ExecutionLog } from "@/lib/logs/record-execution";
import { row } from "@/test/builders/log-row";
import { createTestOwner } from "@/test/builders/owners";
import type { meteredUsageApi } from "./contract";
import type { z } from "zod";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ago = (ms: number) => new Date(Date.now() - ms);

type Summary = z.output<(typeof meteredUsageApi.getUsageSummary)["response"]>;
type Groups = z.output<(typeof meteredUsageApi.listUsageGroups)["response"]>;

let projectId: string;
let key: string;

async function post<T>(route: typeof groupsRoute | typeof summaryRoute, body: object, entityType?: string): Promise<T> {
  const request = new Request("http://localhost/api/v3/project/usage", {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const context = { params: Promise.resolve(entityType === undefined ? {} : { entity_type: entityType }) };
  return (await (await route(request, context as never)).json()) as T;
}
const groups = (body: object = {}, type = "tool_calls") => post<Groups>(groupsRoute, body, type);
const summary = (body: object = {}) => post<Summary>(summaryRoute, body);
const countsOf = ({ groups: all }: Groups) => Object.fromEntries(all.map((group) => [group.key, group.event_count]));

async function record(...rows: Partial<ExecutionLog>[]): Promise<void> {
  for (const more of rows) recordExecution(row({ projectId, startedAt: new Date(), userId: undefined, ...more }));
  await flushToolLogs();
}

const createSession = (userId: string, createdAt: Date) =>
  pool().query(
    `INSERT INTO tool_router_session (id, project_id, user_id, word, config, created_at, updated_at, last_used_at)
     VALUES ($1, $2, $3, $1, '{}', $4, $4, $4)`,
    [newId("toolRouterSession"), projectId, userId, createdAt],
  );

beforeEach(async () => {
  await flushToolLogs();
  await pool().query("TRUNCATE tool_log, usage_counter, toolkit_usage, usage_tally");
  ({ projectId } = await createTestOwner());
  ({ key } = await createApiKey(projectId, { name: "tests" }));
});

describe("the summary", () => {
  it("sums calls and sessions of the last 30 days, of one project alone", async () => {
    await record({}, { successful: false }, { startedAt: ago(20 * DAY_MS) }, { startedAt: ago(40 * DAY_MS) });
    await record({ projectId: "proj_other" });
    await createSession("ada", new Date());
    await createSession("ada", ago(40 * DAY_MS));
    expect(await summary()).toEqual({
      entities: {
        tool_calls: { unit: "call", total_quantity: "3", event_count: 3 },
        sessions: { unit: "session", total_quantity: "1", event_count: 1 },
      },
      instant_charge: "0",
    });
  });

  it("sums what is asked for: a range, an entity type, users, a session", async () => {
    await record({ userId: "ada", sessionId: "s1" }, { userId: "eve", sessionId: "s2" });
    await record({ userId: "ada", startedAt: ago(3 * DAY_MS) });
    await createSession("eve", new Date());
    const callsOf = async (body: object) => (await summary(body)).entities["tool_calls"]?.event_count;
    expect(await callsOf({ from: ago(2 * HOUR_MS).getTime() })).toBe(2);
    expect(await callsOf({ to: ago(DAY_MS).getTime() })).toBe(1);
    expect(await callsOf({ filters: { user_id: ["ada"] } })).toBe(2);
    expect(await callsOf({ filters: { session_id: ["s2"] } })).toBe(1);
    expect(await callsOf({ filters: { user_id: ["ada"], session_id: ["s2"] } })).toBe(0);
    const sessions = await summary({ entity_types: ["sessions"], filters: { user_id: ["ada"] } });
    expect(sessions.entities).toEqual({ sessions: { unit: "session", total_quantity: "0", event_count: 0 } });
  });
});

describe("groups", () => {
  it("are by tool, most calls first, or by what is asked for in the order that is asked for", async () => {
    await record({}, {}, { toolSlug: "SLACK_SEND", toolkitSlug: "slack", userId: "ada" });
    expect(await groups()).toEqual({
      entity_type: "tool_calls",
      unit: "call",
      total_quantity: "3",
      event_count: 3,
      groups: [
        { key: "GITHUB_GET", total_quantity: "2", event_count: 2 },
        { key: "SLACK_SEND", total_quantity: "1", event_count: 1 },
      ],
    });
    const upward = await groups({ group_by: "toolkit_slug", order_by: "key", order_direction: "desc", limit: 1 });
    expect(upward.groups.map(({ key: slug }) => slug)).toEqual(["slack"]);
    expect(countsOf(await groups({ group_by: "user_id" }))).toEqual({ ada: 1 });
  });

  it("are found by a whole user ID, however long it is", async () => {
    const userId = "u".repeat(400);
    await record({ userId }, { userId: "ada" });
    expect(countsOf(await groups({ group_by: "user_id", filters: { user_id: [userId] } }))).toEqual({
      [userId.slice(0, 200)]: 1,
    });
  });

  it("by one thing are filtered by another", async () => {
    await record({ userId: "ada" }, { userId: "ada", toolSlug: "SLACK_SEND" }, { userId: "eve" });
    expect(await groups({ filters: { user_id: ["ada"] } })).toMatchObject({ event_count: 2 });
    expect(countsOf(await groups({ filters: { user_id: ["ada"] } }))).toEqual({ GITHUB_GET: 1, SLACK_SEND: 1 });
    expect(countsOf(await groups({ group_by: "user_id", filters: { user_id: ["eve"] } }))).toEqual({ eve: 1 });
  });

  it("of sessions are by user", async () => {
    await createSession("ada", new Date());
    await createSession("ada", new Date());
    await createSession("eve", new Date());
    expect(countsOf(await groups({}, "sessions"))).toEqual({ ada: 2, eve: 1 });
    expect(countsOf(await groups({ order_direction: "asc", limit: 1 }, "sessions"))).toEqual({ eve: 1 });
  });
});

it("a mistake is answered with its field and the fix", async () => {
  const messageOf = async (answer: Promise<unknown>) =>
    ((await answer) as { error: { message: string } }).error.message;
  expect(await messageOf(groups({}, "tokens"))).toContain("entity_type: there is no entity type tokens");
  expect(await messageOf(summary({ entity_types: ["tokens"] }))).toContain("entity_types");
  expect(await messageOf(groups({ group_by: "color" }))).toContain("group_by: tool_calls have no color");
  expect(await messageOf(groups({ group_by: "tool_slug" }, "sessions"))).toContain("group_by");
  expect(await messageOf(summary({ from: 5, to: 5 }))).toContain("from: must be before");
});
