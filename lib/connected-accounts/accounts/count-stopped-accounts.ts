/** Counts the accounts that worked once and stopped, often and cheaply. */
import { rowsOf, statement } from "@/lib/kernel/database/statement";

/** More need no exact number. */
const MOST = 100;

const COUNT = statement({
  name: "connected-accounts.stopped",
  text: `SELECT count(*)::int AS total FROM (SELECT FROM connected_account account
    WHERE project_id = $1 AND status IN ('FAILED', 'EXPIRED') AND EXISTS (SELECT FROM connected_account_event event
      WHERE event.project_id = account.project_id AND event.account_id = account.id AND event.status = 'ACTIVE')
    LIMIT ${MOST}) stopped`,
  columns: { total: "int4?" },
});

/** At most 100. */
export async function countStoppedAccounts(projectId: string): Promise<number> {
  const [row] = await rowsOf(COUNT, [projectId]);
  return row?.total ?? 0;
}
