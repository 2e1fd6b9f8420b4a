/** Reads the log of events: lists with filters, and one event with all that was tried. */
import { db, type Prisma } from "@/lib/kernel/database/db";
import { readCursor, toCursor, toPage, type Page } from "@/lib/kernel/database/cursor";
import { ApiError } from "@/lib/kernel/errors";
import { openContent, type EventContent } from "../events/event-content";

export type EventFilter = {
  type?: string | undefined;
  triggerId?: string | undefined;
  triggerSlug?: string | undefined;
  toolkitSlug?: string | undefined;
  userId?: string | undefined;
  accountId?: string | undefined;
  authConfigId?: string | undefined;
  state?: string | undefined;
  /** A subscription. */
  sentTo?: string | undefined;
  search?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  /** Messages of triggers alone. */
  ofTriggers?: true;
};

const DELIVERIES = { deliveries: { orderBy: { id: "asc" }, take: 100 } } as const;
const ATTEMPTS = {
  deliveries: { orderBy: { id: "asc" }, take: 100, include: { attempted: { orderBy: { id: "asc" }, take: 100 } } },
} as const;

export type EventRow = Prisma.WebhookEventGetPayload<{ include: typeof DELIVERIES }>;
export type EventDetail = Prisma.WebhookEventGetPayload<{ include: typeof ATTEMPTS }>;

const isEventId = (search: string | undefined): boolean => search?.startsWith("msg_") ?? false;

/** Replays to an address of somebody's choice are no deliveries to receivers. */
const NO_RECEIVER = { kind: { not: "replay" } };

function deliveriesOf(projectId: string, state?: string, sentTo?: string): Prisma.WebhookDeliveryListRelationFilter {
  const to = sentTo && { subscriptionId: sentTo };
  if (state === "none") return { none: { projectId, ...NO_RECEIVER }, ...(to && { some: { projectId, ...to } }) };
  return { some: { projectId, ...(state && { state }), ...to } };
}

/** The conditions of a filter; a text that is sought is a part of no pattern. */
export function whereOf(projectId: string, { state, sentTo, search, from, to, ofTriggers, ...same }: EventFilter) {
  const conditions = Object.fromEntries(Object.entries(same).filter(([, value]) => value !== undefined));
  const where: Prisma.WebhookEventWhereInput = {
    projectId,
    ...conditions,
    ...((from ?? to) && { createdAt: { ...(from && { gte: from }), ...(to && { lte: to }) } }),
    ...(ofTriggers && {
      triggerSlug: conditions.triggerSlug === undefined ? { not: null } : (conditions.triggerSlug as string),
    }),
    ...((state ?? sentTo) && { deliveries: deliveriesOf(projectId, state, sentTo) }),
    ...(search && {
      OR: isEventId(search)
        ? [{ id: search }]
        : [
            { triggerId: search },
            { userId: search },
            { accountId: search },
            { triggerSlug: { contains: search, mode: "insensitive" } },
          ],
    }),
  };
  return where;
}

/** Events are counted up to here: a count of millions would take longer than the page. */
const MOST_COUNTED = 10_000;
/** So many events are looked through for one page: what a filter seldom fits is found over several. */
export const MOST_LOOKED_AT = 20_000;
/** Longer than the longest transaction: the time of an event is the begin of its transaction, its position is not. */
const LATE_MS = 60_000;

/** Where to look: between two places in the order of events. */
type Window = {
  seq: { lt?: bigint; gte?: bigint };
  /** The place where the next look begins, if there is more before it. */
  edge: bigint | undefined;
};

/** The place behind all events up to a time. */
async function placeAt(projectId: string, to: Date | undefined): Promise<bigint | undefined> {
  if (!to) return undefined;
  const later = await db.webhookEvent.findFirst({
    where: { projectId, createdAt: { gt: new Date(to.getTime() + LATE_MS) } },
    orderBy: { createdAt: "asc" },
    select: { seq: true },
  });
  return later?.seq;
}

/**
 * The maximum number of newest events before a cursor that a filter examines. Filters by trigger and by event id use an
 * index instead.
 */
export async function windowOf(
  projectId: string,
  { triggerId, to, search }: EventFilter,
  before?: bigint,
  most = MOST_LOOKED_AT,
): Promise<Window> {
  if (isEventId(search)) return { seq: {}, edge: undefined };
  const begin = before ?? (await placeAt(projectId, to));
  const upTo = begin === undefined ? {} : { lt: begin };
  const last = await db.webhookEvent.findFirst({
    where: { projectId, ...(triggerId !== undefined && { triggerId }), seq: upTo },
    orderBy: { seq: "desc" },
    skip: most - 1,
    select: { seq: true },
  });
  return { seq: { ...upTo, ...(last && { gte: last.seq }) }, edge: last?.seq };
}

type WindowOptions = {
  limit: number;
  cursor?: string | undefined;
  counted?: boolean;
  /** How many are looked through. */
  most?: number;
};

/**
 * A page of the project's events, newest first. With a filter it can have fewer items than the limit, or none, and a
 * cursor to older events.
 */
export async function listEvents(
  projectId: string,
  filter: EventFilter,
  { limit, cursor: text, counted: withTotal = true, most }: WindowOptions,
): Promise<Page<EventRow>> {
  const cursor = readCursor(text);
  const where = whereOf(projectId, filter);
  const first = await windowOf(projectId, filter, undefined, most);
  const here = cursor ? await windowOf(projectId, filter, BigInt(cursor.time), most) : first;
  const [rows, total] = await Promise.all([
    db.webhookEvent.findMany({
      where: { AND: [where, { seq: here.seq }] },
      orderBy: { seq: "desc" },
      take: limit + 1,
      include: DELIVERIES,
    }),
    withTotal
      ? db.webhookEvent.count({
          where: { AND: [where, { seq: first.seq }] },
          orderBy: { seq: "desc" },
          take: MOST_COUNTED,
        })
      : 0,
  ]);
  const page = toPage(rows, total, limit, cursor, (row) => ({ time: String(row.seq), id: row.id }));
  if (page.next_cursor !== null || here.edge === undefined) return page;
  return { ...page, next_cursor: toCursor({ time: String(here.edge), id: "", page: page.current_page + 1 }) };
}

/** @throws ApiError NotFound for an event that the project does not have */
export async function requireEvent(projectId: string, id: string): Promise<EventDetail> {
  const row = await db.webhookEvent.findFirst({ where: { projectId, id }, include: ATTEMPTS });
  if (row) return row;
  throw new ApiError("NotFound", `The project has no event ${id}.`, {
    suggestedFix: "It may be older than the log; list the events that are there.",
  });
}

/** The content of an event; undefined if it is no longer stored. */
export const contentOf = ({ projectId, id, content }: EventRow): EventContent | undefined =>
  content === null ? undefined : openContent(projectId, id, content);
