/** Webhook subscriptions: who gets a project's events. Their secrets are sealed. */
import { ApiError } from "@/lib/kernel/errors";
import { readCursor, toPage, type Page } from "@/lib/kernel/database/cursor";
import { db, type Db, type Prisma } from "@/lib/kernel/database/db";
import { notify } from "@/lib/kernel/database/notify";
import { changeIn, statement } from "@/lib/kernel/database/statement";
import { newId } from "@/lib/kernel/ids";
import { now } from "@/lib/kernel/time/clock";
import { EVENTS_CHANNEL } from "../events/record-event";
import { INBOX_URL, TEST_RECEIVER_URL } from "../constants";
import { EVENT_TYPES, type WebhookVersion } from "../event-types";
import { clearTestRequests } from "../inbox/store-test-request";
import { assertReceiver } from "./assert-receiver";
import type { EventFilter } from "./event-filter";
import { newSecret, openSecrets, sealPreviousSecret, sealSecret } from "./secrets";

export type Subscription = {
  id: string;
  url: string;
  version: WebhookVersion;
  enabledEvents: string[];
  filters: EventFilter[];
  secret: string;
  previousUntil: Date | null;
  pausedAt: Date | null;
  disabledAt: Date | null;
  disabledReason: string | null;
  failingSince: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

/** More than this no project needs, and each event looks at all of them. */
const MOST_SUBSCRIPTIONS = 50;
/** How long the secret before the last rotation signs too. */
const OVERLAP_MS = 24 * 3_600_000;

/** Of two requests at the same time one waits for the other. */
const LOCK = statement({
  name: "webhooks.lock-name",
  text: "SELECT pg_advisory_xact_lock(hashtextextended('patchbay.webhooks:' || $1::text, 0))",
  columns: { pg_advisory_xact_lock: "void" },
});

type Row = Prisma.WebhookSubscriptionGetPayload<object>;

const toSubscription = (row: Row): Subscription => ({
  id: row.id,
  url: row.url,
  version: row.version as WebhookVersion,
  enabledEvents: row.enabledEvents,
  filters: row.filters as EventFilter[],
  secret: openSecrets(row).current,
  previousUntil: row.previousUntil && row.previousUntil > now() ? row.previousUntil : null,
  pausedAt: row.pausedAt,
  disabledAt: row.disabledAt,
  disabledReason: row.disabledReason,
  failingSince: row.failingSince,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

const missing = (id: string): ApiError =>
  new ApiError("NotFound", `The project has no webhook subscription ${id}.`, {
    suggestedFix: "List the subscriptions with GET /api/v3/webhook_subscriptions.",
  });

type Settings = {
  url?: string | undefined;
  enabledEvents?: string[] | undefined;
  version?: WebhookVersion | undefined;
  filters?: EventFilter[] | undefined;
};

/** Inboxes are rows of the same table, and no subscriptions. */
const NO_INBOX = { deletedAt: null, url: { not: INBOX_URL } };

const toWhere = (projectId: string, id: string) => ({ projectId, id, ...NO_INBOX });

async function requireRow(on: Pick<Db, "webhookSubscription">, projectId: string, id: string): Promise<Row> {
  const row = await on.webhookSubscription.findFirst({ where: toWhere(projectId, id) });
  if (!row) throw missing(id);
  return row;
}

/** @throws ApiError NotFound */
export const requireSubscription = async (projectId: string, id: string): Promise<Subscription> =>
  toSubscription(await requireRow(db, projectId, id));

/** @throws ApiError Conflict if the project has as many subscriptions as it can */
export async function assertRoomForOne(tx: Db, projectId: string): Promise<void> {
  // So that two at the same time keep to the limit together.
  await changeIn(tx, LOCK, [projectId]);
  if ((await tx.webhookSubscription.count({ where: { projectId, deletedAt: null } })) < MOST_SUBSCRIPTIONS) return;
  throw new ApiError(
    "Conflict",
    `The project has ${MOST_SUBSCRIPTIONS} webhook subscriptions and inboxes, the maximum.`,
    {
      suggestedFix: "Delete one that is not needed.",
    },
  );
}

/**
 * Creates a subscription with a new secret.
 * @param isIt of two calls at the same time for a subscription of which there is to be one, the second gets it
 */
export async function createSubscription(
  projectId: string,
  {
    url,
    enabledEvents,
    version,
    filters,
  }: Settings & { url: string; enabledEvents: string[]; version: WebhookVersion },
  isIt?: (subscription: Subscription) => boolean,
): Promise<Subscription> {
  assertReceiver(url, enabledEvents, version);
  const data = { url, version, enabledEvents: [...new Set(enabledEvents)], filters: filters ?? [] };
  return db.$transaction(async (tx) => {
    const existing = isIt && (await findInLock(tx, projectId, isIt));
    if (existing) return existing;
    await assertRoomForOne(tx, projectId);
    return storeNew(tx, projectId, data);
  });
}

async function findInLock(tx: Db, projectId: string, isIt: (subscription: Subscription) => boolean) {
  await changeIn(tx, LOCK, [projectId]);
  const rows = await tx.webhookSubscription.findMany({ where: { projectId, ...NO_INBOX } });
  return rows.map(toSubscription).find(isIt);
}

type NewRow = Pick<Prisma.WebhookSubscriptionUncheckedCreateInput, "url" | "version" | "filters"> & {
  enabledEvents: string[];
};

async function storeNew(tx: Db, projectId: string, data: NewRow): Promise<Subscription> {
  const id = newId("webhookSubscription");
  const secret = sealSecret(projectId, id, newSecret());
  return toSubscription(await tx.webhookSubscription.create({ data: { ...data, id, projectId, secret } }));
}

/**
 * The project's test receiver, which gets all kinds of events; it is created if there is none. A project has one.
 * @throws ApiError Conflict if the project has as many subscriptions as it can
 */
export const ensureTestReceiver = (projectId: string): Promise<Subscription> =>
  db.$transaction(async (tx) => {
    await changeIn(tx, LOCK, [projectId]);
    const where = { projectId, url: TEST_RECEIVER_URL, deletedAt: null };
    const row = await tx.webhookSubscription.findFirst({ where, orderBy: { createdAt: "asc" } });
    if (row) return toSubscription(row);
    await assertRoomForOne(tx, projectId);
    const events = { version: "V3", enabledEvents: Object.keys(EVENT_TYPES), filters: [] };
    return storeNew(tx, projectId, { url: TEST_RECEIVER_URL, ...events });
  });

export type Change = Settings & { paused?: boolean | undefined; enabled?: true | undefined };

const changed = (row: Row, { url, enabledEvents, version, filters, paused, enabled }: Change) => ({
  ...(url !== undefined && { url }),
  ...(enabledEvents && { enabledEvents: [...new Set(enabledEvents)] }),
  ...(version && { version }),
  ...(filters && { filters }),
  ...(paused !== undefined && { pausedAt: paused ? (row.pausedAt ?? now()) : null }),
  ...(enabled && { disabledAt: null, disabledReason: null }),
  // A receiver with a new address, or one that works again, does not wait for earlier failures.
  ...((url !== undefined || enabled) && { failures: 0, failingSince: null, restUntil: null }),
});

/** Changes a subscription. What is left out stays. */
export function updateSubscription(projectId: string, id: string, change: Change): Promise<Subscription> {
  return db.$transaction(async (tx) => {
    const row = await requireRow(tx, projectId, id);
    const version = change.version ?? (row.version as WebhookVersion);
    // An address that stays was checked before; that of a test receiver cannot be set at all.
    const url = change.url === row.url ? undefined : change.url;
    assertReceiver(url, change.enabledEvents ?? row.enabledEvents, version);
    const data = { ...changed(row, change), updatedAt: now() };
    const after = await tx.webhookSubscription.update({ where: toWhere(projectId, id), data });
    await notify(tx, EVENTS_CHANNEL, `${projectId} `);
    return toSubscription(after);
  });
}

/** Deletes a subscription; its deliveries stay in the log, and those that wait are given up. */
export async function deleteSubscription(projectId: string, id: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const data = { deletedAt: now(), secret: "", previousSecret: null, previousUntil: null };
    const { count } = await tx.webhookSubscription.updateMany({ where: toWhere(projectId, id), data });
    if (count === 0) throw missing(id);
    await tx.webhookDelivery.updateMany({
      where: { projectId, subscriptionId: id, state: "waiting" },
      data: { state: "dead", nextAt: null, endedAt: now() },
    });
    await clearTestRequests(tx, projectId, id);
  });
}

/** Replaces the secret. The previous secret also signs for a day; an even older secret stops signing. */
export function rotateSecret(projectId: string, id: string): Promise<Subscription> {
  return db.$transaction(async (tx) => {
    // Two rotations at the same time: each must put away what the other has made.
    await changeIn(tx, LOCK, [id]);
    const row = await requireRow(tx, projectId, id);
    const after = await tx.webhookSubscription.update({
      where: toWhere(projectId, id),
      data: {
        secret: sealSecret(projectId, id, newSecret()),
        previousSecret: sealPreviousSecret(projectId, id, openSecrets(row).current),
        previousUntil: new Date(now().getTime() + OVERLAP_MS),
        updatedAt: now(),
      },
    });
    return toSubscription(after);
  });
}

/** Ends the secret before the last rotation at once: for one that others have seen. */
export function endPreviousSecret(projectId: string, id: string): Promise<Subscription> {
  return db.$transaction(async (tx) => {
    await requireRow(tx, projectId, id);
    const data = { previousSecret: null, previousUntil: null, updatedAt: now() };
    return toSubscription(await tx.webhookSubscription.update({ where: toWhere(projectId, id), data }));
  });
}

/** A page of the project's subscriptions, oldest first. */
export async function listSubscriptions(
  projectId: string,
  { limit, cursor: text }: { limit: number; cursor?: string | undefined },
): Promise<Page<Subscription>> {
  const cursor = readCursor(text);
  const where = { projectId, ...NO_INBOX };
  const after = cursor && {
    OR: [{ createdAt: { gt: new Date(cursor.time) } }, { createdAt: new Date(cursor.time), id: { gt: cursor.id } }],
  };
  const [rows, total] = await Promise.all([
    db.webhookSubscription.findMany({
      where: { ...where, ...after },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      take: limit + 1,
    }),
    db.webhookSubscription.count({ where }),
  ]);
  return toPage(rows.map(toSubscription), total, limit, cursor, (row) => ({
    time: row.createdAt.toISOString(),
    id: row.id,
  }));
}
