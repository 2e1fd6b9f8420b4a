/** The operations of inboxes by the API: who gets which events, when, and how often. */
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { POST as acknowledge } from "@/app/api/v3/internal/patchbay/inboxes/[inbox_id]/acknowledge/route";
import { GET as listEvents } from "@/app/api/v3/internal/patchbay/inboxes/[inbox_id]/events/route";
import { POST as receive } from "@/app/api/v3/internal/patchbay/inboxes/[inbox_id]/receive/route";
import { DELETE, GET as show } from "@/app/api/v3/internal/patchbay/inboxes/[inbox_id]/route";
import { POST as change } from "@/app/api/v3/internal/patchbay/inboxes/[inbox_id]/visibility/route";
import { GET as list, POST as create } from "@/app/api/v3/internal/patchbay/inboxes/route";
import { createApiKey, revokeApiKey } from "@/lib/access/keys/api-keys";
import type { Route } from "@/lib/http/api-door/define-route";
import { db } from "@/lib/kernel/database/db";
import { runDrains, runStops } from "@/lib/kernel/process/lifecycle";
import { callRoute } from "@/test/builders/members";
import { createTestOwner } from "@/test/builders/owners";
import { queryRows } from "@/test/setup/query-rows";
import { findDueSubscriptions } from "../delivery/claim-deliveries";
import { recordEvent } from "../events/record-event";
import { pruneEvents } from "../log/prune-events";
import { resendEvent } from "../log/resend-event";
import { findSubscriptionCopies } from "../subscriptions/subscription-copy";
import { listSubscriptions, requireSubscription } from "../subscriptions/subscriptions";
import { createInbox } from "./require-inbox";
import { countWaiting } from "./wait-for-events";

const MESSAGE = "composio.trigger.message";
const within = { timeout: 30_000, interval: 10 };
let projectId: string;
let keyId: string;
let key: string;
let id: string;

type Item = { receipt: string; attempt: number; event: { id: string; data: { n: number } } };

const newKey = async (project: string) => (await createApiKey(project, { name: "agent" })).key;
const ask = (route: Route, body?: object, inboxId = id, by = key) =>
  callRoute(route, { "x-api-key": by }, { params: { inbox_id: inboxId }, ...(body && { body }) });
const take = async (body: object = {}): Promise<Item[]> => (await ask(receive, body)).body.items as Item[];
const numbers = (items: Item[]) => items.map(({ event }) => event.data.n);
const receipts = (items: Item[]) => ({ receipts: items.map(({ receipt }) => receipt) });
const record = (n: number, triggerId = "ti_1", more: object = {}) =>
  db.$transaction((tx) =>
    recordEvent(tx, projectId, {
      type: MESSAGE,
      trigger: {
        ...{ triggerSlug: "GITHUB_COMMIT_EVENT", triggerId, toolkitSlug: "github", userId: "ann" },
        ...{ connectedAccountId: "ca_1", authConfigId: "ac_1" },
      },
      payload: { n, ...more },
    }),
  );
/** Lets the time of all that is taken be over. */
const passTime = () =>
  queryRows("test.pass", "UPDATE webhook_delivery SET claimed_until = now() WHERE project_id = $1 AND claim <> ''", [
    projectId,
  ]);

beforeEach(async () => {
  ({ projectId } = await createTestOwner());
  ({ key, id: keyId } = await createApiKey(projectId, { name: "agent" }));
  ({ id } = (await ask(create, { name: "All" })).body as { id: string });
});
afterAll(() => runStops(() => undefined));

