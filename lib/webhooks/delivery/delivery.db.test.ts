/** Deliveries against real receivers on this machine: signed, in order, tried again, kept apart from each other. */
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { Composio } from "@composio/core";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { db } from "@/lib/kernel/database/db";
import { newId } from "@/lib/kernel/ids";
import { runStops } from "@/lib/kernel/process/lifecycle";
import { recordEvent, type NewEvent } from "../events/record-event";
import { createSubscription, rotateSecret, updateSubscription } from "../subscriptions/subscriptions";
import { sendSample } from "../subscriptions/send-sample";
import { startDelivering } from "./start-delivering";

vi.hoisted(() => {
  process.env.PATCHBAY_WEBHOOK_PAUSES = "0.05,0.05,0.05";
  process.env.PATCHBAY_WEBHOOK_TIMEOUT_SECONDS = "1.5";
});

const within = { timeout: 30_000, interval: 20 };
type Message = { headers: IncomingHttpHeaders; body: string; message: Record<string, unknown> };
type Receiver = { url: string; got: Message[]; answer: (count: number) => number | "hang" };

const servers: Server[] = [];
/** Answers as it is told; 200 unless told. */
async function receive(answer: Receiver["answer"] = () => 200): Promise<Receiver> {
  const receiver: Receiver = { url: "", got: [], answer };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      receiver.got.push({ headers: request.headers, body, message: JSON.parse(body) as Record<string, unknown> });
      const status = receiver.answer(receiver.got.length);
      if (status !== "hang") response.writeHead(status, { "set-cookie": "a=b" }).end(`answer ${status}`);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return receiver;
}

const MESSAGE = "composio.trigger.message";
let projectId = newId("project");
const subscribe = (url: string, more: object = {}) =>
  createSubscription(projectId, { url, enabledEvents: [MESSAGE], version: "V3", ...more });

const triggerOf = (triggerId: string) => ({
  triggerSlug: "GITHUB_COMMIT_EVENT",
  triggerId,
  toolkitSlug: "github",
  userId: "ann",
  connectedAccountId: "ca_1",
  authConfigId: "ac_1",
});
const record = (payload: Record<string, unknown>, triggerId = "ti_1", more: Partial<NewEvent> = {}) =>
  db.$transaction((tx) =>
    recordEvent(tx, projectId, { type: MESSAGE, trigger: triggerOf(triggerId), payload, ...more }),
  );

const statesOf = async (eventId: string) =>
  (await db.webhookDelivery.findMany({ where: { eventId }, orderBy: { id: "asc" } })).map(({ state }) => state);

