/** The one address of an app, for all accounts of it: nobody gets what is of another account, or of another person. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { connectLoopback, type Provider, startProvider } from "@/test/servers/loopback-provider";
import {
  installLoopbackTriggers,
  newTriggerClient,
  report,
  signed,
  type TriggerClient,
} from "@/test/builders/loopback-triggers";
import { eventsOf } from "@/test/builders/triggers";

/** One address for all accounts of an app, as Slack has it. */
const APP_HOOKS = `
source: https://example.com/docs
webhook:
  verify: { by: token, at: { header: x-token } }
  secret: { from: setup, field: signing_secret }
  eventId: { path: id }
  owner: { request: { path: /whoami }, value: team, event: team,
    person: { value: me, event: to, open: [{ path: room, is: [null, open] }] } }
  setup: { signing_secret: { displayName: Secret, description: The secret },
    region: { displayName: Region, description: Where, required: false, secret: false } }
triggers:
  LOOPBACK_MESSAGE: { name: Message, description: A message is sent., payload: { text: string }, sample: { body: { text: Hello } } }
`;

/** As Meta has it: a signature with the app's secret, events of numbers that the config names, and a check by GET. */
const NUMBER_HOOKS = `
source: https://example.com/docs
webhook:
  verify: { by: hmac, header: x-hub-signature-256, prefix: "sha256=" }
  secret: { from: setup, field: app_secret }
  handshakes: [{ methods: [GET], when: [{ query: hub.mode, is: subscribe }], text: "{query.hub.challenge}" }]
  events: entry.*.changes
  owner: { request: { path: "/{config.number}" }, value: id, event: value.number }
  setup: { app_secret: { displayName: Secret, description: The secret } }
triggers:
  LOOPBACK_STATUS:
    name: Status
    description: A message arrives.
    config: { number: { type: string, description: The number, required: true, examples: ["7"] } }
    payload: { status: { type: string, from: value.status } }
    sample: { body: { entry: [{ changes: [{ value: { number: "7", status: read } }] }] } }
`;

let provider: Provider;
let client: TriggerClient;
let account: string;

beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.close());

const json =
  (body: unknown): Provider["answer"] =>
  (_, response) =>
    void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));

