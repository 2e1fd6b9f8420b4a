/** Attempts to connect an account, and what it is apart from them. */
import type { AccountStatus } from "../contract";

/** Statuses of attempts. An account in one of them has possibly worked before. */
const ATTEMPTS = ["INITIALIZING", "INITIATED", "FAILED"] as const satisfies readonly AccountStatus[];
/** The same as SQL. */
export const ATTEMPTS_IN_SQL = ATTEMPTS.map((status) => `'${status}'`).join(",");

/** In SQL, of the account `a`, for one that has worked. */
export const SETTLED = `CASE WHEN a.status NOT IN (${ATTEMPTS_IN_SQL}) THEN a.status ELSE coalesce((SELECT e.status
  FROM connected_account_event e WHERE e.project_id = a.project_id AND e.account_id = a.id AND e.status NOT IN (${ATTEMPTS_IN_SQL})
  ORDER BY e.id DESC LIMIT 1), a.status) END`;