describe("an inbox", () => {
  it("gives events until they are acknowledged, with the time in between as long as it was asked for", async () => {
    for (const n of [1, 2, 3]) await record(n);
    const first = await take({ max_events: 2 });
    expect(first).toMatchObject([
      { attempt: 1, event: { type: MESSAGE, data: { n: 1 }, metadata: { trigger_id: "ti_1", user_id: "ann" } } },
      { attempt: 1, event: { data: { n: 2 } } },
    ]);
    expect((await ask(show)).body).toMatchObject({ name: "All", trigger_id: null, waiting: 1, in_flight: 2 });
    expect((await ask(listEvents)).body).toMatchObject({
      items: [{ state: "in_flight", attempts: 1 }, { state: "in_flight" }, { state: "waiting", attempts: 0 }],
    });
    // The third is of the same trigger.
    expect(await take()).toEqual([]);
    expect((await ask(acknowledge, receipts(first.slice(0, 1)))).body).toEqual({ settled: 1, rejected: [] });
    await passTime();
    const again = await take();
    expect(numbers(again)).toEqual([2, 3]);
    expect(again[0]?.attempt).toBe(2);
    const late = await ask(acknowledge, receipts([...first, ...again, ...again]));
    expect(late.body).toEqual({ settled: 2, rejected: first.map(({ receipt }) => receipt) });
    expect((await ask(show)).body).toMatchObject({ waiting: 0, in_flight: 0, oldest_at: null });
    expect(await db.webhookDelivery.count({ where: { projectId, state: "delivered" } })).toBe(3);
  });

  it("accepts an acknowledgement after the time while nobody else has taken the event", async () => {
    await record(1);
    const items = await take();
    await passTime();
    expect((await ask(acknowledge, receipts(items))).body).toMatchObject({ settled: 1 });
    expect(await take()).toEqual([]);
  });

  it("gives events of other triggers to a second program, and of the same after they were given back", async () => {
    for (const n of [1, 2]) await record(n, "ti_a");
    await record(3, "ti_b");
    const first = await take({ max_events: 1 });
    expect(numbers(await take())).toEqual([3]);
    expect((await ask(change, { ...receipts(first), visibility_seconds: 600 })).body).toMatchObject({ settled: 1 });
    expect(await take()).toEqual([]);
    expect((await ask(change, { ...receipts(first), visibility_seconds: 0 })).body).toMatchObject({ settled: 1 });
    expect(numbers(await take())).toEqual([1, 2]);
    expect((await ask(change, { ...receipts(first), visibility_seconds: 0 })).body).toMatchObject({ settled: 0 });
  });

  it("can be of one trigger, and gets only kinds that it asks for", async () => {
    const ofTrigger = await createInbox(projectId, { name: "One", triggerId: "ti_a", enabledEvents: [MESSAGE] });
    await record(1, "ti_a");
    await record(2, "ti_b");
    await db.$transaction((tx) => recordEvent(tx, projectId, { type: "composio.webhook.disabled", payload: {} }));
    expect(numbers((await ask(receive, {}, ofTrigger.id)).body.items as Item[])).toEqual([1]);
    expect(numbers(await take()).sort()).toEqual([1, 2]);
    expect((await ask(create, { name: "x", trigger_id: "ti_none" })).status).toBe(404);
    expect((await ask(create, { name: "x", enabled_events: ["patchbay.audit.event"] })).status).toBe(400);
  });

  it("keeps a response below 4 MB, and what does not fit in its place", async () => {
    const text = "x".repeat(900_000);
    for (let n = 0; n < 6; n++) await record(n, "ti_1", { text });
    const first = await take({ max_events: 50 });
    expect(numbers(first)).toEqual([0, 1, 2, 3]);
    await ask(acknowledge, receipts(first));
    expect((await take({ max_events: 50 })).map(({ attempt, event }) => [attempt, event.data.n])).toEqual([
      [1, 4],
      [1, 5],
    ]);
  });

  it("gives up an event that was taken a hundred times, or that nobody took for 14 days; it can be sent again", async () => {
    const { id: eventId } = await record(1);
    await record(2, "ti_2");
    await queryRows("test.worn", "UPDATE webhook_delivery SET attempts = 100 WHERE event_id = $1", [eventId]);
    const old =
      "UPDATE webhook_delivery SET created_at = now() - interval '15 days' WHERE project_id = $1 AND lane = $2";
    await queryRows("test.old", old, [projectId, "ti_2"]);
    await pruneEvents([]);
    expect(await take()).toEqual([]);
    expect(await db.webhookDelivery.count({ where: { projectId, state: "dead" } })).toBe(2);
    expect(await resendEvent(projectId, eventId, id)).toBe(1);
    expect(numbers(await take())).toEqual([1]);
  });
});

