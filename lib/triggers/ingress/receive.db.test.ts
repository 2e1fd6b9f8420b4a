/**
 * Endpoints on a real database: what proves itself is written down once, what does not is kept aside, and nobody gets
 * another's events.
 */
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
import { holdWindows } from "@/test/setup/hold-windows";
import { receive } from "./receive";

/** Hooks of their own, as GitHub and Asana have them. */
const OWN_HOOKS = `
source: https://example.com/docs
webhook:
  verify: { by: hmac, header: x-signature, message: "{timestamp}.{body}", timestamp: { header: x-time } }
  secret: { from: generated }
  eventId: { header: x-id }
  handshakes: [{ when: [{ query: challenge, exists: true }], methods: [GET], text: "{query.challenge}" }]
  hook:
    create: { method: POST, path: "/hooks/{config.room}", body: { url: "{url}", secret: "{secret}", events: "{events}" } }
    id: id
    delete: { method: DELETE, path: "/hooks/{config.room}/{hook}" }
triggers:
  LOOPBACK_PARCEL_ARRIVED:
    name: Parcel arrived
    description: A parcel arrives in a room.
    config: { room: { type: string, description: The room, required: true } }
    hookEvents: [parcel]
    when: [{ path: kind, is: parcel }]
    payload: { number: integer, from_room: { type: string, from: room } }
    sample: { body: { kind: parcel, number: 1, room: a } }
  LOOPBACK_PARCELS_LISTED:
    name: Each parcel
    description: Each parcel of a list.
    config: { room: { type: string, description: The room, required: true } }
    events: parcels
    payload: { number: integer }
    sample: { body: { parcels: [{ number: 1 }] } }
`;

let provider: Provider;
let client: TriggerClient;
let account: string;

beforeAll(async () => {
  await holdWindows();
  provider = await startProvider();
});
afterAll(() => provider.close());

const json =
  (body: unknown): Provider["answer"] =>
  (_, response) =>
    void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));

