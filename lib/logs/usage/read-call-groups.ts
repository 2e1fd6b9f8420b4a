/** Counts the calls of projects in any range of time, in groups; from the counters, or from the log if it must be. */
import { searchPool } from "@/lib/kernel/database/pools";
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { now } from "@/lib/kernel/time/clock";
import { flushToolLogs } from "../record-execution";
import { searchInTurn } from "../search-in-turn";
import { SPANS } from "./contract";
import { MAX_KEY_LENGTH } from "./tallies";

/** Dimensions of the counters, by the columns of the log. */
const DIMENSIONS = {
  tool_slug: "tool",
  toolkit_slug: "toolkit",
  user_id: "user",
  session_id: "session",
  api_key_id: "key",
} as const;
export type CallGroup = keyof typeof DIMENSIONS;

export type CallChoice = {
  from: Date;
  /** exclusive */
  to: Date;
  userIds?: readonly string[] | undefined;
  sessionIds?: readonly string[] | undefined;
};
export type GroupOrder = { by: "key" | "calls"; direction: "asc" | "desc"; limit: number };
export type CallGroups = { total: number; groups: { key: string; calls: number }[] };

/** Hours are kept for 15 days. */
const HOURS_MS = 14 * 86_400_000;

const orderOf = ({ by, direction }: Omit<GroupOrder, "limit">): string =>
  `ORDER BY ${by === "key" ? "key" : "calls"} ${direction === "asc" ? "ASC" : "DESC"}, key`;

const columns = { key: "text", calls: "float8?", total: "float8?" } as const;

/** The text of a statement for an order; the place of its limit follows. */
const tallyStatement = (order: Omit<GroupOrder, "limit">) =>
  statement({
    name: `usage.groups-${order.by}-${order.direction}`,
    text: `SELECT key, calls, sum(calls) OVER () AS total FROM
        (SELECT key, sum(calls)::float8 AS calls FROM usage_tally
          WHERE project_id = ANY ($1::text[]) AND dimension = $2 AND span = $3::int AND starts_at >= $4 AND starts_at < $5
            AND ($6::text[] IS NULL OR key = ANY (SELECT left(name, ${MAX_KEY_LENGTH}) FROM unnest($6::text[]) AS name))
          GROUP BY key) one
      ${orderOf(order)} LIMIT $7::int`,
    columns,
  });

const logStatement = (group: CallGroup, order: Omit<GroupOrder, "limit">) =>
  statement({
    name: `usage.logged-${group}-${order.by}-${order.direction}`,
    text: `SELECT key, calls, sum(calls) OVER () AS total FROM
        (SELECT coalesce(${group}, '') AS key, count(*)::float8 AS calls FROM tool_log
          WHERE project_id = ANY ($1::text[]) AND created_at >= $2 AND created_at < $3
            AND ($4::text[] IS NULL OR user_id = ANY ($4::text[]))
            AND ($5::text[] IS NULL OR session_id = ANY ($5::text[]))
          GROUP BY 1) one
      ${orderOf(order)} LIMIT $6::int`,
    columns,
  });

const ORDERS = (["key", "calls"] as const).flatMap((by) =>
  (["asc", "desc"] as const).map((direction) => ({ by, direction })),
);
const keyOf = ({ by, direction }: Omit<GroupOrder, "limit">): string => `${by} ${direction}`;
const FROM_TALLIES = new Map(ORDERS.map((order) => [keyOf(order), tallyStatement(order)]));
const FROM_LOG = new Map(
  Object.keys(DIMENSIONS).flatMap((group) =>
    ORDERS.map((order) => [`${group} ${keyOf(order)}`, logStatement(group as CallGroup, order)] as const),
  ),
);

/** The hours were counted before the other counters existed. */
const ALL = statement({
  name: "usage.all-calls",
  text: `SELECT sum(total)::float8 AS calls FROM usage_counter
    WHERE project_id = ANY ($1::text[]) AND hour >= $2 AND hour < $3`,
  columns: { calls: "float8?" },
});

const span = ({ from }: CallChoice): number => (now().getTime() - from.getTime() > HOURS_MS ? SPANS.day : SPANS.hour);

/** The beginning of the hour or day that a time is in. */
const beginOf = (time: Date, seconds: number): Date =>
  new Date(Math.floor(time.getTime() / 1000 / seconds) * seconds * 1000);

const MOST: GroupOrder = { by: "calls", direction: "desc", limit: 1 };

/** How many calls a choice has. */
export async function countCalls(projectIds: readonly string[], choice: CallChoice): Promise<number> {
  if (choice.userIds || choice.sessionIds)
    return (await readCallGroups(projectIds, choice, choice.sessionIds ? "session_id" : "user_id", MOST)).total;
  await flushToolLogs();
  const [row] = await rowsOf(ALL, [projectIds, beginOf(choice.from, span(choice)), choice.to]);
  return row?.calls ?? 0;
}

const toGroups = (rows: readonly { key: string; calls: number | null; total: number | null }[]): CallGroups => ({
  total: rows[0]?.total ?? 0,
  // Without a key: calls without such a value, and values beyond those that are counted by name.
  groups: rows.flatMap(({ key, calls }) => (key === "" ? [] : [{ key, calls: calls ?? 0 }])),
});

/**
 * @param projectIds of one tenant: a project, or projects of one organization
 * @returns groups in order, and the calls of all groups; a call that has no value of `group` is in the total only
 * @throws ApiError TooManyRequests and Unprocessable as `searchInTurn`, if the log must be read
 */
export async function readCallGroups(
  projectIds: readonly string[],
  choice: CallChoice,
  group: CallGroup,
  order: GroupOrder,
): Promise<CallGroups> {
  await flushToolLogs();
  const { from, to, userIds, sessionIds } = choice;
  const keys = { user_id: userIds, session_id: sessionIds }[group as "user_id" | "session_id"];
  const isOther = Boolean(userIds && group !== "user_id") || Boolean(sessionIds && group !== "session_id");
  if (isOther) {
    const ofGroup = FROM_LOG.get(`${group} ${keyOf(order)}`);
    const values = [projectIds, from, to, userIds ?? null, sessionIds ?? null, order.limit];
    const read = () => (ofGroup ? rowsOf(ofGroup, values, searchPool()) : Promise.resolve([]));
    return toGroups(await searchInTurn(projectIds[0] ?? "", { from: from.getTime(), to: to.getTime() }, false, read));
  }
  const ofOrder = FROM_TALLIES.get(keyOf(order));
  const seconds = span(choice);
  const values = [projectIds, DIMENSIONS[group], seconds, beginOf(from, seconds), to, keys ?? null, order.limit];
  return toGroups(ofOrder ? await rowsOf(ofOrder, values) : []);
}
