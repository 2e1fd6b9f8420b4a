/**
 * Starts a revocation: moves the credentials of accounts to a job, in the transaction that removes them from the
 * accounts.
 */
import { now } from "@/lib/kernel/time/clock";
import { db, type Db, type Prisma } from "@/lib/kernel/database/db";
import { changeIn, rowsIn, statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import type { JobKind } from "@/lib/kernel/jobs/classes";
import { enqueue } from "@/lib/kernel/jobs/queue";
import { requireAuthConfig } from "@/lib/auth-configs/auth-configs";
import { openAccountValues } from "../account-values";
import type { ConnectedAccount } from "../accounts/accounts";
import type { EventActor } from "../contract";
import type { RevocationScope } from "./contract";
import { sealRevocationCredentials } from "../oauth/revocation-credentials";
import { findRevocationContexts, sealRemains, type RevocationContext } from "../credentials/find-revocation-contexts";

/** The job that revokes at the providers. */
export const REVOKE = { name: "connected-accounts.revoke", work: "providers" } as const satisfies JobKind;

/** The time limit of the transaction: enough for a hundred thousand accounts. */
const MAX_MS = 120_000;

const LOCK = statement({
  name: "revocation.lock-accounts",
  text: "SELECT 1 AS locked FROM connected_account WHERE project_id = $1 AND id = ANY($2) ORDER BY id FOR UPDATE",
  columns: { locked: "int4" },
});
const CLOSE = statement({
  name: "revocation.close-accounts",
  text: `UPDATE connected_account a SET status = 'REVOKED', status_reason = $1,
      credentials = nullif(kept.credentials, ''), provider_user = NULL,
      expires_at = NULL, refresh_after = NULL, refresh_failures = 0, updated_at = $2
    FROM unnest($3::text[], $4::text[]) AS kept(id, credentials) WHERE a.project_id = $5 AND a.id = kept.id`,
});
const RECORD = statement({
  name: "revocation.record-events",
  text: `INSERT INTO connected_account_event (project_id, account_id, at, status, reason, by)
    SELECT $1, id, $2, 'REVOKED', $3, $5 FROM unnest($4::text[]) AS id`,
});

/** How many accounts are in memory at a time. */
const PAGE = 500;

type Which = Omit<Prisma.ConnectedAccountWhereInput, "projectId" | "AND">;

/**
 * The accounts page by page, locked until the transaction ends. A running refresh finds them revoked, and revokes its
 * new tokens.
 */
export async function* lockAccounts(tx: Db, projectId: string, where: Which): AsyncGenerator<ConnectedAccount[]> {
  for (let after = ""; ; ) {
    const rows = await tx.connectedAccount.findMany({
      where: { ...where, projectId, AND: { id: { gt: after } } },
      select: { id: true },
      orderBy: { id: "asc" },
      take: PAGE,
    });
    const ids = rows.map(({ id }) => id);
    const last = ids.at(-1);
    if (last === undefined) return;
    await rowsIn(tx, LOCK, [projectId, ids]);
    // Read again, because rows can change while this waits for the lock.
    yield await tx.connectedAccount.findMany({ where: { ...where, projectId, AND: { id: { in: ids } } } });
    after = last;
  }
}

type NewRevocation = {
  scope: RevocationScope;
  target: string | null;
  deletes: boolean;
  contextOf: (account: ConnectedAccount) => RevocationContext;
};

async function addItems(
  tx: Db,
  projectId: string,
  jobId: string,
  accounts: readonly ConnectedAccount[],
  contextOf: NewRevocation["contextOf"],
): Promise<void> {
  await tx.revocationItem.createMany({
    data: accounts.map((account) => {
      const id = newId("revocationItem");
      const values = openAccountValues(projectId, account.id, account.credentials);
      const { authConfigId, toolkitSlug, userId, alias, scheme } = account;
      const { app, ownScheme } = contextOf(account);
      return {
        id,
        jobId,
        projectId,
        accountId: account.id,
        authConfigId,
        toolkitSlug,
        userId,
        alias,
        scheme,
        // At once, whatever this machine takes for the time: it is compared with that of the database.
        nextAt: new Date(0),
        credentials: sealRevocationCredentials(projectId, id, { values, app, ...(ownScheme && { ownScheme }) }),
      };
    }),
  });
}

/**
 * Creates a job with the credentials of each account.
 * @param pages the accounts from `lockAccounts`
 * @param close takes the accounts of a page out of use, after their credentials were moved to the job
 * @returns the id of the job
 */
export async function createRevocation(
  tx: Db,
  projectId: string,
  { contextOf, ...facts }: NewRevocation,
  pages: AsyncIterable<ConnectedAccount[]> | Iterable<ConnectedAccount[]>,
  close: (accounts: ConnectedAccount[]) => Promise<void>,
): Promise<string> {
  const jobId = newId("revocationJob");
  await tx.revocationJob.create({ data: { id: jobId, projectId, ...facts, total: 0, createdAt: now() } });
  let total = 0;
  for await (const accounts of pages) {
    await addItems(tx, projectId, jobId, accounts, contextOf);
    await close(accounts);
    total += accounts.length;
  }
  await tx.revocationJob.update({ where: { id: jobId }, data: total > 0 ? { total } : { finishedAt: now() } });
  if (total > 0) await enqueue(tx, REVOKE, { projectId, jobId }, { key: jobId });
  return jobId;
}

/** Whose accounts are revoked. */
export type Everything = { scope: "user" | "toolkit" | "auth_config"; target: string } | { scope: "project" };

const whereOf = (everything: Everything): Which => {
  switch (everything.scope) {
    case "user":
      return { userId: everything.target };
    case "toolkit":
      return { toolkitSlug: everything.target };
    case "auth_config":
      return { authConfigId: everything.target };
    case "project":
      return {};
  }
};

const WORDS: Record<Everything["scope"], string> = {
  user: "the user ",
  toolkit: "the toolkit ",
  auth_config: "the auth config ",
  project: "the project",
};

type Closing = {
  contextOf: (account: ConnectedAccount) => RevocationContext;
  reason: string;
  by: Extract<EventActor, "api" | "user">;
};

/** Takes the accounts of a page out of use: REVOKED, without secrets, and with no valid link or consent. */
async function closeAccounts(
  tx: Db,
  projectId: string,
  accounts: ConnectedAccount[],
  { contextOf, reason, by }: Closing,
): Promise<void> {
  const ids = accounts.map(({ id }) => id);
  const credentials = accounts.map(
    (account) =>
      sealRemains(
        projectId,
        account.id,
        contextOf(account).scheme,
        openAccountValues(projectId, account.id, account.credentials),
      ) ?? "",
  );
  await changeIn(tx, CLOSE, [reason, now(), ids, credentials, projectId]);
  await changeIn(tx, RECORD, [projectId, now(), reason, ids, by]);
  const open = { projectId, accountId: { in: ids }, usedAt: null };
  await tx.linkSession.updateMany({ where: open, data: { usedAt: now(), answer: null } });
  await tx.oauthState.updateMany({ where: open, data: { usedAt: now() } });
  await tx.callbackSession.deleteMany({ where: { projectId, accountId: { in: ids } } });
}

/**
 * Revokes all accounts of a user, a toolkit, an auth config or the project. When this returns, the accounts can no
 * longer be used here; the job revokes them at the providers.
 * @returns the job's id
 * @throws ApiError NotFound for an auth config that the project does not have
 */
export async function revokeEverything(projectId: string, everything: Everything): Promise<string> {
  const target = everything.scope === "project" ? null : everything.target;
  if (target?.includes("\0"))
    throw new ApiError("BadRequest", "target holds a character that no id has.", {
      suggestedFix: "Send the id as it is listed.",
    });
  if (everything.scope === "auth_config") await requireAuthConfig(projectId, everything.target);
  const where = { ...whereOf(everything), status: { not: "REVOKED" } };
  const configs = await db.connectedAccount.findMany({
    where: { ...where, projectId },
    select: { authConfigId: true },
    distinct: ["authConfigId"],
  });
  const contextOf = await findRevocationContexts(projectId, configs);
  const reason = `Revoked together with everything of ${WORDS[everything.scope]}${target ?? ""}. The provider is being told.`;
  return db.$transaction(
    (tx) =>
      createRevocation(
        tx,
        projectId,
        { scope: everything.scope, target, deletes: false, contextOf },
        lockAccounts(tx, projectId, where),
        (accounts) => closeAccounts(tx, projectId, accounts, { contextOf, reason, by: "api" }),
      ),
    { maxWait: 10_000, timeout: MAX_MS },
  );
}

/**
 * Takes one account out of use at once, whatever the provider answers; a job revokes it at the provider.
 * @returns whether the account was in use
 */
export async function revokeLater(
  projectId: string,
  id: string,
  { reason, by }: Pick<Closing, "reason" | "by">,
): Promise<boolean> {
  const where = { id, status: { not: "REVOKED" } };
  const accounts = await db.connectedAccount.findMany({
    where: { ...where, projectId },
    select: { authConfigId: true },
  });
  if (accounts.length === 0) return false;
  const contextOf = await findRevocationContexts(projectId, accounts);
  await db.$transaction((tx) =>
    createRevocation(
      tx,
      projectId,
      { scope: "account", target: id, deletes: false, contextOf },
      lockAccounts(tx, projectId, where),
      (page) => closeAccounts(tx, projectId, page, { contextOf, reason, by }),
    ),
  );
  return true;
}
