/** Counts the sessions of projects by the time they were created, in all or by user. */
import { rowsOf, statement } from "@/lib/kernel/database/statement";

export type SessionChoice = {
  from: Date;
  /** exclusive */
  to: Date;
  userIds?: readonly string[] | undefined;
  sessionIds?: readonly string[] | undefined;
};
export type SessionOrder = { by: "key" | "sessions"; direction: "asc" | "desc"; limit: number };
export type SessionGroups = { total: number; groups: { key: string; sessions: number }[] };

const byUser = ({ by, direction }: Omit<SessionOrder, "limit">) =>
  statement({
    name: `sessions.by-user-${by}-${direction}`,
    text: `SELECT key, sessions, sum(sessions) OVER () AS total FROM
        (SELECT user_id AS key, count(*)::float8 AS sessions FROM tool_router_session
          WHERE project_id = ANY ($1::text[]) AND created_at >= $2 AND created_at < $3
            AND ($4::text[] IS NULL OR user_id = ANY ($4::text[]))
            AND ($5::text[] IS NULL OR id = ANY ($5::text[]))
          GROUP BY 1) one
      ORDER BY ${by === "key" ? "key" : "sessions"} ${direction === "asc" ? "ASC" : "DESC"}, key LIMIT $6::int`,
    columns: { key: "text", sessions: "float8?", total: "float8?" },
  });

const BY_USER = {
  key: { asc: byUser({ by: "key", direction: "asc" }), desc: byUser({ by: "key", direction: "desc" }) },
  sessions: { asc: byUser({ by: "sessions", direction: "asc" }), desc: byUser({ by: "sessions", direction: "desc" }) },
};

/**
 * @param projectIds of one tenant: a project, or projects of one organization
 * @returns the users with sessions in order, and the sessions of all users
 */
export async function countSessionsByUser(
  projectIds: readonly string[],
  { from, to, userIds, sessionIds }: SessionChoice,
  { by, direction, limit }: SessionOrder,
): Promise<SessionGroups> {
  const values = [projectIds, from, to, userIds ?? null, sessionIds ?? null, limit];
  const rows = await rowsOf(BY_USER[by][direction], values);
  return { total: rows[0]?.total ?? 0, groups: rows.map(({ key, sessions }) => ({ key, sessions: sessions ?? 0 })) };
}
