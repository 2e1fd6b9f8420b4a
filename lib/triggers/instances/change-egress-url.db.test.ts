/** A URL of a trigger alone: its events go there, signed as before, and back to the subscriptions when it is gone. */
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { db } from "@/lib/kernel/database/db";
import { REDIRECT } from "@/lib/webhooks/events/redirect-deliveries";
import { createInbox } from "@/lib/webhooks/inboxes/require-inbox";
import { ensureTestReceiver } from "@/lib/webhooks/subscriptions/subscriptions";
import {
  installLoopbackTriggers,
  newTriggerClient,
  report,
  type TriggerClient,
} from "@/test/builders/loopback-triggers";
import { connectLoopback, type Provider, startProvider } from "@/test/servers/loopback-provider";

const TYPES = `
source: https://example.com/docs
webhook: { verify: { by: address } }
triggers:
  LOOPBACK_ARRIVED: { name: Arrived, description: Something arrived., when: [], payload: { n: integer }, sample: { body: { n: 1 } } }
`;
const MESSAGES = ["composio.trigger.message"] as const;
const [TRIGGER_URL, USUAL_URL] = ["http://127.0.0.1:1/own", "http://127.0.0.1:1/usual"];

let provider: Provider;
let client: TriggerClient;
let account: string;
beforeAll(async () => {
  provider = await startProvider();
  await installLoopbackTriggers(provider.baseUrl, TYPES);
});
afterAll(() => provider.close());
beforeEach(async () => {
  client = await newTriggerClient();
  account = await connectLoopback(client.projectId, "ada", "key-of-ada");
  await client.call("POST", "/webhook_subscriptions", { webhook_url: USUAL_URL, enabled_events: MESSAGES });
});
afterEach(() => db.triggerInstance.deleteMany());

const upsert = (more: object = {}, key?: string) =>
  client.call("POST", "/trigger_instances/LOOPBACK_ARRIVED/upsert", { connected_account_id: account, ...more }, key);
const change = (id: string, body: object, key?: string) =>
  client.call("PATCH", `/trigger_instances/manage/${id}`, body, key);
async function showTrigger(id: string, key?: string): Promise<Record<string, unknown>> {
  const { body } = await client.call("GET", `/trigger_instances/active?trigger_ids=${id}`, undefined, key);
  return (body.items as Record<string, unknown>[])[0] ?? {};
}
let count = 0;
/** Sends an event of the trigger, and returns where its deliveries go. */
async function placesOf(id: string): Promise<(string | null)[]> {
  const { state } = await showTrigger(id);
  const raw = JSON.stringify({ n: ++count });
  await report(String((state as { webhook_url: string }).webhook_url), raw, { "content-type": "application/json" });
  const newest = await db.webhookEvent.findFirstOrThrow({
    where: { projectId: client.projectId },
    orderBy: { seq: "desc" },
    include: { deliveries: { orderBy: { id: "asc" } } },
  });
  return newest.deliveries.map(({ url }) => url);
}

it("sends the events of its trigger there until it is removed, and keeps it unless it is named", async () => {
  const id = String((await upsert({ egress_url: TRIGGER_URL })).body.trigger_id);
  expect((await showTrigger(id)).egress_url).toBe(TRIGGER_URL);
  expect(await placesOf(id)).toEqual([TRIGGER_URL]);
  expect((await upsert()).body.trigger_id).toBe(id);
  expect((await change(id, { status: "disable" })).status).toBe(200);
  expect((await change(id, { status: "enable", user_id: "ada" })).status).toBe(200);
  expect(await placesOf(id)).toEqual([TRIGGER_URL]);
  expect((await change(id, { egress_url: null })).status).toBe(200);
  expect([(await showTrigger(id)).egress_url, await placesOf(id)]).toEqual([null, [null]]);
  expect((await upsert({ egress_url: TRIGGER_URL })).body.trigger_id).toBe(id);
  expect(await placesOf(id)).toEqual([TRIGGER_URL]);
});

it("records where events are sent from now on, without the path and the query, which can be secrets", async () => {
  const secretUrl = `${TRIGGER_URL}/canary?token=canary`;
  const id = String((await upsert({ egress_url: secretUrl })).body.trigger_id);
  await change(id, { egress_url: null, polling: {} });
  await change(id, { egress_url: secretUrl, polling: null });
  await change(id, { status: "disable" });
  const events = await db.auditEvent.findMany({
    where: { projectId: client.projectId, action: { startsWith: "trigger." } },
    orderBy: { id: "asc" },
    select: { action: true, facts: true },
  });
  expect(events).toEqual([
    { action: "trigger.upsert", facts: { egress_url: "http://127.0.0.1:1" } },
    { action: "trigger.switch", facts: { egress_url: "none", polling: "{}" } },
    { action: "trigger.switch", facts: { egress_url: "http://127.0.0.1:1", polling: "default" } },
    { action: "trigger.switch", facts: null },
  ]);
});

