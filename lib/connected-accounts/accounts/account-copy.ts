/** The connected accounts of a project as exported files list them, without credentials. */
import type { Db } from "@/lib/kernel/database/db";
import { rowsIn, rowsOf, statement, type StatementRow } from "@/lib/kernel/database/statement";

const LIST = statement({
  name: "connected-accounts.copies",
  text: `SELECT id, user_id AS "userId", toolkit_slug AS "toolkitSlug", auth_config_id AS "authConfigId", alias, status
    FROM connected_account WHERE project_id = $1 ORDER BY created_at, id LIMIT $2`,
  columns: {
    id: "text",
    userId: "text",
    toolkitSlug: "text",
    authConfigId: "text",
    alias: "text?",
    status: "text",
  },
});

export type AccountCopy = StatementRow<typeof LIST>;

/** The oldest accounts of a project. @param most rows */
export const findAccountCopies = (projectId: string, most: number): Promise<AccountCopy[]> =>
  rowsOf(LIST, [projectId, most]);

const FIND = statement({
  name: "connected-accounts.of-copy",
  text: `SELECT id, user_id AS "userId", auth_config_id AS "authConfigId" FROM connected_account
    WHERE project_id = $1 AND toolkit_slug = $2 AND (id = $3 OR (user_id = $4 AND auth_config_id = $5))
    ORDER BY id = $3 DESC, status = 'ACTIVE' DESC, created_at DESC, id LIMIT 1`,
  columns: { id: "text", userId: "text", authConfigId: "text" },
});

/**
 * The account of a project that an account of exported files is: the same one, or that of the same user with the same
 * auth config, one that works before others.
 * @param copy.authConfigId of this project
 */
export async function findCopiedAccount(
  tx: Db,
  projectId: string,
  { id, userId, toolkitSlug, authConfigId }: Pick<AccountCopy, "id" | "userId" | "toolkitSlug" | "authConfigId">,
): Promise<StatementRow<typeof FIND> | undefined> {
  return (await rowsIn(tx, FIND, [projectId, toolkitSlug, id, userId, authConfigId]))[0];
}
