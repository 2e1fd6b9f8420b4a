/** The inboxes of a project: rows of the subscriptions' table, paused for ever for those who send. */
import { db, type Prisma } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { now } from "@/lib/kernel/time/clock";
import { INBOX_URL } from "../constants";
import { assertKnownEvents } from "../subscriptions/assert-receiver";
import { assertRoomForOne } from "../subscriptions/subscriptions";

export type Inbox = Pick<
  Prisma.WebhookSubscriptionGetPayload<object>,
  "id" | "name" | "triggerId" | "enabledEvents" | "createdAt"
>;

type NewInbox = { name: string; triggerId?: string | undefined; enabledEvents: readonly string[] };

const whereOf = (projectId: string) => ({ projectId, url: INBOX_URL, deletedAt: null });

/**
 * Creates an inbox, which gets what happens from now on.
 * @throws ApiError BadRequest for unknown kinds of events, Conflict if the project has as many as it can
 */
export async function createInbox(projectId: string, { name, triggerId, enabledEvents }: NewInbox): Promise<Inbox> {
  assertKnownEvents(enabledEvents, "V3");
  return db.$transaction(async (tx) => {
    await assertRoomForOne(tx, projectId);
    const data = {
      ...{ id: newId("inbox"), projectId, url: INBOX_URL, version: "V3", name },
      enabledEvents: [...new Set(enabledEvents)],
      triggerId: triggerId ?? null,
      // Nothing is signed for an inbox.
      secret: "",
      // Also the copies of the app before this version send nothing to what is paused.
      pausedAt: now(),
    };
    return tx.webhookSubscription.create({ data });
  });
}

/** All inboxes, oldest first. */
export const listInboxes = (projectId: string): Promise<Inbox[]> =>
  db.webhookSubscription.findMany({ where: whereOf(projectId), orderBy: [{ createdAt: "asc" }, { id: "asc" }] });

const missing = (id: string): ApiError =>
  new ApiError("NotFound", `The project has no inbox ${id}.`, {
    suggestedFix: "List the inboxes with GET /api/v3/internal/patchbay/inboxes.",
  });

/** @throws ApiError NotFound */
export async function requireInbox(projectId: string, id: string): Promise<Inbox> {
  const row = await db.webhookSubscription.findFirst({ where: { ...whereOf(projectId), id } });
  if (!row) throw missing(id);
  return row;
}

/** Deletes an inbox. Its events stay in the log; what was not acknowledged is given up. */
export async function deleteInbox(projectId: string, id: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.webhookSubscription.updateMany({
      where: { ...whereOf(projectId), id },
      data: { deletedAt: now() },
    });
    if (count === 0) throw missing(id);
    await tx.webhookDelivery.updateMany({
      where: { projectId, subscriptionId: id, endedAt: null },
      data: { state: "dead", nextAt: null, claim: null, claimedUntil: null, endedAt: now() },
    });
  });
}
