/** Polls on a real database: nothing is skipped or repeated, by one process at a time, and what goes wrong is said. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { forgetCatalog } from "@/lib/catalog/read/catalog";
import { db } from "@/lib/kernel/database/db";
import { isQueued } from "@/lib/kernel/jobs/queue";
import { connectLoopback, type Provider, startProvider } from "@/test/servers/loopback-provider";
import { installLoopbackTriggers, newTriggerClient, type TriggerClient } from "@/test/builders/loopback-triggers";
import { ON } from "@/test/builders/origin";
import { queryRows } from "@/test/setup/query-rows";
import { eventsOf } from "@/test/builders/triggers";
import { followAccounts } from "../instances/follow-accounts";
import { pollTrigger } from "./poll-trigger";
import { POLL, restartOverdue } from "./schedule-polls";

const POLLS = `
source: https://example.com/docs
triggers:
  LOOPBACK_LISTED:
    name: Listed
    description: Something new stands in a list, newest first.
    poll: { request: { path: /items, query: { limit: 2 } }, items: items, id: "{item.id}", time: at, next: { path: next, query: page } }
    payload: { id: integer }
    sample: { body: { items: [{ id: 1, at: 1764590400 }] } }
  LOOPBACK_CHANGED:
    name: Changed
    description: Something changes, by a token of the provider.
    poll:
      start: { request: { path: /start }, token: token }
      request: { path: /changes, query: { since: "{cursor.token}" } }
      items: changes
      id: "{item.id}"
      token: token
      next: { path: next, query: page }
      expired: [410]
    payload: { id: integer }
    sample: { body: { changes: [{ id: 1 }] } }
  LOOPBACK_READ:
    name: Read
    description: Something changes, and is asked for one by one.
    poll:
      start: { request: { path: /start }, token: token }
      request: { path: /changes, query: { since: "{cursor.token}", limit: 12 } }
      items: changes
      id: "{item.id}"
      token: token
      detail: { path: "/detail/{item.id}" }
    payload: { id: integer }
    sample: { body: { changes: [{ id: 1 }] }, detail: { id: 1 } }
`;

let provider: Provider;
let client: TriggerClient;
let account: string;
/** Ids in the provider's list, the newest first, and how it answers instead. */
let ids: number[] = [];
let failing: { status: number; headers?: Record<string, string> } | undefined;
/** The item that cannot be read on its own. */
let broken: number | undefined;
let before: (() => Promise<void>) | undefined;

const ORIGIN_SECONDS = 1_764_590_400;

function serve(): void {
  provider.answer = (request, response) => {
    const write = (status: number, body: unknown, headers = {}) =>
      void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
    const url = new URL(request.url, "http://x");
    const page = Number(url.searchParams.get("page") ?? 0);
    const answer = () => {
      if (failing) return write(failing.status, { message: "key-of-ada is not welcome" }, failing.headers);
      if (url.pathname === "/start") return write(200, { token: String(Math.max(0, ...ids)) });
      if (url.pathname === "/changes") {
        const since = Number(url.searchParams.get("since"));
        const newer = [...ids].reverse().filter((id) => id > since);
        const size = Number(url.searchParams.get("limit") ?? 2);
        const changes = newer.slice(page * size, page * size + size).map((id) => ({ id }));
        const more = newer.length > page * size + size;
        return write(200, { changes, ...(more ? { next: page + 1 } : { token: String(Math.max(since, ...ids)) }) });
      }
      const [, detail] = /^\/detail\/(\d+)$/.exec(url.pathname) ?? [];
      if (detail !== undefined)
        return write(Number(detail) === broken ? 500 : 200, { id: Number(detail), message: "no\0text" });
      const items = ids.slice(page * 2, page * 2 + 2).map((id) => ({ id, at: ORIGIN_SECONDS + id }));
      return write(200, { items, ...(ids.length > page * 2 + 2 && { next: page + 1 }) });
    };
    if (before) void before().then(answer);
    else answer();
  };
}

beforeAll(async () => {
  provider = await startProvider();
  await installLoopbackTriggers(provider.baseUrl, POLLS);
});
afterAll(() => provider.close());
beforeEach(async () => {
  provider.reset();
  [ids, failing, before, broken] = [[2, 1], undefined, undefined, undefined];
  serve();
  client = await newTriggerClient();
  account = await connectLoopback(client.projectId, "ada", "key-of-ada");
});

const poll = (id: string): Promise<void> => pollTrigger({ projectId: client.projectId, id }, ON);
const listEvents = async (id: string): Promise<unknown[]> =>
  (await eventsOf(client.projectId, id)).map(({ data }) => data.id);