describe("a program that waits", () => {
  it("gets an event as soon as it is recorded; of many that wait, one gets it", async () => {
    const waits = Array.from({ length: 5 }, () => take({ wait_seconds: 30, max_events: 1 }));
    await vi.waitFor(() => expect(countWaiting(projectId)).toBe(5), within);
    for (const n of [1, 2, 3, 4, 5]) await record(n, `ti_${n}`);
    expect((await Promise.all(waits)).flatMap(numbers).sort()).toEqual([1, 2, 3, 4, 5]);
    expect(countWaiting(projectId)).toBe(0);
  });

  it("gets what somebody else has taken and not acknowledged in time", async () => {
    await record(1);
    await take({ visibility_seconds: 1 });
    expect(numbers(await take({ wait_seconds: 30 }))).toEqual([1]);
  });

  it("gets nothing after its key was revoked, and when the process is about to stop", async () => {
    const revoked = take({ wait_seconds: 30 });
    await vi.waitFor(() => expect(countWaiting(projectId)).toBe(1), within);
    await revokeApiKey(projectId, keyId);
    await record(1);
    expect(await revoked).toEqual([]);
    await vi.waitFor(() => expect(countWaiting(projectId)).toBe(0), within);
    key = await newKey(projectId);
    expect(numbers(await take())).toEqual([1]);
    const stopped = take({ wait_seconds: 30 });
    await vi.waitFor(() => expect(countWaiting(projectId)).toBe(1), within);
    runDrains();
    expect(await stopped).toEqual([]);
  });

  it("429: the 101st of a project", async () => {
    const waits = Array.from({ length: 100 }, () => ask(receive, { wait_seconds: 30 }));
    await vi.waitFor(() => expect(countWaiting(projectId)).toBe(100), within);
    expect((await ask(receive, { wait_seconds: 1 })).status).toBe(429);
    runDrains();
    for (const { status } of await Promise.all(waits)) expect(status).toBe(200);
  });
});

describe("the bounds", () => {
  it("404: another project neither sees, takes nor acknowledges", async () => {
    await record(1);
    const items = await take();
    const other = await newKey((await createTestOwner()).projectId);
    for (const route of [show, listEvents, DELETE]) expect((await ask(route, undefined, id, other)).status).toBe(404);
    expect((await ask(receive, {}, id, other)).status).toBe(404);
    expect((await ask(acknowledge, receipts(items), id, other)).status).toBe(404);
    expect((await ask(list, undefined, "", other)).body.items).toEqual([]);
    const mine = (await callRoute(create, { "x-api-key": other }, { body: { name: "Mine" } })).body.id as string;
    expect((await ask(acknowledge, receipts(items), mine, other)).body).toMatchObject({ settled: 0 });
  });

  it("400: times and numbers beyond the limits; receipts that are none are rejected one by one", async () => {
    for (const body of [{ wait_seconds: 31 }, { max_events: 51 }, { max_events: 0 }, { visibility_seconds: 43_201 }])
      expect((await ask(receive, body)).status).toBe(400);
    const bad = ["1.ibc_x", `${"9".repeat(40)}.ibc_x`, "no", "1.ibc_x'; --"];
    expect((await ask(acknowledge, { receipts: bad })).body).toEqual({ settled: 0, rejected: bad });
    expect((await ask(acknowledge, { receipts: Array.from({ length: 101 }, String) })).status).toBe(400);
  });

  it("is no webhook subscription: nothing is sent to it, listed, copied or changed as one", async () => {
    await record(1);
    expect((await findDueSubscriptions([])).map((due) => due.id)).not.toContain(id);
    expect((await listSubscriptions(projectId, { limit: 50 })).items).toEqual([]);
    expect(await findSubscriptionCopies(projectId)).toEqual([]);
    await expect(requireSubscription(projectId, id)).rejects.toMatchObject({ kind: "NotFound" });
  });

  it("ends with its deletion; its events stay in the log", async () => {
    await record(1);
    await record(2, "ti_2");
    const items = await take({ max_events: 1 });
    expect((await ask(DELETE)).body).toEqual({ success: true });
    expect((await ask(receive, {})).status).toBe(404);
    expect((await ask(acknowledge, receipts(items))).status).toBe(404);
    const where = { projectId };
    expect(await db.webhookDelivery.findMany({ where })).toMatchObject([{ state: "dead" }, { state: "dead" }]);
    expect(await db.webhookEvent.count({ where })).toBe(2);
  });
});
