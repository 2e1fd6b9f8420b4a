/** Polls of providers that send what no database takes, on a real one: no trigger dies of it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { isQueued } from "@/lib/kernel/jobs/queue";
import { connectLoopback, type Provider, startProvider } from "@/test/servers/loopback-provider";
import { installLoopbackTriggers, newTriggerClient, type TriggerClient } from "@/test/builders/loopback-triggers";
import { ON } from "@/test/builders/origin";
import { eventsOf } from "@/test/builders/triggers";
import { pollTrigger } from "./poll-trigger";
import { POLL } from "./schedule-polls";

const POLLS = `
source: https://example.com/docs
triggers:
  LOOPBACK_LISTED:
    name: Listed
    description: Something new stands in a list, newest first.
    poll: { request: { path: /items }, items: items, id: "{item.id}", time: at }
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
    payload: { id: integer }
    sample: { body: { changes: [{ id: 1 }] } }
`;
const ORIGIN_SECONDS = 1_764_590_400;

let provider: Provider;
let client: TriggerClient;
let account: string;
/** What the provider answers. */
let odd: object;
/** With which status and headers. */
let head: [number, Record<string, string>] = [200, {}];

beforeAll(async () => {
  provider = await startProvider();
  await installLoopbackTriggers(provider.baseUrl, POLLS);
});
afterAll(() => provider.close());
beforeEach(async () => {
  provider.reset();
  [odd, head] = [{ items: [] }, [200, {}]];
  provider.answer = (_, response) =>
    void response.writeHead(head[0], { "content-type": "application/json", ...head[1] }).end(JSON.stringify(odd));
  client = await newTriggerClient();
  account = await connectLoopback(client.projectId, "ada", "key-of-ada");
});

const poll = (id: string): Promise<void> => pollTrigger({ projectId: client.projectId, id }, ON);
const listEvents = async (id: string): Promise<unknown[]> =>
  (await eventsOf(client.projectId, id)).map(({ data }) => data.id);

describe("a failure beyond the status", () => {
  it.each<[number, Record<string, string>, object]>([
    [403, { "www-authenticate": 'Bearer error="invalid_token"' }, {}],
    [400, {}, { error: "token_expired" }],
  ])("is an ended token, shown by %i %j %j, which ends the polls after three", async (status, headers, body) => {
    const id = await client.upsert("LOOPBACK_LISTED", account);
    [odd, head] = [body, [status, headers]];
    for (let n = 0; n < 3; n++) await poll(id);
    expect(await client.state(id)).toMatchObject({ disabled_reason: "subscription_auth_failure" });
  });
  it("is a refusal inside a 200, which fails the poll with the provider's words", async () => {
    const id = await client.upsert("LOOPBACK_LISTED", account);
    odd = { success: false, error: { info: "The plan has ended." } };
    await poll(id);
    expect((await client.state(id)).last_error).toContain("The plan has ended.");
  });
});

it("large answers use the project's room for them only while they are read", async () => {
  const id = await client.upsert("LOOPBACK_LISTED", account);
  for (let n = 0; n < 9; n++) {
    odd = { items: [{ id: n }], more: "x".repeat(7_000_000) };
    await poll(id);
    expect(await client.state(id)).toMatchObject({ last_error: null });
  }
});

describe("an odd answer of a provider", () => {
  it("is read in the encoding of its header, and without a mark before JSON", async () => {
    const id = await client.upsert("LOOPBACK_LISTED", account);
    await poll(id);
    const latin = Buffer.from('{"items":[{"id":"caf\u00e9"}]}', "latin1");
    provider.answer = (_, response) =>
      response.writeHead(200, { "content-type": "application/json; charset=iso-8859-1" }).end(latin);
    await poll(id);
    provider.answer = (_, response) =>
      response.writeHead(200).end('\ufeff{"items":[{"id":"marked"},{"id":"caf\u00e9"}]}');
    await poll(id);
    expect(await listEvents(id)).toEqual(expect.arrayContaining(["caf\u00e9", "marked"]));
  });

  it.each<[string, unknown, unknown]>([
    ["half of a character", "\ud800", "\ud801"],
    ["NUL", "a\0b", "a\0c"],
    ["an object", { a: "\ud800", b: [1] }, { a: "\ud800", b: [2] }],
    ["a megabyte", "x".repeat(1_000_000), `${"x".repeat(999_999)}y`],
    ["a flag", true, false],
    ["nothing", "", " "],
  ])("has an id that is %s, which is found once and not mistaken for another", async (_, one, two) => {
    const id = await client.upsert("LOOPBACK_LISTED", account);
    odd = { items: [{ id: "first" }] };
    await poll(id);
    odd = { items: [{ id: one }, { id: "first" }] };
    await poll(id);
    await poll(id);
    expect(await client.state(id)).toMatchObject({ events_count: 1, last_error: null });
    odd = { items: [{ id: two }, { id: one }, { id: "first" }] };
    await poll(id);
    expect(await client.state(id)).toMatchObject({ events_count: 2, last_error: null });
    const { cursor } = await db.triggerInstance.findUniqueOrThrow({ where: { id } });
    expect(JSON.stringify(cursor).length).toBeLessThan(2_000);
  });

  it.each([1e300, 8.65e15, 9e15, -1e300, "+275760-09-13T00:00:00.001Z", "9999-12-31T00:00:00Z", {}, "\ud800"])(
    "has the time %j, which does not hide later items",
    async (time) => {
      const id = await client.upsert("LOOPBACK_LISTED", account);
      odd = { items: [{ id: 1, at: ORIGIN_SECONDS }] };
      await poll(id);
      odd = {
        items: [
          { id: 2, at: time },
          { id: 1, at: ORIGIN_SECONDS },
        ],
      };
      await poll(id);
      odd = {
        items: [
          { id: 3, at: Math.floor(Date.now() / 1000) },
          { id: 2, at: time },
        ],
      };
      await poll(id);
      expect((await client.state(id)).last_error).toBeNull();
      expect(await listEvents(id)).toContain(3);
    },
  );

  it.each(["\ud800", "a\0", "x".repeat(10_000)])(
    "has a place that cannot be kept, which the trigger reports: %#",
    async (token) => {
      const id = await client.upsert("LOOPBACK_CHANGED", account);
      odd = { token: "2" };
      await poll(id);
      odd = { changes: [], token };
      await poll(id);
      expect((await client.state(id)).last_error).toMatch(/place to go on at/);
      odd = { changes: [{ id: 3 }], token: "3" };
      await poll(id);
      expect([await listEvents(id), (await client.state(id)).last_error]).toEqual([[3], null]);
    },
  );

  it("is not the cause of every failure: the trigger reports one of this server and is polled again", async () => {
    const id = await client.upsert("LOOPBACK_LISTED", account);
    await poll(id);
    await db.triggerInstance.update({ where: { id }, data: { cursor: { seen: "no list", sinceMs: 1e300 } } });
    await poll(id);
    expect((await client.state(id)).last_error).toMatch(/could not carry out the poll/);
    expect(await isQueued(POLL, id)).toBe(true);
  });
});
