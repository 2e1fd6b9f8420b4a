/** Finds connected accounts: by id, and the account for an execution. */
import type { ConnectedAccount } from "@/generated/prisma/client";
import { db } from "@/lib/kernel/database/db";
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { batchReads } from "@/lib/kernel/concurrency/batch-reads";
import { processMemory } from "@/lib/kernel/process-memory";
import {
  assertUsable,
  BEST_FIRST,
  COLUMNS,
  columns,
  CONFIG,
  inOrder,
  noAccount,
  SELECT,
  toResolved,
  unknownAccount,
  type ResolvedAccount,
  type Row,
} from "./account-row";
import { mayUse } from "./acl";

export { unknownAccount, type ResolvedAccount };
export type { ConnectedAccount };

/**
 * Selects an account: by id, of any toolkit unless one is named; or by user and toolkit, with an alias in place of the
 * id.
 */
export type AccountChoice =
  | { toolkitSlug?: string; userId?: string; connectedAccountId: string }
  | { toolkitSlug: string; userId?: string; connectedAccountId?: string };

/** The user of executions that name none. */
export const DEFAULT_USER = "default";

const BY_ID = statement({
  name: "connected-accounts.by-id",
  text: `${SELECT} WHERE a.project_id = $1 AND a.id = $2`,
  columns,
});

/** Several in one statement, each in its own project. */
const BY_IDS = statement({
  name: "connected-accounts.by-ids",
  text: `SELECT w.n::int AS n, ${COLUMNS} FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS w(project_id, id, n)
  JOIN connected_account a ON a.project_id = w.project_id AND a.id = w.id ${CONFIG}`,
  columns: { n: "int4", ...columns },
});

/** A user's accounts of a toolkit with this alias, and accounts that others share with the user. */
const BY_ALIAS = statement({
  name: "connected-accounts.by-alias",
  text: `${SELECT} WHERE a.project_id = $1 AND (a.user_id = $2 OR a.account_type = 'SHARED')
    AND a.toolkit_slug = $3 AND a.alias = $4
    ORDER BY ${BEST_FIRST}`,
  columns,
});

/** The newest working account of a user. If none works, the newest account, whose status goes into the error. */
const MOST_RECENT = statement({
  name: "connected-accounts.most-recent",
  text: `${SELECT} WHERE a.project_id = $1 AND a.user_id = $2 AND a.toolkit_slug = $3 AND a.account_type = 'PRIVATE'
  ORDER BY ${BEST_FIRST} LIMIT 1`,
  columns,
});

type UserKey = { projectId: string; userId: string; toolkitSlug: string };

/** `MOST_RECENT` for several users in one statement, each in their own project. */
const MOST_RECENTS = statement({
  name: "connected-accounts.most-recents",
  text: `SELECT w.n::int AS n, found.*
    FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS w(project_id, user_id, toolkit_slug, n)
  CROSS JOIN LATERAL (SELECT ${COLUMNS} FROM connected_account a ${CONFIG}
    WHERE a.project_id = w.project_id AND a.user_id = w.user_id AND a.toolkit_slug = w.toolkit_slug AND a.account_type = 'PRIVATE'
    ORDER BY ${BEST_FIRST.replace("$2", "w.user_id")} LIMIT 1) found`,
  columns: { n: "int4", ...columns },
});

const findById = (key: { projectId: string; id: string }): Promise<Row | undefined> =>
  processMemory("connected-accounts.by-id", () =>
    batchReads(
      ({ projectId, id }: typeof key) => `${projectId} ${id}`,
      async ({ projectId, id }) => (await rowsOf(BY_ID, [projectId, id]))[0],
      async (keys) =>
        inOrder(await rowsOf(BY_IDS, [keys.map(({ projectId }) => projectId), keys.map(({ id }) => id)]), keys.length),
    ),
  )(key);

