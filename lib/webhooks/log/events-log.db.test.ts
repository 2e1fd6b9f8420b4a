/** The log of events over the API: found by what they are about, sent again, and nothing of another project. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { db } from "@/lib/kernel/database/db";
import { newId } from "@/lib/kernel/ids";
import { runStops } from "@/lib/kernel/process/lifecycle";
import { openAllRoutes } from "@/test/servers/all-routes";
import { createTestOwner } from "@/test/builders/owners";
import { startDelivering } from "../delivery/start-delivering";
import { recordEvent } from "../events/record-event";
import { type EventFilter, listEvents } from "./list-events";
import { dropPayloads, pruneEvents } from "./prune-events";

const door = openAllRoutes();
const within = { timeout: 30_000, interval: 20 };
const requests: { id: string; path: string }[] = [];
const receiver = createServer((request, response) => {
  requests.push({ id: String(request.headers["webhook-id"]), path: request.url ?? "" });
  request.resume().on("end", () => response.end("thank you"));
});
let key = "";
let projectId = "";
let subscription = "";
const url = (path: string) => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}${path}`;

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await door.fetch(
    new Request(`http://localhost:3000/api/v3/${path}`, {
      method,
      headers: { "x-api-key": key, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
  return (await answer.json()) as T;
}

const record = (triggerId: string, userId: string, egressUrl?: string) =>
  db.$transaction((tx) =>
    recordEvent(tx, projectId, {
      type: "composio.trigger.message",
      trigger: {
        triggerSlug: "GITHUB_COMMIT_EVENT",
        triggerId,
        toolkitSlug: "github",
        userId,
        connectedAccountId: "ca_1",
        authConfigId: "ac_1",
        ...(egressUrl !== undefined && { egressUrl }),
      },
      payload: { of: userId },
    }),
  );

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  ({ projectId } = await createTestOwner());
  ({ key } = await createApiKey(projectId, { name: "one" }));
  const creation = await ask<{ id: string; secret: string }>("POST", "webhook_subscriptions", {
    webhook_url: url("/hook"),
    enabled_events: ["composio.trigger.message"],
  });
  expect(creation.secret).toMatch(/^whsec_/);
  subscription = creation.id;
  startDelivering(() => Promise.resolve({ organizationId: undefined, storesPayloads: true }));
});
afterAll(async () => {
  await runStops(() => undefined);
  receiver.close();
});

type EventList = { items: { id: string; deliveries: { state: string }[] }[]; total_items: number };
const base = "internal/patchbay/events";

it("finds events, shows their attempts, and sends them again to chosen receivers", async () => {
  const { id } = await record("ti_1", "ann");
  await record("ti_2", "bob");
  await vi.waitFor(async () => {
    const { items } = await ask<EventList>("GET", `${base}?state=delivered`);
    expect(items).toHaveLength(2);
  }, within);
  const { items, total_items: total } = await ask<EventList>(
    "GET",
    `${base}?user_id=ann&trigger_id=ti_1&search=commit`,
  );
  expect([items.map((item) => item.id), total]).toEqual([[id], 1]);
  expect((await ask<EventList>("GET", `${base}?user_id=nobody`)).items).toEqual([]);
  const unwanted = { type: "composio.trigger.disabled", payload: {} } as const;
  const unsent = await db.$transaction((tx) => recordEvent(tx, projectId, unwanted));
  expect((await ask<EventList>("GET", `${base}?state=none`)).items).toMatchObject([{ id: unsent.id, deliveries: [] }]);
  await db.webhookEvent.deleteMany({ where: { id: unsent.id } });
  expect((await ask<EventList>("GET", `${base}?sent_to=${subscription}&state=delivered`)).items).toHaveLength(2);
  expect((await ask<EventList>("GET", `${base}?sent_to=${subscription}&state=dead`)).items).toEqual([]);
  expect((await ask<EventList>("GET", `${base}?sent_to=ws_other`)).items).toEqual([]);
  expect(await ask("GET", `${base}/${id}?version=V1`)).toMatchObject({ message: { payload: { of: "ann" } } });
  expect(await ask("GET", `${base}/${id}`)).toMatchObject({
    data: { of: "ann" },
    message: { id, data: { of: "ann" } },
    deliveries: [
      { subscription_id: subscription, state: "delivered", log: [{ status: 200, response_body: "thank you" }] },
    ],
  });
  requests.length = 0;
  expect(await ask("POST", `${base}/${id}/resend`, {})).toEqual({ deliveries: 1 });
  expect(await ask("POST", `${base}/resend`, { subscription_id: subscription, user_id: "bob" })).toEqual({
    deliveries: 1,
  });
  const replay = { subscription_id: subscription, url: url("/other") };
  expect(await ask("POST", `${base}/${id}/replay`, replay)).toEqual({ deliveries: 1 });
  await vi.waitFor(() => expect(requests).toHaveLength(3), within);
  expect(
    requests
      .filter((request) => request.id === id)
      .map(({ path }) => path)
      .sort(),
  ).toEqual(["/hook", "/other"]);
  const away = await ask<{ error: { message: string } }>("POST", `${base}/${id}/replay`, {
    ...replay,
    url: "http://10.0.0.1/",
  });
  expect(away.error.message).toContain("PATCHBAY_WEBHOOK_ALLOW");
});

it("does not queue a waiting delivery a second time, however often somebody asks", async () => {
  await ask("PATCH", `webhook_subscriptions/${subscription}`, { paused: true });
  const again = () => ask("POST", `${base}/resend`, { subscription_id: subscription, user_id: "bob" });
  expect([await again(), await again()]).toEqual([{ deliveries: 1 }, { deliveries: 1 }]);
  expect(await db.webhookDelivery.count({ where: { projectId, kind: "resend", endedAt: null } })).toBe(1);
  await ask("PATCH", `webhook_subscriptions/${subscription}`, { paused: false });
});

it("sends an event again to the URL of its trigger, if it went there", async () => {
  requests.length = 0;
  const { id } = await record("ti_3", "eve", url("/own"));
  const pathsOf = () => requests.filter((request) => request.id === id).map(({ path }) => path);
  await vi.waitFor(() => expect(pathsOf()).toEqual(["/own"]), within);
  expect(await ask("POST", `${base}/${id}/resend`, { subscription_id: subscription })).toEqual({ deliveries: 1 });
  await vi.waitFor(() => expect(pathsOf()).toEqual(["/own", "/own"]), within);
  const left = () => db.webhookDelivery.count({ where: { projectId, eventId: id, endedAt: null } });
  await vi.waitFor(async () => expect(await left()).toBe(0), within);
  await ask("PATCH", `webhook_subscriptions/${subscription}`, { paused: true });
  for (let n = 0; n < 2; n++) await ask("POST", `${base}/${id}/resend`, {});
  expect(await left()).toBe(1);
  await db.webhookEvent.deleteMany({ where: { projectId, id } });
  await ask("PATCH", `webhook_subscriptions/${subscription}`, { paused: false });
});

it("answers older clients in their form, page by page", async () => {
  type Logs = { data: { entityId: string; meta: { triggerNanoId: string } }[]; nextCursor: string | null };
  const first = await ask<Logs>("POST", "internal/trigger/logs", { limit: 1 });
  const second = await ask<Logs>("POST", "internal/trigger/logs", { limit: 1, cursor: first.nextCursor });
  expect([first, second].map(({ data }) => data[0]?.entityId)).toEqual(["bob", "ann"]);
  expect(second.nextCursor).toBeNull();
  const params = { search_params: [{ field: "trigger_id", operation: "==", value: "ti_1" }] };
  expect((await ask<Logs>("POST", "internal/trigger/logs", params)).data.map(({ entityId }) => entityId)).toEqual([
    "ann",
  ]);
});

it("searches a bounded number of events for a page, and an empty page leads to older events", async () => {
  const find = (filter: EventFilter, cursor?: string | null) =>
    listEvents(projectId, filter, { limit: 5, most: 1, cursor: cursor ?? undefined });
  const first = await find({ userId: "ann" });
  expect([first.items, first.total_items, first.current_page]).toEqual([[], 0, 1]);
  const second = await find({ userId: "ann" }, first.next_cursor);
  expect([second.items.map(({ userId }) => userId), second.current_page]).toEqual([["ann"], 2]);
  expect((await find({ userId: "ann" }, second.next_cursor)).next_cursor).toBeNull();
  const id = second.items[0]?.id ?? "";
  for (const filter of [{ search: id }, { triggerId: "ti_1", userId: "ann" }])
    expect((await find(filter)).items.map((item) => item.id)).toEqual([id]);
  await db.webhookEvent.update({ where: { projectId, id }, data: { createdAt: new Date(Date.now() - 3_600_000) } });
  const to = new Date(Date.now() - 1_800_000);
  expect((await find({ to })).items.map((item) => item.id)).toEqual([id]);
});

it("removes payloads if the project keeps none, and old events after their time", async () => {
  const rule = { projectId, days: 30, storesPayloads: false };
  const other = { projectId: newId("project"), days: 60, storesPayloads: true };
  await db.$transaction((tx) =>
    recordEvent(tx, other.projectId, { type: "composio.webhook.disabled", payload: { of: "another project" } }),
  );
  await db.webhookEvent.updateMany({ where: { projectId }, data: { createdAt: new Date(Date.now() - 3_600_000) } });
  await vi.waitFor(async () => {
    expect(await db.webhookDelivery.count({ where: { projectId, endedAt: null } })).toBe(0);
  }, within);
  await dropPayloads([rule, other]);
  const { items } = await ask<EventList>("GET", base);
  const id = items[0]?.id ?? "";
  expect(await ask("GET", `${base}/${id}`)).toMatchObject({ data: null });
  expect(JSON.stringify(await ask("POST", `${base}/${id}/resend`, {}))).toContain("no longer stored");
  await db.webhookEvent.updateMany({
    where: { projectId: { in: [projectId, other.projectId] } },
    data: { createdAt: new Date(Date.now() - 31 * 86_400_000) },
  });
  expect(await pruneEvents([rule, other])).toBeGreaterThanOrEqual(2);
  expect((await ask<EventList>("GET", base)).items).toEqual([]);
  expect(await db.webhookEvent.count({ where: { projectId: other.projectId, content: { not: null } } })).toBe(1);
});

it("deletes the rest of a deleted subscription when none of its deliveries is in progress", async () => {
  const [deletedId, sending] = [newId("webhookSubscription"), newId("webhookSubscription")];
  const { id: eventId } = await record("ti_1", "ann");
  const deletedAt = new Date(Date.now() - 2 * 86_400_000);
  for (const id of [deletedId, sending])
    await db.webhookSubscription.create({
      data: { id, projectId, url: "http://127.0.0.1:1/", version: "V3", enabledEvents: [], secret: "", deletedAt },
    });
  const claimedUntil = new Date(Date.now() + 60_000);
  const delivery = { projectId, eventId, lane: "one", seq: 1n, state: "sending", nextAt: null, claimedUntil };
  await db.webhookDelivery.create({ data: { ...delivery, subscriptionId: sending } });
  await pruneEvents([]);
  expect(await db.webhookSubscription.findMany({ where: { id: { in: [deletedId, sending] } } })).toMatchObject([
    { id: sending },
  ]);
});
