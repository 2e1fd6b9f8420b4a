/** Deliveries to a test receiver: signed as all others, stored here within bounds, and seen by their project alone. */
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { db } from "@/lib/kernel/database/db";
import { newId } from "@/lib/kernel/ids";
import { runStops } from "@/lib/kernel/process/lifecycle";
import { TEST_RECEIVER_URL } from "../constants";
import { recordEvent } from "../events/record-event";
import { findTestRequests, pruneTestRequests } from "../inbox/store-test-request";
import { findSubscriptionCopies } from "../subscriptions/subscription-copy";
import {
  createSubscription,
  deleteSubscription,
  ensureTestReceiver,
  rotateSecret,
  updateSubscription,
} from "../subscriptions/subscriptions";
import { listTestRequests } from "../subscriptions/list-test-requests";
import { isSigned } from "./receive-test";
import { startDelivering } from "./start-delivering";

const within = { timeout: 30_000, interval: 20 };
const MESSAGE = "composio.trigger.message";
let projectId = newId("project");
let storesPayloads = true;

beforeAll(() => startDelivering(() => Promise.resolve({ organizationId: "org_1", storesPayloads })));
afterAll(() => runStops(() => undefined));
beforeEach(() => void (projectId = newId("project")));

const record = async (payload: Record<string, unknown>): Promise<string> =>
  (await db.$transaction((tx) => recordEvent(tx, projectId, { type: MESSAGE, payload, lane: "a lane" }))).id;
const isDelivered = (eventId: string) =>
  vi.waitFor(
    async () =>
      expect(await db.webhookDelivery.findMany({ where: { eventId } })).toMatchObject([{ state: "delivered" }]),
    within,
  );

it("stores the request that an app would get, with a signature that its library accepts", async () => {
  const { id, secret, url } = await ensureTestReceiver(projectId);
  expect(url).toBe(TEST_RECEIVER_URL);
  await isDelivered(await record({ door: "front" }));
  const [request] = await findTestRequests(projectId, id);
  expect(request).toMatchObject({ attempt: 1, verified: true });
  const { headers = {}, body = "" } = request ?? {};
  expect(new StandardWebhook(secret).verify(body, headers)).toMatchObject({ type: MESSAGE, data: { door: "front" } });
  expect(isSigned(secret, headers, `${body} `)).toBe(false);
  expect(isSigned("whsec_another", headers, body)).toBe(false);
  const [attempt] = await db.webhookAttempt.findMany({ where: { projectId } });
  expect(attempt).toMatchObject({ status: 200, url: TEST_RECEIVER_URL, responseBody: "Stored by the test receiver." });
  expect(attempt?.requestHeaders).not.toHaveProperty("webhook-signature");
  await rotateSecret(projectId, id);
  await isDelivered(await record({ door: "back" }));
  expect(await findTestRequests(projectId, id)).toMatchObject([{ verified: true }, { verified: true }]);
});

it("is one for each project, and no caller can set its address", async () => {
  const [first, second] = await Promise.all([ensureTestReceiver(projectId), ensureTestReceiver(projectId)]);
  expect(second.id).toBe(first.id);
  const settings = { enabledEvents: [MESSAGE], version: "V3" } as const;
  await expect(
    createSubscription(projectId, { url: TEST_RECEIVER_URL, ...settings, enabledEvents: [MESSAGE] }),
  ).rejects.toThrow(/webhook_url/);
  const change = { url: TEST_RECEIVER_URL, enabledEvents: [MESSAGE] };
  expect(await updateSubscription(projectId, first.id, change)).toMatchObject(change);
  expect(await findSubscriptionCopies(projectId)).toEqual([]);
});

it("has the newest 50 requests, the first 64 KB of each, for 7 days", async () => {
  const { id } = await ensureTestReceiver(projectId);
  const ids: string[] = [];
  for (let number = 0; number < 52; number += 1) ids.push(await record({ number }));
  await isDelivered(ids.at(-1) ?? "");
  const requests = await findTestRequests(projectId, id);
  expect(requests.map(({ eventId }) => eventId)).toEqual(ids.toReversed().slice(0, 50));
  await isDelivered(await record({ text: "é".repeat(100_000) }));
  const [large] = await findTestRequests(projectId, id);
  expect([large?.bytes, Buffer.byteLength(large?.body ?? "") <= 65_536, large?.body.includes("\uFFFD")]).toEqual([
    expect.any(Number),
    true,
    false,
  ]);
  expect(large?.bytes).toBeGreaterThan(200_000);
  await db.webhookInbox.updateMany({ where: { projectId }, data: { at: new Date(Date.now() - 8 * 86_400_000) } });
  await isDelivered(await record({ number: 53 }));
  await pruneTestRequests([]);
  expect(await findTestRequests(projectId, id)).toHaveLength(1);
  await pruneTestRequests([{ projectId, days: 0 }]);
  expect(await findTestRequests(projectId, id)).toEqual([]);
});

it("stores nothing for a project that stores no payloads, and deletes all with the receiver", async () => {
  const { id } = await ensureTestReceiver(projectId);
  await isDelivered(await record({ door: "front" }));
  storesPayloads = false;
  await isDelivered(await record({ door: "back" }));
  storesPayloads = true;
  expect(await db.webhookInbox.count({ where: { projectId } })).toBe(1);
  await expect(listTestRequests(newId("project"), id)).rejects.toThrow(/no webhook subscription/);
  await deleteSubscription(projectId, id);
  expect(await db.webhookInbox.count({ where: { projectId } })).toBe(0);
});
