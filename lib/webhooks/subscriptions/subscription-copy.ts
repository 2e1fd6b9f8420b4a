/** Webhook subscriptions as they are copied to another project: without secrets, and paused. */
import { db, type Db } from "@/lib/kernel/database/db";
import { notify } from "@/lib/kernel/database/notify";
import type { StoredCopy } from "@/lib/kernel/database/stored-copy";
import { newId } from "@/lib/kernel/ids";
import { now } from "@/lib/kernel/time/clock";
import { EVENTS_CHANNEL } from "../events/record-event";
import { INBOX_URL, TEST_RECEIVER_URL } from "../constants";
import type { WebhookVersion } from "../event-types";
import { assertReceiver } from "./assert-receiver";
import type { EventFilter } from "./event-filter";
import { newSecret, sealSecret } from "./secrets";
import { assertRoomForOne } from "./subscriptions";

export type SubscriptionCopy = {
  id: string;
  url: string;
  version: WebhookVersion;
  enabledEvents: string[];
  filters: EventFilter[];
};

/** The webhook subscriptions of a project, in no order; a test receiver and inboxes stay where they are. */
export async function findSubscriptionCopies(projectId: string): Promise<SubscriptionCopy[]> {
  const where = { projectId, deletedAt: null, url: { notIn: [TEST_RECEIVER_URL, INBOX_URL] } };
  const rows = await db.webhookSubscription.findMany({ where, orderBy: { id: "asc" } });
  return rows.map(({ id, url, version, enabledEvents, filters }) => ({
    ...{ id, url, enabledEvents },
    version: version as WebhookVersion,
    filters: filters as EventFilter[],
  }));
}

/** @throws ApiError BadRequest for an address that nothing is sent to, and for unknown events */
export const checkSubscriptionCopy = ({ url, enabledEvents, version }: SubscriptionCopy): void =>
  assertReceiver(url, enabledEvents, version);

const filtersOf = (filters: unknown): string =>
  JSON.stringify((filters as EventFilter[]).map(({ path, operator, value }) => [path, operator, value ?? null]));

/**
 * Stores a checked copy. A new one gets a secret of its own and is paused; one that is there already stays as it is in
 * both.
 * @param id of the subscription that it became before; null for a new one
 * @throws ApiError Conflict if the project has as many as it can
 */
export async function storeSubscriptionCopy(
  tx: Db,
  projectId: string,
  { id: _, ...data }: SubscriptionCopy,
  id: string | null,
): Promise<StoredCopy> {
  const where = { projectId, id: id ?? "", deletedAt: null };
  const row = id === null ? null : await tx.webhookSubscription.findFirst({ where });
  if (!row) {
    await assertRoomForOne(tx, projectId);
    const newSubscriptionId = newId("webhookSubscription");
    const secret = sealSecret(projectId, newSubscriptionId, newSecret());
    await tx.webhookSubscription.create({
      data: { ...data, id: newSubscriptionId, projectId, secret, pausedAt: now(), createdAt: now() },
    });
    return { id: newSubscriptionId, change: "created" };
  }
  const isSame =
    row.url === data.url &&
    row.version === data.version &&
    JSON.stringify(row.enabledEvents) === JSON.stringify(data.enabledEvents) &&
    filtersOf(row.filters) === filtersOf(data.filters);
  if (isSame) return { id: row.id, change: "unchanged" };
  await tx.webhookSubscription.update({ where, data: { ...data, updatedAt: now() } });
  await notify(tx, EVENTS_CHANNEL, `${projectId} `);
  return { id: row.id, change: "updated" };
}
