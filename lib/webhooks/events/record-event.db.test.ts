/**
 * Events on a real database: written with the change that they tell of, once, sealed, with a delivery for each
 * receiver.
 */
import { describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { newId } from "@/lib/kernel/ids";
import { queryRows } from "@/test/setup/query-rows";
import { openContent } from "./event-content";
import { EventTooLarge, MAX_EVENT_BYTES, recordEvent, type NewEvent } from "./record-event";

const projectId = newId("project");
const trigger = {
  triggerSlug: "GITHUB_COMMIT_EVENT",
  triggerId: "ti_1",
  toolkitSlug: "github",
  userId: "ann",
  connectedAccountId: "ca_1",
  authConfigId: "ac_1",
  triggerConfig: { repo: "hello" },
};
const message = (more: Partial<NewEvent> = {}): NewEvent => ({
  type: "composio.trigger.message",
  trigger,
  payload: { message: "Fix the roof" },
  ...more,
});
const record = (event: NewEvent, project = projectId) => db.$transaction((tx) => recordEvent(tx, project, event));

async function subscribe(enabledEvents: string[], more: object = {}): Promise<string> {
  const id = newId("webhookSubscription");
  await db.webhookSubscription.create({
    data: { id, projectId, url: "https://example.com", version: "V3", enabledEvents, secret: "", ...more },
  });
  return id;
}

const receiversOf = async (eventId: string): Promise<string[]> =>
  (await db.webhookDelivery.findMany({ where: { eventId } })).map(({ subscriptionId }) => subscriptionId).sort();

describe("recordEvent", () => {
  it("writes a delivery for each subscription to the kind, and for no other", async () => {
    const subscriptionIds = [
      await subscribe(["composio.trigger.message"]),
      await subscribe(["composio.trigger.message"]),
    ];
    await subscribe(["composio.connected_account.expired"]);
    await subscribe(["composio.trigger.message"], { deletedAt: new Date() });
    await subscribe(["composio.trigger.message"], { disabledAt: new Date() });
    await subscribe(["composio.trigger.message"], { projectId: newId("project") });
    const { id, receivers } = await record(message());
    expect(receivers).toBe(2);
    expect(await receiversOf(id)).toEqual(subscriptionIds.sort());
  });

  it("keeps the events of a paused subscription", async () => {
    const paused = await subscribe(["composio.trigger.disabled"], { pausedAt: new Date() });
    const { id } = await record({ type: "composio.trigger.disabled", payload: {} });
    expect(await receiversOf(id)).toEqual([paused]);
  });

  it("writes nothing if the transaction is not committed", async () => {
    const id = `msg_${newId("request")}`;
    const failed = db.$transaction(async (tx) => {
      await recordEvent(tx, projectId, message({ id }));
      throw new Error("changed my mind");
    });
    await expect(failed).rejects.toThrow("changed my mind");
    expect(await db.webhookEvent.count({ where: { id } })).toBe(0);
  });

  it("records a provider's event once for each trigger, also when two come at the same time", async () => {
    const both = await Promise.all([1, 2].map(() => record(message({ providerEventId: "evt 1" }))));
    expect(both.map(({ recorded }) => recorded).sort()).toEqual([false, true]);
    const other = message({ providerEventId: "evt 1", trigger: { ...trigger, triggerId: "ti_2" } });
    expect(await record(other)).toMatchObject({ recorded: true });
    expect(await record(message({ providerEventId: "evt 1" }), newId("project"))).toMatchObject({ recorded: true });
  });

  it("seals the content of the event, bound to its project and its row", async () => {
    const { id } = await record(message({ originalPayload: { secretWord: "from the provider" } }));
    const [row] = await queryRows<{ text: string }>(
      "test.event",
      "SELECT row_to_json(webhook_event)::text AS text FROM webhook_event WHERE id = $1",
      [id],
    );
    expect(row?.text).not.toMatch(/Fix the roof|secretWord|hello/);
    const { content } = await db.webhookEvent.findUniqueOrThrow({ where: { id } });
    expect(openContent(projectId, id, content ?? "")).toEqual({
      data: { message: "Fix the roof" },
      original: { secretWord: "from the provider" },
      triggerConfig: { repo: "hello" },
    });
    expect(() => openContent(newId("project"), id, content ?? "")).toThrow();
  });

  it("refuses an event that is too large, before anything is written", async () => {
    const payload = { text: "x".repeat(MAX_EVENT_BYTES) };
    await expect(record(message({ payload }))).rejects.toThrow(EventTooLarge);
  });
});