describe("the endpoint of an app", () => {
  beforeAll(() => installLoopbackTriggers(provider.baseUrl, APP_HOOKS));
  beforeEach(async () => {
    provider.reset();
    client = await newTriggerClient();
    account = await connectLoopback(client.projectId, "ada", "key-of-ada");
  });
  const make = async (): Promise<{ id: string; url: string }> => {
    const { body } = await client.call("POST", "/webhook_endpoints", { toolkit_slug: "loopback", client_id: "app" });
    return { id: body.id as string, url: body.webhook_url as string };
  };

  it("is required for a trigger, and the 400 explains how to create it", async () => {
    const { status, text } = await client.call("POST", "/trigger_instances/LOOPBACK_MESSAGE/upsert", {
      user_id: "ada",
    });
    expect([status, text.includes("webhook endpoint")]).toEqual([400, true]);
  });

  it("is created once for an app; its fields are sealed, masked, merged and replaced", async () => {
    const { id } = await make();
    expect((await make()).id).toBe(id);
    const change = (method: string, data: object) => client.call(method, `/webhook_endpoints/${id}`, { data });
    expect((await change("POST", { region: "eu" })).status).toBe(422);
    expect((await change("PATCH", { sign: "x" })).status).toBe(422);
    await change("POST", { signing_secret: "hush-hush", region: "eu" });
    expect((await change("PATCH", { region: "us" })).body.data).toEqual({ signing_secret: "********", region: "us" });
    const row = await db.webhookEndpoint.findUniqueOrThrow({ where: { id } });
    expect(row.secrets).not.toContain("hush");
    expect((await client.call("GET", "/webhook_endpoints?toolkit_slug=loopback")).body).toEqual({
      items: [{ id, toolkit_slug: "loopback", client_id: "app" }],
    });
    expect((await client.call("GET", "/webhook_endpoints/schema?toolkit_slug=loopback")).body).toMatchObject({
      setup_fields: { signing_secret: { is_required: true, is_secret: true }, region: { is_required: false } },
    });
    expect((await client.call("DELETE", `/webhook_endpoints/${id}`)).body).toEqual({ id, deleted: true });
  });

  it("passes an event only to the triggers of its account", async () => {
    const { id, url } = await make();
    await client.call("POST", `/webhook_endpoints/${id}`, { data: { signing_secret: "hush-hush" } });
    const eva = await connectLoopback(client.projectId, "eva", "key-of-eva");
    provider.answer = (request, response) =>
      json({ team: request.headers.authorization === "Bearer key-of-ada" ? "T1" : "T2" })(request, response);
    const [firstTrigger, two] = [
      await client.upsert("LOOPBACK_MESSAGE", account),
      await client.upsert("LOOPBACK_MESSAGE", eva),
    ];
    const reportResponse = await report(url, JSON.stringify({ id: "m1", team: "T1", text: "Hi" }), {
      "x-token": "hush-hush",
    });
    expect(reportResponse.body).toEqual({ received: 1 });
    for (const team of [{}, { team: "T1\0" }, { team: ["T1"] }, { team: '["T1"' }]) {
      const raw = JSON.stringify({ id: "m2", text: "Hi", ...team });
      expect((await report(url, raw, { "x-token": "hush-hush" })).body).toEqual({ received: 0 });
    }
    expect((await report(url, JSON.stringify({ id: "m3", team: "T1" }), { "x-token": "hush" })).status).toBe(401);
    expect(await eventsOf(client.projectId, firstTrigger)).toHaveLength(1);
    expect(await eventsOf(client.projectId, two)).toEqual([]);
  });

  it("passes a private event to no other person of the same account", async () => {
    const { id, url } = await make();
    await client.call("POST", `/webhook_endpoints/${id}`, { data: { signing_secret: "hush-hush" } });
    const eva = await connectLoopback(client.projectId, "eva", "key-of-eva");
    provider.answer = (request, response) =>
      json({ team: "T1", me: request.headers.authorization === "Bearer key-of-ada" ? "ada" : "eva" })(
        request,
        response,
      );
    const [firstTrigger, two] = [
      await client.upsert("LOOPBACK_MESSAGE", account),
      await client.upsert("LOOPBACK_MESSAGE", eva),
    ];
    const send = async (more: object) => {
      const body = JSON.stringify({ id: JSON.stringify(more), team: "T1", text: "Hi", ...more });
      return (await report(url, body, { "x-token": "hush-hush" })).body.received;
    };
    expect([await send({ room: "open" }), await send({ room: "private", to: "ada" })]).toEqual([2, 1]);
    expect([await send({ room: "private" }), await send({ room: "private", to: "ada", team: "T2" })]).toEqual([0, 0]);
    expect(await eventsOf(client.projectId, firstTrigger)).toHaveLength(2);
    expect(await eventsOf(client.projectId, two)).toHaveLength(1);
  });

  it("gets a request of the older address only if its project's secret proves it (200)", async () => {
    const { id, url } = await make();
    await client.call("POST", `/webhook_endpoints/${id}`, { data: { signing_secret: "hush-hush" } });
    provider.answer = json({ team: "T1" });
    const trigger = await client.upsert("LOOPBACK_MESSAGE", account);
    const older = `${new URL(url).origin}/api/v3/trigger_instances/loopback/${client.projectId}/handle`;
    const send = (targetUrl: string, key: string) =>
      report(targetUrl, JSON.stringify({ id: "m1", team: "T1", text: "Hi" }), { "x-token": key });
    expect((await send(older, "hush")).status).toBe(401);
    expect((await send(older, "hush-hush")).body).toEqual({ received: 1 });
    // The same event at both addresses is one event.
    expect((await send(url, "hush-hush")).body).toEqual({ received: 0 });
    const other = await newTriggerClient();
    expect((await send(older.replace(client.projectId, other.projectId), "hush-hush")).status).toBe(410);
    expect(await eventsOf(client.projectId, trigger)).toHaveLength(1);
  });
});

describe("the endpoint of an app with numbers", () => {
  beforeAll(() => installLoopbackTriggers(provider.baseUrl, NUMBER_HOOKS));
  beforeEach(async () => {
    provider.reset();
    client = await newTriggerClient();
    account = await connectLoopback(client.projectId, "ada", "key-of-ada");
  });

  it("answers the first check, and passes events only to those who can read their number", async () => {
    const { body } = await client.call("POST", "/webhook_endpoints", { toolkit_slug: "loopback", client_id: "app" });
    const [id, url] = [body.id as string, body.webhook_url as string];
    await client.call("POST", `/webhook_endpoints/${id}`, { data: { app_secret: "hush-hush" } });
    const check = await report(`${url}?hub.mode=subscribe&hub.challenge=4711&hub.verify_token=x`, "", {}, "GET");
    expect([check.status, check.text]).toEqual([200, "4711"]);
    provider.answer = (request, response) =>
      request.url === "/7" ? json({ id: "7" })(request, response) : void response.writeHead(404).end();
    const trigger = await client.upsert("LOOPBACK_STATUS", account, { number: "7" });
    await expect(client.upsert("LOOPBACK_STATUS", account, { number: "8" })).rejects.toThrow("identify");
    const send = async (secret: string, ...numbers: string[]) => {
      const changes = numbers.map((number) => ({ value: { number, status: "read" } }));
      const raw = JSON.stringify({ entry: [{ changes }, { changes: [] }] });
      return report(url, raw, { "x-hub-signature-256": `sha256=${signed(secret, raw)}` });
    };
    expect((await send("hush-hush", "8", "7")).body).toEqual({ received: 1 });
    expect((await send("hush", "7")).status).toBe(401);
    expect(await eventsOf(client.projectId, trigger)).toHaveLength(1);
  });
});
