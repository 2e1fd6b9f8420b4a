/** Suggests users for whom tools of some toolkits can run now. */
import { rowsOf, statement } from "@/lib/kernel/database/statement";

/** Newest accounts among which users are looked for: enough for a list, however many accounts a project has. */
const ACCOUNTS = 500;
const USERS = 20;

const SUGGEST = statement({
  name: "connected-accounts.suggest-users",
  text: `SELECT user_id AS "userId" FROM (
    SELECT user_id, created_at FROM connected_account
    WHERE project_id = $1 AND status = 'ACTIVE' AND enabled AND toolkit_slug = ANY($2::text[])
    ORDER BY created_at DESC LIMIT ${ACCOUNTS}) newest
  GROUP BY user_id ORDER BY max(created_at) DESC, user_id LIMIT ${USERS}`,
  columns: { userId: "text" },
});

/** Up to 20 user IDs with a working account of one of the toolkits, the last connected first. */
export const suggestUsers = async (projectId: string, toolkits: readonly string[]): Promise<string[]> =>
  (await rowsOf(SUGGEST, [projectId, [...toolkits]])).map(({ userId }) => userId);