beforeAll(() => startDelivering(() => Promise.resolve({ organizationId: "org_1", storesPayloads: true })));
afterEach(async () => {
  await db.webhookSubscription.updateMany({ data: { deletedAt: new Date() } });
  projectId = newId("project");
});
afterAll(async () => {
  await runStops(() => undefined);
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

describe("a delivery", () => {
  it("is accepted by the official SDK, standardwebhooks and svix, unless it is changed or old", async () => {
    const receiver = await receive();
    const { secret } = await subscribe(receiver.url);
    const { id } = await record({ ref: "main" });
    await vi.waitFor(() => expect(receiver.got).toHaveLength(1), within);
    const [{ headers, body, message } = { headers: {}, body: "", message: {} }] = receiver.got;
    expect(headers).toMatchObject({
      "webhook-id": id,
      "x-composio-delivery-attempt": "1",
      "x-composio-webhook-version": "V3",
      "content-type": "application/json",
    });
    expect(message).toEqual({
      id,
      timestamp: expect.any(String) as string,
      type: MESSAGE,
      metadata: {
        log_id: id,
        trigger_slug: "GITHUB_COMMIT_EVENT",
        trigger_id: "ti_1",
        connected_account_id: "ca_1",
        auth_config_id: "ac_1",
        user_id: "ann",
      },
      data: { ref: "main" },
    });
    const signedHeaders = headers as Record<string, string>;
    const sdk = new Composio({ apiKey: "ak_test", allowTracking: false });
    const verify = (payload: string, timestamp = signedHeaders["webhook-timestamp"] ?? "") =>
      sdk.triggers.verifyWebhook({
        id,
        payload,
        secret,
        timestamp,
        signature: signedHeaders["webhook-signature"] ?? "",
      });
    expect((await verify(body)).payload).toMatchObject({ triggerSlug: "GITHUB_COMMIT_EVENT", userId: "ann" });
    await expect(verify(body.replace("main", "evil"))).rejects.toThrow();
    const old = { ...signedHeaders, "webhook-timestamp": String(Number(signedHeaders["webhook-timestamp"]) - 600) };
    await expect(verify(body, old["webhook-timestamp"])).rejects.toThrow();
    for (const library of [new StandardWebhook(secret), new SvixWebhook(secret)]) {
      expect(library.verify(body, signedHeaders)).toMatchObject({ id });
      expect(() => library.verify(body.replace("main", "evil"), signedHeaders)).toThrow();
      expect(() => library.verify(body, old)).toThrow();
    }
  });

  it("has the older forms if the subscription asks for them", async () => {
    const [first, second] = [await receive(), await receive()];
    await subscribe(first.url, { version: "V1" });
    await subscribe(second.url, { version: "V2" });
    const { id } = await record({ ref: "main", trigger_nano_id: "forged" });
    await vi.waitFor(() => expect([first.got.length, second.got.length]).toEqual([1, 1]), within);
    expect(first.got[0]?.message).toEqual({
      trigger_name: "GITHUB_COMMIT_EVENT",
      connection_id: "ca_1",
      trigger_id: "ti_1",
      payload: { ref: "main", trigger_nano_id: "forged" },
      log_id: id,
    });
    expect(second.got[0]?.message).toMatchObject({
      type: "github_commit_event",
      log_id: id,
      data: { ref: "main", connection_nano_id: "ca_1", trigger_nano_id: "ti_1", user_id: "ann" },
    });
  });

  it("is also signed with the previous secret, until its overlap ends", async () => {
    const receiver = await receive();
    const { id, secret } = await subscribe(receiver.url);
    const { secret: next } = await rotateSecret(projectId, id);
    await record({});
    await vi.waitFor(() => expect(receiver.got).toHaveLength(1), within);
    const [{ headers, body } = { headers: {}, body: "" }] = receiver.got;
    for (const signingSecret of [secret, next])
      new StandardWebhook(signingSecret).verify(body, headers as Record<string, string>);
    await db.webhookSubscription.updateMany({ where: { id }, data: { previousUntil: new Date(0) } });
    await record({});
    await vi.waitFor(() => expect(receiver.got).toHaveLength(2), within);
    const [, later] = receiver.got;
    expect(() =>
      new StandardWebhook(secret).verify(later?.body ?? "", later?.headers as Record<string, string>),
    ).toThrow();
  });
});

describe("attempts", () => {
  it("carry the same id and continue until one succeeds, and the log has each with its answer", async () => {
    const receiver = await receive((count) => (count < 3 ? 400 : 204));
    await subscribe(receiver.url);
    const { id } = await record({});
    await vi.waitFor(async () => expect(await statesOf(id)).toEqual(["delivered"]), within);
    expect(receiver.got.map(({ headers }) => [headers["webhook-id"], headers["x-composio-delivery-attempt"]])).toEqual([
      [id, "1"],
      [id, "2"],
      [id, "3"],
    ]);
    const attempts = await db.webhookAttempt.findMany({ where: { projectId }, orderBy: { number: "asc" } });
    expect(attempts.map(({ number, status }) => [number, status])).toEqual([
      [1, 400],
      [2, 400],
      [3, 204],
    ]);
    expect(attempts[0]).toMatchObject({ responseBody: "answer 400", error: "The endpoint returned 400." });
    expect(
      JSON.stringify(attempts.map(({ requestHeaders, responseHeaders }) => [requestHeaders, responseHeaders])),
    ).not.toMatch(/webhook-signature|a=b/);
  });

  it("end after the last pause, and the delivery is dead", async () => {
    const receiver = await receive(() => 422);
    await subscribe(receiver.url);
    const { id } = await record({});
    await vi.waitFor(async () => expect(await statesOf(id)).toEqual(["dead"]), within);
    expect(receiver.got).toHaveLength(4);
  });

  it("follow no redirect, and reach no private address that the operator does not list", async () => {
    const target = await receive();
    const redirecting = await receive(() => 302);
    await subscribe(redirecting.url);
    const { id } = await record({});
    await vi.waitFor(async () => expect(await statesOf(id)).toEqual(["dead"]), within);
    expect(target.got).toEqual([]);
    await expect(subscribe("http://10.1.2.3/hook")).rejects.toThrow(/PATCHBAY_WEBHOOK_ALLOW/);
  });
});

describe("receivers", () => {
  it("get the events of a trigger in order", async () => {
    const receiver = await receive();
    await subscribe(receiver.url);
    for (let n = 0; n < 60; n++) await record({ n }, `ti_${n % 3}`);
    await vi.waitFor(() => expect(receiver.got).toHaveLength(60), within);
    for (const lane of [0, 1, 2]) {
      const numbers = receiver.got
        .map(({ message }) => (message.data as { n: number }).n)
        .filter((n) => n % 3 === lane);
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    }
  });

  it("do not delay others if they hang", async () => {
    const hanging = await receive(() => "hang");
    await subscribe(hanging.url);
    for (let n = 0; n < 20; n++) await record({ n }, `ti_${n}`);
    await vi.waitFor(() => expect(hanging.got.length).toBeGreaterThanOrEqual(8), within);
    const well = await receive();
    await subscribe(well.url);
    await record({});
    await vi.waitFor(() => expect(well.got).toHaveLength(1), within);
    expect(hanging.got.length).toBeLessThanOrEqual(8);
  });

  it("get one delivery at a time while they fail, and all of them once they recover", async () => {
    const receiver = await receive(() => 503);
    const { id } = await subscribe(receiver.url);
    for (let n = 0; n < 12; n++) await record({ n }, `ti_${n}`);
    await vi.waitFor(async () => {
      const row = await db.webhookSubscription.findUniqueOrThrow({ where: { id } });
      expect([row.failures >= 5, row.failingSince !== null]).toEqual([true, true]);
    }, within);
    receiver.answer = () => 200;
    await vi.waitFor(
      async () => expect(await db.webhookDelivery.count({ where: { projectId, state: "delivered" } })).toBe(12),
      within,
    );
    expect(await db.webhookSubscription.findUniqueOrThrow({ where: { id } })).toMatchObject({
      failures: 0,
      failingSince: null,
      restUntil: null,
    });
  });

  it("lose no event while they are paused, and get only events that fit their filters", async () => {
    const receiver = await receive();
    const filters = [{ path: "data.state", operator: "equals" as const, value: "open" }];
    const { id } = await subscribe(receiver.url, { filters });
    await updateSubscription(projectId, id, { paused: true });
    const events = [
      await record({ state: "open", n: 1 }),
      await record({ state: "closed" }),
      await record({ state: "open", n: 2 }),
    ];
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(receiver.got).toEqual([]);
    await updateSubscription(projectId, id, { paused: false });
    await vi.waitFor(() => expect(receiver.got).toHaveLength(2), within);
    expect(receiver.got.map(({ message }) => (message.data as { n: number }).n)).toEqual([1, 2]);
    await vi.waitFor(async () => expect(await statesOf(events[1]?.id ?? "")).toEqual(["filtered"]), within);
  });

  it("are disabled if they fail for days, which is an event for the others", async () => {
    const failing = await receive(() => 500);
    const watching = await receive();
    const { id } = await subscribe(failing.url);
    await subscribe(watching.url, { enabledEvents: ["composio.webhook.disabled"] });
    await db.webhookSubscription.updateMany({
      where: { id },
      data: { failingSince: new Date(Date.now() - 6 * 86_400_000) },
    });
    const { id: eventId } = await record({});
    await vi.waitFor(() => expect(watching.got).toHaveLength(1), within);
    expect(watching.got[0]?.message).toMatchObject({
      type: "composio.webhook.disabled",
      metadata: { project_id: projectId, org_id: "org_1" },
      data: { id, webhook_url: failing.url, disabled_reason: "failed_for_days" },
    });
    await vi.waitFor(async () => expect(await statesOf(eventId)).toEqual(["dead"]), within);
    expect((await record({})).receivers).toBe(0);
  });

  it("can be tested with a sample, which no other receiver gets", async () => {
    const [receiver, other] = [await receive(), await receive()];
    const [{ id }] = [await subscribe(receiver.url), await subscribe(other.url)];
    await sendSample(projectId, id);
    await vi.waitFor(() => expect(receiver.got).toHaveLength(1), within);
    expect(receiver.got[0]?.message).toMatchObject({ data: { number: 1 }, metadata: { trigger_id: "ti_sample" } });
    expect(other.got).toEqual([]);
  });
});