const secondsUntil = async (id: string): Promise<number> =>
  (Date.parse(String((await client.state(id)).next_sync_at)) - Date.now()) / 1000;

describe.each(["LOOPBACK_LISTED", "LOOPBACK_CHANGED"])("%s", (slug) => {
  it("finds new items, oldest first, over several pages, and nothing twice", async () => {
    const id = await client.upsert(slug, account);
    await poll(id);
    expect(await listEvents(id)).toEqual([]);
    ids = [7, 6, 5, 4, 3, 2, 1];
    await poll(id);
    await poll(id);
    expect(await listEvents(id)).toEqual([3, 4, 5, 6, 7]);
    ids = [8, ...ids];
    await poll(id);
    expect(await listEvents(id)).toEqual([3, 4, 5, 6, 7, 8]);
    expect(await client.state(id)).toMatchObject({ events_count: 6, last_error: null, overdue: false });
  });

  it("repeats and skips nothing if a poll ends before its cursor is stored", async () => {
    const id = await client.upsert(slug, account);
    await poll(id);
    ids = [5, 4, 3, 2, 1];
    const { cursor } = await db.triggerInstance.findUniqueOrThrow({ where: { id } });
    await poll(id);
    // As if the process had ended after the events of a first step, and a copy of the database had been older.
    await db.triggerInstance.update({ where: { id }, data: { cursor: cursor ?? {} } });
    ids = [6, ...ids];
    await poll(id);
    expect(await listEvents(id)).toEqual([3, 4, 5, 6]);
  });

  it("is polled by one process at a time; a poll that lost its lease does not count", async () => {
    const id = await client.upsert(slug, account);
    await poll(id);
    ids = [3, 2, 1];
    let others = 0;
    before = async () => {
      before = undefined;
      const countBefore = provider.seen.length;
      await poll(id);
      others = provider.seen.length - countBefore;
      await db.triggerInstance.update({ where: { id }, data: { leaseOwner: "another process" } });
    };
    await poll(id);
    expect([others, await listEvents(id)]).toEqual([0, []]);
    await db.triggerInstance.update({ where: { id }, data: { leaseOwner: null, leaseUntil: null } });
    await poll(id);
    expect(await listEvents(id)).toEqual([3]);
  });

  it("has no event of a poll during which it is disabled or deleted", async () => {
    const id = await client.upsert(slug, account);
    await poll(id);
    ids = [3, 2, 1];
    before = async () => {
      before = undefined;
      await client.call("PATCH", `/trigger_instances/manage/${id}`, { status: "disable" });
    };
    await poll(id);
    await poll(id);
    expect([await listEvents(id), (await client.state(id)).next_sync_at]).toEqual([[], null]);
    await client.call("PATCH", `/trigger_instances/manage/${id}`, { status: "enable" });
    await poll(id);
    expect(await listEvents(id)).toEqual([3]);
  });
});

