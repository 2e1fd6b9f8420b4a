/** The calls that used accounts, for the people to whom the accounts belong. */
import { narrowed, rowsOf, statement } from "@/lib/kernel/database/statement";
import { flushToolLogs } from "./record-execution";

/** So many of an account's calls are looked at, however many the log has. */
export const MOST_COUNTED = 1_000;
/** So many of them are named. */
const NAMED = 10;

const CALLS = statement({
  name: "logs.account-calls",
  text: `SELECT w.id AS "accountId", l.total, l.slug, l.kind, l.successful, l.at
    FROM unnest($2::text[], $3::text[]) AS w(id, user_id)
    CROSS JOIN LATERAL (SELECT (count(*) OVER ())::int AS total, recent.tool_slug AS slug, recent.kind,
        recent.status = 'success' AS successful, recent.created_at AS at
      FROM (SELECT tool_slug, kind, status, user_id, created_at FROM tool_log
        WHERE project_id = $1 AND account_id = w.id ORDER BY created_at DESC LIMIT ${MOST_COUNTED}) recent
      WHERE w.user_id = '' OR recent.user_id = w.user_id
      ORDER BY recent.created_at DESC LIMIT ${NAMED}) l
    ORDER BY w.id, l.at DESC`,
  columns: {
    accountId: "text",
    total: "int4",
    slug: "text",
    kind: narrowed<"tool" | "proxy" | "meta">()("text"),
    successful: "bool",
    at: "timestamptz",
  },
});

export type AccountCall = { slug: string; kind: "tool" | "proxy" | "meta"; successful: boolean; at: Date };
export type AccountCalls = { total: number; latest: AccountCall[] };

/**
 * How often each account was used lately, and for what; accounts without a call are absent.
 * @param accounts with `userId`, only that user's calls count
 */
export async function findAccountCalls(
  projectId: string,
  accounts: readonly { id: string; userId?: string | undefined }[],
): Promise<Map<string, AccountCalls>> {
  await flushToolLogs();
  const rows = await rowsOf(CALLS, [
    projectId,
    accounts.map(({ id }) => id),
    accounts.map(({ userId }) => userId ?? ""),
  ]);
  const callsByAccount = new Map<string, AccountCalls>();
  for (const { accountId, total, ...call } of rows) {
    const calls = callsByAccount.get(accountId) ?? { total, latest: [] };
    calls.latest.push(call);
    callsByAccount.set(accountId, calls);
  }
  return callsByAccount;
}
