/** Reads the log of events: lists with filters, and one event with all that was tried. */
import { db, type Prisma } from "@/lib/kernel/database/db";
import { readCursor, toPage, type Page } from "@/lib/kernel/database/cursor";
import { ApiError } from "@/lib/kernel/errors";
import { openContent, type EventContent } from "../events/content";

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

/** The conditions of a filter; a text that is sought is a part of no pattern. */
export function whereOf(projectId: string, { state, sentTo, search, from, to, ofTriggers, ...same }: EventFilter) {
  const given = Object.fromEntries(Object.entries(same).filter(([, value]) => value !== undefined));
  const where: Prisma.WebhookEventWhereInput = {
    projectId,
    ...given,
    ...((from ?? to) && { createdAt: { ...(from && { gte: from }), ...(to && { lte: to }) } }),
    ...(ofTriggers && { triggerSlug: given.triggerSlug === undefined ? { not: null } : (given.triggerSlug as string) }),
    ...((state ?? sentTo) && {
      deliveries: { some: { projectId, ...(state && { state }), ...(sentTo && { subscriptionId: sentTo }) } },
    }),
    ...(search && {
      OR: [
        { id: search },
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

/** A page of the project's events, newest first. */
export async function listEvents(
  projectId: string,
  filter: EventFilter,
  { limit, cursor: text, counted = true }: { limit: number; cursor?: string | undefined; counted?: boolean },
): Promise<Page<EventRow>> {
  const cursor = readCursor(text);
  const where = whereOf(projectId, filter);
  const [rows, total] = await Promise.all([
    db.webhookEvent.findMany({
      where: cursor ? { AND: [where, { seq: { lt: BigInt(cursor.at) } }] } : where,
      orderBy: { seq: "desc" },
      take: limit + 1,
      include: DELIVERIES,
    }),
    counted ? db.webhookEvent.count({ where, orderBy: { seq: "desc" }, take: MOST_COUNTED }) : 0,
  ]);
  return toPage(rows, total, limit, cursor, (row) => ({ at: String(row.seq), id: row.id }));
}

/** @throws ApiError NotFound for an event that the project does not have */
export async function requireEvent(projectId: string, id: string): Promise<EventDetail> {
  const row = await db.webhookEvent.findFirst({ where: { projectId, id }, include: ATTEMPTS });
  if (row) return row;
  throw new ApiError("NotFound", `The project has no event ${id}.`, {
    suggestedFix: "It may be older than the log; list the events that are there.",
  });
}

/** What an event says; undefined when that is no longer stored. */
export const contentOf = ({ projectId, id, content }: EventRow): EventContent | undefined =>
  content === null ? undefined : openContent(projectId, id, content);
