/** Which events a sender takes in the statement that records them: never one that passes an earlier one of its lane. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { inHotTransaction } from "@/lib/kernel/database/in-hot-transaction";
import { newId } from "@/lib/kernel/ids";
import { createSubscription } from "../subscriptions/subscriptions";
import { setSender, type TakenDelivery } from "./begin-taking";
import { recordEvent, recordEvents, toEventRow, type NewEvent } from "./record-event";

const MESSAGE = "composio.trigger.message";
const accepted: TakenDelivery[] = [];
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
  setSender({
    wish: () => ({ full: [], fullLanes: [], claimFor: () => "whc_mine", holdMs: 60_000 }),
    accept: (_receiver, _claim, _until, deliveries) => void accepted.push(...deliveries),
  });
});
afterEach(() => setSender(undefined));

it("an event waits behind one that another copy recorded after its own transaction had begun", async () => {
  let [begin, goOn]: (() => void)[] = [];
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const recorded = new Promise<void>((resolve) => (goOn = resolve));
  const later = inHotTransaction(async (tx) => {
    await tx.$queryRawUnsafe("SELECT now()");
    begin?.();
    // As a transaction that waits for its trigger.
    await recorded;
    await recordEvent(tx, projectId, eventOf(2));
  });
  await begun;
  await db.$transaction((tx) => recordEvent(tx, projectId, eventOf(1)));
  goOn?.();
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
