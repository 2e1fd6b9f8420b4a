/**
 * Which events a sender takes in the statement that records them: no more than it has room for, and never one that
 * passes an earlier one of its lane.
 */
import pg from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { inHotTransaction } from "@/lib/kernel/database/in-hot-transaction";
import { newId } from "@/lib/kernel/ids";
import { createSubscription } from "../subscriptions/subscriptions";
import { setSender, type TakenDelivery, type Wish } from "./begin-taking";
import { recordEvent, recordEvents, toEventRow, type NewEvent } from "./record-event";

const MESSAGE = "composio.trigger.message";
const accepted: TakenDelivery[] = [];
/** Receivers that were locked, and claims that were lost. */
let [lockedIds, lostClaims]: [string[], string[]] = [[], []];
let room: Pick<Wish, "roomOf" | "roomForBytes">;
let projectId = "";
let subscriptionId = "";

const eventOf = (n: number, triggerId = "ti_1"): NewEvent => ({
  type: MESSAGE,
  trigger: {
    ...{ triggerSlug: "GITHUB_COMMIT_EVENT", triggerId, toolkitSlug: "github", userId: "ann" },
    ...{ connectedAccountId: "ca_1", authConfigId: "ac_1" },
  },
  payload: { n },
});
const rowsOf = (count: number, triggerId?: string) =>
  Array.from({ length: count }, (_, n) => toEventRow(projectId, eventOf(n, triggerId)));
const countOf = (state: string) => db.webhookDelivery.count({ where: { projectId, state } });

beforeEach(async () => {
  accepted.length = 0;
  projectId = newId("project");
  const subscription = { url: "https://example.com/hook", enabledEvents: [MESSAGE], version: "V3" as const };
  ({ id: subscriptionId } = await createSubscription(projectId, subscription));
  [lockedIds, lostClaims] = [[], []];
  room = { roomOf: () => 512, roomForBytes: () => 1024 * 1024 };
  const claimFor = (id: string): string => {
    lockedIds.push(id);
    return "whc_mine";
  };
  setSender({
    wish: () => ({ full: [], claimFor, holdMs: 60_000, ...room }),
    accept: (_receiver, _claim, _until, deliveries) => void accepted.push(...deliveries),
    lose: (id, claim) => void lostClaims.push(`${id} ${claim}`),
  });
});
afterEach(() => setSender(undefined));

it("an event waits behind one that another copy recorded after its own transaction had begun", async () => {
  let begin: () => void = () => undefined;
  let goOn: () => void = () => undefined;
  const beginning = new Promise<void>((resolve) => (begin = resolve));
  const recorded = new Promise<void>((resolve) => (goOn = resolve));
  const later = inHotTransaction(async (tx) => {
    await tx.$queryRawUnsafe("SELECT now()");
    begin();
    // As a transaction that waits for its trigger.
    await recorded;
    await recordEvent(tx, projectId, eventOf(2));
  });
  await beginning;
  await db.$transaction((tx) => recordEvent(tx, projectId, eventOf(1)));
  goOn();
  await later;
  expect([accepted.length, await countOf("waiting")]).toEqual([0, 2]);
});

it("the second statement of one report does not pass the first, whose lane was busy", async () => {
  for (let turn = 0; turn < 30; turn++) {
    const lane = `ti_busy_${turn}`;
    const { id: eventId } = await db.$transaction((tx) => recordEvent(tx, projectId, eventOf(0, lane)));
    const busy = { claim: "whc_other", claimedUntil: new Date(Date.now() + 60_000), nextAt: null, state: "sending" };
    await db.webhookDelivery.updateMany({ where: { eventId, subscriptionId }, data: busy });
    const rows = rowsOf(2, lane);
    await inHotTransaction(async (tx) => {
      await recordEvents(tx, projectId, rows.slice(0, 1));
      // The other copy is through with its delivery.
      const delivered =
        "UPDATE webhook_delivery SET state = 'delivered', claim = NULL, claimed_until = NULL WHERE event_id = $1";
      await tx.$executeRawUnsafe(delivered, eventId);
      await recordEvents(tx, projectId, rows.slice(1));
    });
    expect(accepted).toEqual([]);
  }
});

it.each([
  ["of a lane", { roomOf: (_: string, lane?: string) => (lane === "ti_1" ? 70 : 512) }, 128],
  ["of a receiver", { roomOf: (_: string, lane?: string) => (lane === undefined ? 64 : 512) }, 64],
  ["of all bytes", { roomForBytes: () => 1 }, 64],
])("one report takes no more than there is room for: %s", async (_, less, count) => {
  room = { ...room, ...less };
  const rows = rowsOf(200);
  await inHotTransaction((tx) => recordEvents(tx, projectId, rows));
  expect(accepted.map(({ event }) => event.id)).toEqual(rows.slice(0, count).map(({ id }) => id));
  expect(await countOf("waiting")).toBe(200 - count);
});

it("only receivers are locked that want one of the events", async () => {
  await createSubscription(projectId, {
    url: "https://example.com/other",
    enabledEvents: ["composio.trigger.disabled"],
    version: "V3",
  });
  await inHotTransaction((tx) => recordEvent(tx, projectId, eventOf(1)));
  expect(lockedIds).toEqual([subscriptionId]);
});

it("no receiver is locked for an event that nobody can take", async () => {
  const { trigger, ...event } = eventOf(1);
  for (const more of [{ sample: true }, { onlyTo: subscriptionId }])
    await inHotTransaction((tx) => recordEvent(tx, projectId, { ...event, ...more }));
  const elsewhere = trigger && { ...trigger, egressUrl: "https://example.com/elsewhere" };
  await inHotTransaction((tx) => recordEvent(tx, projectId, { ...event, ...(elsewhere && { trigger: elsewhere }) }));
  expect([lockedIds, await countOf("waiting")]).toEqual([[], 3]);
});

it("what was taken is lost if nobody knows whether the commit is done", async () => {
  const other = new pg.Client(process.env.DATABASE_URL);
  await other.connect();
  try {
    const broken = inHotTransaction(async (tx) => {
      await recordEvent(tx, projectId, eventOf(1));
      const [row] = await tx.$queryRawUnsafe<{ pid: number }[]>("SELECT pg_backend_pid() AS pid");
      await other.query("SELECT pg_terminate_backend($1, 10000)", [row?.pid]);
    });
    await expect(broken).rejects.toThrow();
  } finally {
    await other.end();
  }
  expect([accepted, lostClaims]).toEqual([[], [`${subscriptionId} whc_mine`]]);
});