describe("a trigger's own hook", () => {
  let id: string;
  let url: string;
  let secret: string;
  const seconds = (): string => String(Math.floor(Date.now() / 1000));
  const send = (raw: string, more: Record<string, string> = {}, key = secret, timestamp = seconds()) =>
    report(url, raw, {
      "x-signature": signed(key, `${timestamp}.${raw}`),
      "x-time": timestamp,
      "content-type": "application/json",
      ...more,
    });
  const PARCEL = JSON.stringify({ kind: "parcel", number: 7, room: "a" });

  beforeAll(() => installLoopbackTriggers(provider.baseUrl, OWN_HOOKS));
  beforeEach(async () => {
    provider.reset();
    provider.answer = json({ id: 12 });
    client = await newTriggerClient();
    account = await connectLoopback(client.projectId, "ada", "key-of-ada");
    id = await client.upsert("LOOPBACK_PARCEL_ARRIVED", account, { room: "a/b" });
    const [hookRequest] = provider.seen;
    expect(hookRequest).toMatchObject({
      method: "POST",
      url: "/hooks/a%2Fb",
      headers: { authorization: "Bearer key-of-ada" },
    });
    ({ url, secret } = JSON.parse(hookRequest?.body ?? "{}") as { url: string; secret: string });
  });

  it("has its reports counted for its project once they are proven", async () => {
    const projectIds: string[] = [];
    const [, toolkit = "", endpointId = ""] = /webhook_ingress\/([^/]+)\/([^/]+)/.exec(url) ?? [];
    const time = seconds();
    const take = (key: string) =>
      receive(toolkit, endpointId, {
        ...{
          method: "POST",
          query: {},
          search: "",
          bytes: Buffer.from(PARCEL),
          text: PARCEL,
          on: { requestId: "req_1" },
        },
        headers: { "x-signature": signed(key, `${time}.${PARCEL}`), "x-time": time },
        countFor: (projectId) => void projectIds.push(projectId),
      });
    await expect(take("another secret")).rejects.toMatchObject({ kind: "Unauthorized" });
    expect(projectIds).toEqual([]);
    await take(secret);
    expect(projectIds).toEqual([client.projectId]);
  });

  it("is created at the provider with the account's credentials, and shown in the trigger's state", async () => {
    expect(await client.state(id)).toMatchObject({
      hook_id: "12",
      webhook_url: url,
      events_count: 0,
      next_sync_at: null,
    });
  });

  it("is created again if the process ended before it existed", async () => {
    await db.triggerInstance.update({
      where: { id },
      data: { hookId: null, createdAt: new Date(Date.now() - 600_000) },
    });
    const again = await client.upsert("LOOPBACK_PARCEL_ARRIVED", account, { room: "a/b" });
    expect([provider.seen.length, (await client.state(again)).hook_id]).toEqual([2, "12"]);
    expect(await db.triggerInstance.count({ where: { id } })).toBe(0);
  });

  it("records an event once for its id, with the payload of the type (200)", async () => {
    for (const expected of [1, 0, 0]) {
      const response = await send(PARCEL, { "x-id": "e1" });
      expect([response.status, response.body]).toEqual([200, { received: expected }]);
    }
    const later = JSON.stringify({ kind: "parcel", number: 8, room: "a" });
    expect((await send(later, { "x-id": "e2" })).body).toEqual({ received: 1 });
    expect(await eventsOf(client.projectId, id)).toEqual([
      expect.objectContaining({
        data: { number: 7, from_room: "a" },
        original: { kind: "parcel", number: 7, room: "a" },
      }),
      expect.objectContaining({ data: { number: 8, from_room: "a" } }),
    ]);
    expect(await client.state(id)).toMatchObject({ events_count: 2, last_event_at: expect.any(String) as string });
  });

  it("treats a signed call as one event, whatever unsigned id is beside it (200)", async () => {
    const timestamp = seconds();
    expect((await send(PARCEL, { "x-id": "e1" }, secret, timestamp)).body).toEqual({ received: 1 });
    expect((await send(PARCEL, { "x-id": "e2" }, secret, timestamp)).body).toEqual({ received: 0 });
    expect((await send(PARCEL, {}, secret, timestamp)).body).toEqual({ received: 0 });
    const later = String(Number(timestamp) + 1);
    expect((await send(PARCEL, { "x-id": "e1" }, secret, later)).body).toEqual({ received: 0 });
    expect((await send(PARCEL, { "x-id": "e3" }, secret, later)).body).toEqual({ received: 1 });
  });

  it("accepts and ignores events of another kind, and of a disabled trigger (200)", async () => {
    expect((await send(JSON.stringify({ kind: "letter" }))).body).toEqual({ received: 0 });
    await client.call("PATCH", `/trigger_instances/manage/${id}`, { status: "disable" });
    expect((await send(PARCEL)).body).toEqual({ received: 0 });
    await client.call("PATCH", `/trigger_instances/manage/${id}`, { status: "enable" });
    expect((await send(PARCEL)).body).toEqual({ received: 1 });
  });

  it("stores wrong signatures, changed bodies and old requests as refused, without signature (401)", async () => {
    const oldTime = String(Math.floor(Date.now() / 1000) - 3600);
    const answers = [
      await send(PARCEL, {}, "another secret"),
      await report(url, PARCEL),
      await send(PARCEL, {}, secret, oldTime),
      await report(url, `${PARCEL} `, { "x-signature": signed(secret, `${oldTime}.${PARCEL}`), "x-time": oldTime }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    expect(await eventsOf(client.projectId, id)).toEqual([]);
    const requests = await db.refusedRequest.findMany({
      where: { projectId: client.projectId },
      orderBy: { id: "asc" },
    });
    expect(requests.map(({ reason }) => reason)).toEqual([
      "The signature does not fit.",
      "The header x-signature is missing.",
      expect.stringContaining("older than"),
      "The signature does not fit.",
    ]);
    expect(JSON.stringify(requests.map(({ headers, body }) => [headers, body]))).not.toContain("parcel");
    const { body } = await client.call("GET", `/internal/patchbay/refused_requests?trigger_id=${id}`);
    const [last, , , first] = body.items as { headers: Record<string, string>; body: string; reason: string }[];
    expect([first?.headers["x-signature"], first?.body, last?.body]).toEqual(["[redacted]", PARCEL, `${PARCEL} `]);
  });

  it("keeps ten in a minute of a flood of bad requests (401)", async () => {
    for (let n = 0; n < 30; n++) await report(url, PARCEL);
    expect(await db.refusedRequest.count({ where: { projectId: client.projectId } })).toBe(10);
  });

  it("returns 413 for a body that is too large, and 410 for an unknown address", async () => {
    expect((await send(JSON.stringify({ text: "x".repeat(1024 * 1024) }))).status).toBe(413);
    expect((await report(url.replace("/loopback/", "/github/"), PARCEL)).status).toBe(410);
    expect((await report(url.replace(/we_\w+/, "we_0"), PARCEL)).status).toBe(410);
    await client.call("DELETE", `/trigger_instances/manage/${id}`);
    expect((await send(PARCEL)).status).toBe(410);
  });

  it("answers a check of the address, and believes nothing in it (200)", async () => {
    const response = await report(`${url}?challenge=<b>1</b>`, "", {}, "GET");
    expect([response.status, response.text, response.headers.get("content-type")]).toEqual([
      200,
      "<b>1</b>",
      "text/plain; charset=utf-8",
    ]);
    expect((await report(url, "", {}, "GET")).text).toBe("");
  });

  it("stores nothing that the provider refuses, and returns its words without secrets (400)", async () => {
    provider.answer = (_, response) =>
      void response.writeHead(403).end(JSON.stringify({ message: "key-of-ada may not" }));
    const { status, text } = await client.call("POST", "/trigger_instances/LOOPBACK_PARCEL_ARRIVED/upsert", {
      connected_account_id: account,
      trigger_config: { room: "c" },
    });
    expect([status, text.includes("may not"), text.includes("key-of-ada")]).toEqual([400, true, false]);
    expect(await db.triggerInstance.count({ where: { projectId: client.projectId } })).toBe(1);
    expect(await db.webhookEndpoint.count({ where: { projectId: client.projectId } })).toBe(1);
  });

  it("names each wrong field of a config that does not fit (422)", async () => {
    const { status, body } = await client.call("POST", "/trigger_instances/LOOPBACK_PARCEL_ARRIVED/upsert", {
      connected_account_id: account,
      trigger_config: { room: 3 },
    });
    expect([status, (body.error as { errors: string[] }).errors]).toEqual([
      422,
      [expect.stringMatching(/^trigger_config\.room: expected string, for example /)],
    ]);
  });

  it("records each event of a list, in order", async () => {
    const triggerId = await client.upsert("LOOPBACK_PARCELS_LISTED", account, { room: "a" });
    const hook = JSON.parse(provider.seen.at(-1)?.body ?? "{}") as { url: string; secret: string };
    const [raw, timestamp] = [JSON.stringify({ parcels: [{ number: 1 }, { number: 2 }] }), seconds()];
    const headers = { "x-signature": signed(hook.secret, `${timestamp}.${raw}`), "x-time": timestamp, "x-id": "e9" };
    expect((await report(hook.url, raw, headers)).body).toEqual({ received: 2 });
    expect((await report(hook.url, raw, headers)).body).toEqual({ received: 0 });
    expect((await eventsOf(client.projectId, triggerId)).map(({ data }) => data)).toEqual([
      { number: 1 },
      { number: 2 },
    ]);
  });

  it("refuses more events than any provider sends at once, and keeps the request uncut (413)", async () => {
    await client.upsert("LOOPBACK_PARCELS_LISTED", account, { room: "b" });
    const hook = JSON.parse(provider.seen.at(-1)?.body ?? "{}") as { url: string; secret: string };
    const raw = JSON.stringify({ parcels: Array.from({ length: 2049 }, (_, number) => ({ number })) });
    const timestamp = seconds();
    const headers = { "x-signature": signed(hook.secret, `${timestamp}.${raw}`), "x-time": timestamp, "x-id": "many" };
    expect((await report(hook.url, raw, headers)).status).toBe(413);
    const { body } = await client.call("GET", "/internal/patchbay/refused_requests?limit=1");
    expect(body.items).toMatchObject([{ reason: expect.stringContaining("2048 events") }]);
    expect(await db.webhookEvent.count({ where: { projectId: client.projectId, triggerId: { not: null } } })).toBe(0);
  });

  it("returns 413 for too many events for all triggers of the endpoint together", async () => {
    const id = await client.upsert("LOOPBACK_PARCELS_LISTED", account, { room: "c" });
    const { uuid: _, ...row } = await db.triggerInstance.findUniqueOrThrow({ where: { id } });
    const more = Array.from({ length: 24 }, (_, index) => ({
      ...row,
      id: `${id}${index}`,
      configHash: `${index}`,
      cursor: undefined,
      hookFacts: undefined,
    }));
    await db.triggerInstance.createMany({ data: more.map((trigger) => ({ ...trigger, config: { room: "c" } })) });
    const hook = JSON.parse(provider.seen.at(-1)?.body ?? "{}") as { url: string; secret: string };
    const raw = JSON.stringify({ parcels: Array.from({ length: 2048 }, (_, number) => ({ number })) });
    const timestamp = seconds();
    const headers = { "x-signature": signed(hook.secret, `${timestamp}.${raw}`), "x-time": timestamp, "x-id": "more" };
    expect((await report(hook.url, raw, headers)).status).toBe(413);
  });
});