const findMostRecent = (key: UserKey): Promise<Row | undefined> =>
  processMemory("connected-accounts.most-recent", () =>
    batchReads(
      ({ projectId, userId, toolkitSlug }: UserKey) => `${projectId} ${toolkitSlug} ${userId}`,
      async ({ projectId, userId, toolkitSlug }) => (await rowsOf(MOST_RECENT, [projectId, userId, toolkitSlug]))[0],
      async (keys) =>
        inOrder(
          await rowsOf(MOST_RECENTS, [
            keys.map(({ projectId }) => projectId),
            keys.map(({ userId }) => userId),
            keys.map(({ toolkitSlug }) => toolkitSlug),
          ]),
          keys.length,
        ),
    ),
  )(key);

function assertChosen(row: Row, { toolkitSlug, userId }: AccountChoice): void {
  if (toolkitSlug !== undefined && row.toolkit_slug !== toolkitSlug)
    throw new ApiError(
      "BadRequest",
      `The connected account ${row.id} is for ${row.toolkit_slug}, not for ${toolkitSlug}.`,
      { suggestedFix: `Use an account of ${toolkitSlug}, or leave connected_account_id out.` },
    );
  if (userId !== undefined && !mayUse({ userId: row.user_id, accountType: row.account_type, acl: row.acl }, userId))
    throw new ApiError("BadRequest", `The connected account ${row.id} does not belong to the user ${userId}.`, {
      code: 1812,
      slug: "ConnectedAccountEntityIdMismatch",
      suggestedFix: "Send the user_id the account was connected for, or leave connected_account_id out.",
    });
}

const ID = /^ca_[A-Za-z0-9_-]+$/;

/** Whether a name of an account is an id; others are aliases. */
export const isAccountId = (name: string): boolean => ID.test(name);

/**
 * The user's account with an alias. The user's own accounts come before shared accounts, working accounts before
 * others.
 */
async function findByAlias(
  projectId: string,
  userId: string,
  toolkitSlug: string,
  alias: string,
): Promise<Row | undefined> {
  const rows = await rowsOf(BY_ALIAS, [projectId, userId, toolkitSlug, alias]);
  return rows.find((row) => mayUse({ userId: row.user_id, accountType: row.account_type, acl: row.acl }, userId));
}

/**
 * The account of an execution: the named one, or else the user's most recent active one. Needs one statement.
 * @throws ApiError NotFound for an unknown id (another project's too), BadRequest 1812 for another user's account,
 *   BadRequest 1803 when the user has no account that works, BadRequest for an account of another toolkit
 */
export async function resolveAccount(projectId: string, choice: AccountChoice): Promise<ResolvedAccount> {
  const { toolkitSlug = "", connectedAccountId, userId = DEFAULT_USER } = choice;
  if (connectedAccountId && toolkitSlug && !isAccountId(connectedAccountId)) {
    const named = await findByAlias(projectId, userId, toolkitSlug, connectedAccountId.replaceAll("\0", ""));
    if (!named) throw unknownAccount(connectedAccountId);
    assertUsable(named);
    return toResolved(named, projectId, "alias");
  }
  const row = await (connectedAccountId
    ? findById({ projectId, id: connectedAccountId })
    : findMostRecent({ projectId, userId, toolkitSlug }));
  if (!row)
    throw connectedAccountId
      ? unknownAccount(connectedAccountId)
      : noAccount(`The user ${userId} has no connected ${toolkitSlug} account.`);
  if (connectedAccountId) assertChosen(row, choice);
  assertUsable(row);
  return toResolved(row, projectId, connectedAccountId ? "explicit id" : "most recent");
}

/**
 * One account of any status with its auth config, in the form that refreshing and opening credentials need.
 * @throws ApiError NotFound
 */
export async function requireResolved(projectId: string, id: string): Promise<ResolvedAccount> {
  const row = await findById({ projectId, id });
  if (!row) throw unknownAccount(id);
  return toResolved(row, projectId, "explicit id");
}

/** @throws ApiError NotFound when the project has no such account */
export async function requireAccount(projectId: string, id: string): Promise<ConnectedAccount> {
  const account = await db.connectedAccount.findFirst({ where: { id, projectId } });
  if (!account) throw unknownAccount(id);
  return account;
}