it("leaves inboxes, the test receiver and other triggers as they are", async () => {
  await ensureTestReceiver(client.projectId);
  await createInbox(client.projectId, { name: "agent", triggerId: undefined, enabledEvents: [...MESSAGES] });
  const id = String((await upsert({ egress_url: TRIGGER_URL, trigger_config: { part: 1 } })).body.trigger_id);
  const other = String((await upsert({ trigger_config: { part: 2 } })).body.trigger_id);
  expect((await placesOf(id)).toSorted()).toEqual([TRIGGER_URL, null, null]);
  expect(await placesOf(other)).toEqual([null, null, null]);
});

it("takes the deliveries that wait along when it changes or is removed", async () => {
  const id = String((await upsert({ egress_url: TRIGGER_URL, trigger_config: { part: 1 } })).body.trigger_id);
  const other = String((await upsert({ egress_url: TRIGGER_URL, trigger_config: { part: 2 } })).body.trigger_id);
  for (const trigger of [id, id, other]) await placesOf(trigger);
  const ofProject = { where: { projectId: client.projectId }, orderBy: { id: "asc" } } as const;
  const places = async () => (await db.webhookDelivery.findMany(ofProject)).map(({ url }) => url);
  const done = await db.webhookDelivery.findFirstOrThrow(ofProject);
  const delivered = { state: "delivered", nextAt: null, endedAt: new Date() };
  await db.webhookDelivery.update({ where: { projectId: client.projectId, id: done.id }, data: delivered });
  const next = `${TRIGGER_URL}/next`;
  expect((await change(id, { egress_url: next })).status).toBe(200);
  expect(await places()).toEqual([TRIGGER_URL, next, TRIGGER_URL]);
  expect((await upsert({ egress_url: null, trigger_config: { part: 1 } })).body.trigger_id).toBe(id);
  expect(await places()).toEqual([TRIGGER_URL, null, TRIGGER_URL]);
});

it("finds these deliveries by their lane, however many wait for the endpoint", async () => {
  await placesOf(String((await upsert({ egress_url: TRIGGER_URL })).body.trigger_id));
  const connection = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await connection.connect();
  onTestFinished(() => connection.end());
  await connection.query("BEGIN");
  await connection.query(
    `INSERT INTO webhook_delivery (project_id, event_id, subscription_id, seq, lane, url)
    SELECT project_id, event_id, subscription_id, n, 'ti_' || n % 500, url
    FROM webhook_delivery, generate_series(1, 20000) n WHERE project_id = $1`,
    [client.projectId],
  );
  await connection.query("ANALYZE webhook_delivery");
  const { rows } = await connection.query(`EXPLAIN (GENERIC_PLAN) ${REDIRECT.text}`);
  expect(JSON.stringify(rows)).toContain("webhook_delivery_subscription_id_lane_next_at_seq_idx");
  await connection.query("ROLLBACK");
});

it("shows its origin alone to callers who may not read webhooks", async () => {
  const url = "https://hooks.example.com/a-secret?token=another";
  const id = String((await upsert({ egress_url: url })).body.trigger_id);
  const keyOf = async (more: object) => (await createApiKey(client.projectId, { name: "a key", ...more })).key;
  for (const [key, value] of [
    [await keyOf({ scopes: { triggers: "write" } }), new URL(url).origin],
    [await keyOf({ limits: { users: ["ada"] } }), new URL(url).origin],
    [await keyOf({ scopes: { triggers: "read", webhooks: "read" } }), url],
  ] as const)
    expect((await showTrigger(id, key)).egress_url).toBe(value);
});

it("400, 403 and 404: private hosts, another's user, keys that may not send events elsewhere", async () => {
  expect(await upsert({ egress_url: "http://10.1.2.3/hook" })).toMatchObject({
    status: 400,
    text: expect.stringContaining("egress_url") as string,
  });
  const id = String((await upsert()).body.trigger_id);
  expect((await change(id, { egress_url: "http://10.1.2.3/hook" })).status).toBe(400);
  expect((await change(id, { egress_url: TRIGGER_URL, user_id: "eve" })).status).toBe(400);
  expect((await change("ti_none", { egress_url: TRIGGER_URL })).status).toBe(404);
  const keys: Omit<Parameters<typeof createApiKey>[1], "name">[] = [
    { scopes: { triggers: "write" } },
    { limits: { users: ["ada"] } },
    { limits: { toolkits: ["loopback"] } },
  ];
  for (const small of keys) {
    const { key } = await createApiKey(client.projectId, { name: "small", ...small });
    const words = JSON.stringify(small);
    for (const body of [{ egress_url: TRIGGER_URL }, { egress_url: null }]) {
      expect((await upsert(body, key)).status, words).toBe(403);
      expect((await change(id, body, key)).status, words).toBe(403);
    }
    expect((await change(id, { status: "enable" }, key)).status, words).toBe(200);
    expect((await upsert({}, key)).status, words).toBe(200);
  }
  expect((await showTrigger(id)).egress_url).toBeNull();
});
