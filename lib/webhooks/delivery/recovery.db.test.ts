/**
 * What a copy of the app leaves when it ends in the middle, and events that cannot be read: order, and no lane that
 * stops.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { newId } from "@/lib/kernel/ids";
import { runStops } from "@/lib/kernel/process/lifecycle";
import { recordEvent } from "../events/record-event";
import { pruneEvents } from "../log/prune-events";
import { createSubscription, deleteSubscription, updateSubscription } from "../subscriptions/subscriptions";
import { claimDeliveries, releaseDeliveries } from "./claim-deliveries";
import { disableSubscription } from "./disable-subscription";
import { recordHealth } from "./record-attempts";
import { startDelivering } from "./start-delivering";

vi.hoisted(() => {
  process.env.PATCHBAY_WEBHOOK_PAUSES = "0.05";
});

const within = { timeout: 30_000, interval: 20 };
const MESSAGE = "composio.trigger.message";
const numbers: number[] = [];
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const message = JSON.parse(Buffer.concat(chunks).toString()) as { data: { n: number } };
    // Events of earlier tests also arrive once a test starts delivering.
    if (request.url === `/${projectId}`) numbers.push(message.data.n);
    response.writeHead(200).end();
  });
});
const listening = new Promise<string>((resolve) =>
  server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)),
);

let projectId = "";
let subscriptionId = "";
const trigger = {
  triggerSlug: "GITHUB_COMMIT_EVENT",
  triggerId: "ti_1",
  toolkitSlug: "github",
  userId: "ann",
  connectedAccountId: "ca_1",
  authConfigId: "ac_1",
};
const record = (n: number) =>
  db.$transaction((tx) => recordEvent(tx, projectId, { type: MESSAGE, trigger, payload: { n } }));
const claim = async (name: string, limit: number, holdMs = 60_000) =>
  (await claimDeliveries(subscriptionId, { limit, name, holdMs, toOwn: true, elsewhere: true }))?.deliveries ?? [];
const eventsOf = (all: readonly { eventId: string }[]) => all.map(({ eventId }) => eventId);

beforeEach(async () => {
  projectId = newId("project");
  numbers.length = 0;
  const url = `${await listening}${projectId}`;
  ({ id: subscriptionId } = await createSubscription(projectId, { url, enabledEvents: [MESSAGE], version: "V3" }));
});
afterAll(async () => {
  await runStops(() => undefined);
  server.closeAllConnections();
  server.close();
});

describe("a claimed delivery that is not sent", () => {
  it.each(["is released", "is taken back after its copy died"])("%s before later ones", async (how) => {
    const events = [];
    for (let n = 0; n < 4; n++) events.push((await record(n)).id);
    const deliveries = await claim("whc_first", 2);
    expect(eventsOf(deliveries)).toEqual(events.slice(0, 2));
    expect(await claim("whc_second", 2)).toEqual([]);
    if (how === "is released")
      await releaseDeliveries(
        subscriptionId,
        "whc_first",
        deliveries.map(({ id }) => id),
      );
    else await db.webhookDelivery.updateMany({ where: { claim: "whc_first" }, data: { claimedUntil: new Date(0) } });
    expect(eventsOf(await claim("whc_second", 2))).toEqual(events.slice(0, 2));
  });
});

describe("a claimed delivery that is given back", () => {
  it.each([
    ["was deleted", () => deleteSubscription(projectId, subscriptionId)],
    ["was disabled", () => disableSubscription(projectId, subscriptionId, "failed_for_days")],
  ])("is dead if its receiver %s meanwhile", async (_, end) => {
    await record(1);
    const [delivery] = await claim("whc_first", 1);
    await end();
    await releaseDeliveries(subscriptionId, "whc_first", delivery ? [delivery.id] : []);
    const row = await db.webhookDelivery.findFirstOrThrow({ where: { projectId, subscriptionId } });
    expect(row).toMatchObject({ state: "dead", nextAt: null, claim: null, endedAt: expect.any(Date) });
  });
});

describe("a lane with many waiting deliveries", () => {
  const fill = async (lane: string, total: number) => {
    const { id: eventId } = await db.webhookEvent.findFirstOrThrow({ where: { projectId } });
    const delivery = { projectId, subscriptionId, eventId, lane, nextAt: new Date(Date.now() - 60_000) };
    await db.webhookDelivery.createMany({
      data: Array.from({ length: total }, (_, n) => ({ ...delivery, seq: BigInt(n) })),
    });
  };

  it("hides no other lane, also while it is delivered", async () => {
    await record(0);
    await fill("ti_many", 1010);
    await fill("ti_last", 1);
    const lanes = new Set((await claim("whc_first", 32)).map(({ lane }) => lane));
    expect(lanes).toEqual(new Set(["ti_many", "ti_1", "ti_last"]));
    await db.webhookDelivery.updateMany({
      where: { lane: { not: "ti_many" } },
      data: { claim: null, claimedUntil: null },
    });
    await fill("ti_later", 1);
    expect((await claim("whc_second", 32)).map(({ lane }) => lane)).toEqual(["ti_later"]);
  });

  it("returns its deliveries in order", async () => {
    await record(0);
    await fill("ti_many", 1010);
    await fill("ti_few", 40);
    const deliveries = await claim("whc_first", 32);
    for (const lane of ["ti_many", "ti_few"]) {
      const laneNumbers = deliveries.filter((delivery) => delivery.lane === lane).map(({ seq }) => Number(seq));
      expect(laneNumbers.length).toBeGreaterThanOrEqual(12);
      expect(laneNumbers).toEqual(laneNumbers.map((_, index) => index));
    }
  });
});

describe("an ending subscription", () => {
  it.each(["deleted", "disabled"])("can be %s during a delivery, and nothing waits forever", async (how) => {
    const { id } = await record(1);
    await claim("whc_gone", 1);
    if (how === "deleted") await deleteSubscription(projectId, subscriptionId);
    else await db.webhookSubscription.update({ where: { id: subscriptionId }, data: { disabledAt: new Date() } });
    const states = () => db.webhookDelivery.findMany({ where: { eventId: id }, select: { state: true } });
    await pruneEvents([]);
    expect(await states()).toEqual([{ state: "sending" }]);
    await db.webhookDelivery.updateMany({ where: { eventId: id }, data: { claimedUntil: new Date(0) } });
    await pruneEvents([]);
    expect(await states()).toEqual([{ state: "dead" }]);
  });
});

it("an event that cannot be read stops no other of its trigger", async () => {
  await updateSubscription(projectId, subscriptionId, { paused: true });
  const { id } = await record(1);
  await db.webhookEvent.update({ where: { id }, data: { content: "not what was sealed" } });
  await record(2);
  startDelivering(() => Promise.resolve({ organizationId: undefined, storesPayloads: true }));
  await updateSubscription(projectId, subscriptionId, { paused: false });
  await vi.waitFor(() => expect(numbers).toEqual([2]), within);
  await vi.waitFor(
    async () =>
      expect(await db.webhookDelivery.findMany({ where: { eventId: id } })).toMatchObject([{ state: "dead" }]),
    within,
  );
});

it("simultaneous failed attempts are one reason to pause, and those begun after a pause are more", async () => {
  const fail = (durationMs: number) => recordHealth(subscriptionId, { delivered: false, unwell: true, durationMs });
  const states = await Promise.all(Array.from({ length: 16 }, () => fail(60_000)));
  expect(states.filter(({ resting }) => resting)).toHaveLength(12);
  const { failures, restUntil } = await db.webhookSubscription.findUniqueOrThrow({ where: { id: subscriptionId } });
  expect(failures).toBe(5);
  await db.webhookSubscription.update({ where: { id: subscriptionId }, data: { restUntil: new Date(0) } });
  await fail(0);
  const later = await db.webhookSubscription.findUniqueOrThrow({ where: { id: subscriptionId } });
  expect([later.failures, Number(later.restUntil) > Number(restUntil)]).toEqual([6, true]);
});
