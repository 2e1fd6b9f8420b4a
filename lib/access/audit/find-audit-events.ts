/** Reads the audit trail of an organization: pages with filters, and one event. */
import { readCursor, toCursor, foreignCursor, type Cursor } from "@/lib/kernel/database/cursor";
import { DatabaseTimeout } from "@/lib/kernel/database/db-errors";
import { searchPool } from "@/lib/kernel/database/pools";
import { countWhere, rowsWhere, statement, type StatementRow } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import type { AuditOutcome } from "@/lib/contract/audit-things";
import { EVENT_COLUMNS, EVENT_TYPES } from "./event-columns";
import { findActorIds } from "./find-actor-ids";

export type AuditFilter = {
  actor?: string | undefined;
  action?: string | undefined;
  target?: string | undefined;
  address?: string | undefined;
  outcome?: AuditOutcome | undefined;
  projectId?: string | undefined;
  requestId?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

const EVENTS = statement({
  name: "access.audit-events",
  text: `SELECT ${EVENT_COLUMNS}
    FROM audit_event WHERE organization_id = $1`,
  columns: EVENT_TYPES,
});

export type AuditRow = StatementRow<typeof EVENTS>;

/** Events are counted up to here: a count of millions would take longer than the page. */
const MAX_COUNTED = 10_000;

type Condition = (parameter: (value: unknown) => string) => string;

/** The conditions of a filter. */
async function toConditions(organizationId: string, filter: AuditFilter): Promise<Condition[]> {
  const { actor, action, target, address, outcome, projectId, requestId, from, to } = filter;
  const actorIds = actor === undefined ? undefined : await findActorIds(organizationId, actor);
  const equal = (column: string, value: unknown): Condition[] =>
    value === undefined ? [] : [(parameter) => `${column} = ${parameter(value)}`];
  return [
    ...(actorIds ? [((parameter) => `actor_id = ANY(${parameter(actorIds)})`) satisfies Condition] : []),
    ...(action?.includes(".") ? equal("action", action) : equal("split_part(action, '.', 1)", action)),
    ...equal("target", target),
    ...equal("address", address),
    ...equal("outcome", outcome),
    ...equal("project_id", projectId),
    ...equal("request_id", requestId),
    ...(from ? [((parameter) => `at >= ${parameter(from)}`) satisfies Condition] : []),
    ...(to ? [((parameter) => `at <= ${parameter(to)}`) satisfies Condition] : []),
  ];
}

const tooSlow = (cause: DatabaseTimeout): ApiError =>
  new ApiError("Unprocessable", "The search of the audit trail took too long and was ended.", {
    slug: "LogSearchTooSlow",
    suggestedFix: "Narrow the time with from and to.",
    cause,
  });

/** Ids are numbers of the database: bigint. */
const EVENT_ID = /^\d{1,18}$/;

/** The id before which the next page begins. @throws ApiError BadRequest for a position that is no id */
function placeOf({ id }: Cursor): string {
  if (!EVENT_ID.test(id)) throw foreignCursor();
  return id;
}

type Reading = { limit: number; cursor?: string | undefined; isCounted?: boolean };

/**
 * A page of events, newest first, and how many there are in all, up to a limit.
 * @throws ApiError BadRequest for a foreign cursor, Unprocessable if the search takes too long
 */
export async function findAuditEvents(
  organizationId: string,
  filter: AuditFilter,
  { limit, cursor: position, isCounted = true }: Reading,
): Promise<{ rows: AuditRow[]; nextCursor: string | null; total: number; page: number }> {
  const cursor = readCursor(position);
  const conditions = await toConditions(organizationId, filter);
  const toQuery = (more: readonly Condition[]) => {
    const values: unknown[] = [organizationId];
    const parameter = (value: unknown) => `$${values.push(value)}`;
    return { where: [...conditions, ...more].map((toText) => `AND ${toText(parameter)}`).join(" "), values, parameter };
  };
  const { where, values, parameter } = toQuery(cursor ? [(parameterOf) => `id < ${parameterOf(placeOf(cursor))}`] : []);
  try {
    const rows = await rowsWhere(
      EVENTS,
      `${where} ORDER BY id DESC LIMIT ${parameter(limit + 1)}`,
      values,
      searchPool(),
    );
    const all = toQuery([]);
    const total = isCounted
      ? await countWhere(EVENTS, all.where, all.values, { most: MAX_COUNTED, on: searchPool() })
      : 0;
    const last = rows.at(limit - 1);
    const page = cursor?.page ?? 1;
    const nextCursor = rows.length > limit && last ? toCursor({ time: "", id: String(last.id), page: page + 1 }) : null;
    return { rows: rows.slice(0, limit), nextCursor, total, page };
  } catch (error) {
    throw error instanceof DatabaseTimeout && error.waitedFor === "answer" ? tooSlow(error) : error;
  }
}

/** @throws ApiError NotFound for an event that the organization does not have */
export async function requireAuditEvent(organizationId: string, id: string): Promise<AuditRow> {
  const [row] = EVENT_ID.test(id) ? await rowsWhere(EVENTS, "AND id = $2", [organizationId, id]) : [];
  if (row) return row;
  throw new ApiError("NotFound", `There is no audit event ${id} in this organization.`, {
    suggestedFix: "It may be older than the time that the trail is stored; list the events that are there.",
  });
}