describe("a failing poll", () => {
  it("reports a failure without secrets, lengthens the pause, and keeps the provider's rest", async () => {
    const id = await client.upsert("LOOPBACK_LISTED", account);
    failing = { status: 500 };
    const pauses: number[] = [];
    for (let n = 0; n < 3; n++) {
      await poll(id);
      pauses.push(await secondsUntil(id));
    }
    expect(pauses[2]).toBeGreaterThan(2 * (pauses[0] ?? 0));
    const { last_error: words } = await client.state(id);
    expect(words).toMatch(/returned 500: .*is not welcome/);
    expect(words).not.toContain("key-of-ada");
    failing = { status: 429, headers: { "retry-after": "5000" } };
    await poll(id);
    expect(await secondsUntil(id)).toBeGreaterThan(4000);
    failing = undefined;
    await poll(id);
    expect(await client.state(id)).toMatchObject({ last_error: null });
    expect(await secondsUntil(id)).toBeLessThan(70);
  });

  it("starts over at a place that the provider has forgotten, and reports that", async () => {
    const id = await client.upsert("LOOPBACK_CHANGED", account);
    await poll(id);
    const usual = provider.answer;
    provider.answer = (request, response) =>
      request.url.startsWith("/changes") ? void response.writeHead(410).end("{}") : usual(request, response);
    await poll(id);
    expect((await client.state(id)).last_error).toMatch(/began anew/);
    serve();
    ids = [9, ...ids];
    await poll(id);
    expect(await listEvents(id)).toEqual([9]);
  });

  it("keeps earlier items when a later item of the same page fails, and its lease meanwhile", async () => {
    const id = await client.upsert("LOOPBACK_READ", account);
    await poll(id);
    ids = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1];
    broken = 11;
    await poll(id);
    expect(await listEvents(id)).toEqual([3, 4, 5, 6, 7]);
    broken = undefined;
    const leases: number[] = [];
    before = async () => {
      const { leaseUntil } = await db.triggerInstance.findUniqueOrThrow({ where: { id } });
      leases.push(leaseUntil?.getTime() ?? 0);
    };
    await poll(id);
    expect(await listEvents(id)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(leases.at(-1)).toBeGreaterThan(leases[0] ?? 0);
  });

  it("pauses with its account, with an event that has the reason, and continues with it", async () => {
    const id = await client.upsert("LOOPBACK_LISTED", account);
    await poll(id);
    const move = (status: string) =>
      queryRows("test.status", "UPDATE connected_account SET status = $2 WHERE id = $1", [account, status]);
    await move("EXPIRED");
    await followAccounts({}, ON);
    expect(await client.state(id)).toMatchObject({ disabled_reason: "connection_expired", next_sync_at: null });
    expect((await eventsOf(client.projectId)).filter(({ type }) => type === "composio.trigger.disabled")).toMatchObject(
      [{ data: { id, trigger_name: "LOOPBACK_LISTED", disabled_reason: "connection_expired", user_id: "ada" } }],
    );
    await move("ACTIVE");
    // As after two seconds: the catalog is read again, which must not happen inside a transaction.
    forgetCatalog();
    await followAccounts({}, ON);
    expect(await client.state(id)).toMatchObject({ disabled_reason: null, next_sync_at: expect.any(String) as string });
    await client.call("PATCH", `/trigger_instances/manage/${id}`, { status: "disable" });
    await followAccounts({}, ON);
    expect((await client.state(id)).next_sync_at).toBeNull();
    await queryRows("test.gone", "DELETE FROM connected_account WHERE id = $1", [account]);
    await followAccounts({}, ON);
    expect(await db.triggerInstance.count({ where: { id } })).toBe(0);
  });

  it("ends after three refusals of the account, until its person consents again", async () => {
    const id = await client.upsert("LOOPBACK_LISTED", account);
    failing = { status: 401 };
    for (let n = 0; n < 3; n++) await poll(id);
    await followAccounts({}, ON);
    expect((await client.state(id)).disabled_reason).toBe("subscription_auth_failure");
    const consent = { projectId: client.projectId, accountId: account, status: "ACTIVE", by: "user" };
    await db.connectedAccountEvent.create({ data: { ...consent, at: new Date(Date.now() + 1000) } });
    await followAccounts({}, ON);
    expect((await client.state(id)).disabled_reason).toBe(null);
  });
  it("is marked if it is late by three intervals, and its job is written again", async () => {
    const id = await client.upsert("LOOPBACK_LISTED", account, { interval: 0.5 });
    await poll(id);
    await queryRows("test.late", "UPDATE trigger_instance SET poll_at = now() - interval '100 seconds' WHERE id = $1", [
      id,
    ]);
    await queryRows("test.lost", "DELETE FROM graphile_worker._private_jobs WHERE key = $1", [`triggers.poll ${id}`]);
    expect(await client.state(id)).toMatchObject({ overdue: true });
    await restartOverdue({}, ON);
    expect((await client.state(id)).last_error).toMatch(/late by \d+ seconds/);
    expect(await isQueued(POLL, id)).toBe(true);
    await poll(id);
    expect(await client.state(id)).toMatchObject({ overdue: false, last_error: null });
  });

  it("uses half of the places if a project's provider hangs, and the other projects are polled", async () => {
    const hanging = await Promise.all(
      Array.from({ length: 9 }, (_, index) => client.upsert("LOOPBACK_LISTED", account, { interval: index + 1 })),
    );
    const other = await newTriggerClient();
    const well = await other.upsert("LOOPBACK_LISTED", await connectLoopback(other.projectId, "bob", "key-of-bob"));
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    before = () => gate;
    const under = hanging.slice(0, 8).map(poll);
    await vi.waitFor(() => expect(provider.seen).toHaveLength(8), { timeout: 20_000 });
    before = undefined;
    await poll(hanging[8] ?? "");
    expect(provider.seen).toHaveLength(8);
    await pollTrigger({ projectId: other.projectId, id: well }, ON);
    expect((await other.state(well)).last_synced_at).not.toBeNull();
    expect(await isQueued(POLL, hanging[8] ?? "")).toBe(true);
    release();
    await Promise.all(under);
    await poll(hanging[8] ?? "");
    expect((await client.state(hanging[8] ?? "")).last_synced_at).not.toBeNull();
  });
});
