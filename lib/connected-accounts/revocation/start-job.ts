/** Begins to take access back: hands the credentials of accounts to a job, in the transaction that takes them away. */
import { now } from "@/lib/kernel/clock";
import { db, type Db, type Prisma } from "@/lib/kernel/db";
import { ApiError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { enqueue } from "@/lib/kernel/queue";
import { requireAuthConfig } from "@/lib/auth-configs/auth-configs";
import { openAccountValues } from "../account-credentials";
import type { ConnectedAccount } from "../accounts";
import type { RevocationScope } from "./contract";
import { sealHandedOver } from "./handed-over";
import { makersOf, sealRemains, type Maker } from "./revocable";

/** The queue's name of the work. */
export const REVOKE_TASK = "connected-accounts.revoke";

const BATCH = 500;

/** The accounts, locked until the transaction ends: a refresh that is under way ends first. */
export async function lockAccounts(tx: Db, projectId: string, where: Omit<Prisma.ConnectedAccountWhereInput, "projectId">): Promise<ConnectedAccount[]> {
  const found = await tx.connectedAccount.findMany({ where: { ...where, projectId }, select: { id: true }, orderBy: { id: "asc" } });
  const accounts: ConnectedAccount[] = [];
  for (let from = 0; from < found.length; from += BATCH) {
    const ids = found.slice(from, from + BATCH).map(({ id }) => id);
    await tx.$queryRaw`SELECT 1 FROM connected_account WHERE project_id = ${projectId} AND id = ANY(${ids}) ORDER BY id FOR UPDATE`;
    accounts.push(...(await tx.connectedAccount.findMany({ where: { ...where, projectId, AND: { id: { in: ids } } } })));
  }
  return accounts;
}

type NewRevocation = { scope: RevocationScope; target: string | null; deletes: boolean; accounts: ConnectedAccount[]; makerOf: (account: ConnectedAccount) => Maker };

/** Writes the job with what it needs of each account. @returns its id */
export async function createRevocation(tx: Db, projectId: string, { scope, target, deletes, accounts, makerOf }: NewRevocation): Promise<string> {
  const jobId = newId("revocationJob");
  const at = now();
  await tx.revocationJob.create({ data: { id: jobId, projectId, scope, target, deletes, total: accounts.length, createdAt: at, ...(accounts.length === 0 && { finishedAt: at }) } });
  const items = accounts.map((account) => {
    const id = newId("revocationItem");
    const values = openAccountValues(projectId, account.id, account.credentials);
    const { authConfigId, toolkitSlug, userId, alias, scheme } = account;
    return { id, jobId, projectId, accountId: account.id, authConfigId, toolkitSlug, userId, alias, scheme, nextAt: at, credentials: sealHandedOver(projectId, id, { values, app: makerOf(account).app }) };
  });
  for (let from = 0; from < items.length; from += BATCH) await tx.revocationItem.createMany({ data: items.slice(from, from + BATCH) });
  if (items.length > 0) await enqueue(tx, REVOKE_TASK, { projectId, jobId }, { key: `revoke ${jobId}` });
  return jobId;
}

/** Everything of one of these. */
export type Everything = { scope: "user" | "toolkit" | "auth_config"; target: string } | { scope: "project" };

const whereOf = (everything: Everything): Prisma.ConnectedAccountWhereInput => {
  switch (everything.scope) {
    case "user": return { userId: everything.target };
    case "toolkit": return { toolkitSlug: everything.target };
    case "auth_config": return { authConfigId: everything.target };
    case "project": return {};
  }
};

const WORDS: Record<Everything["scope"], string> = { user: "the user ", toolkit: "the toolkit ", auth_config: "the auth config ", project: "the project" };

/** Takes the accounts out of use: REVOKED, without a secret, and no link or consent for them counts any more. */
async function closeAccounts(tx: Db, projectId: string, accounts: ConnectedAccount[], makerOf: (account: ConnectedAccount) => Maker, reason: string): Promise<void> {
  for (let from = 0; from < accounts.length; from += BATCH) {
    const batch = accounts.slice(from, from + BATCH);
    const ids = batch.map(({ id }) => id);
    const kept = batch.map((account) => sealRemains(projectId, account.id, makerOf(account).scheme, openAccountValues(projectId, account.id, account.credentials)) ?? "");
    await tx.$executeRaw`UPDATE connected_account a SET status = 'REVOKED', status_reason = ${reason}, credentials = nullif(kept.credentials, ''),
        expires_at = NULL, refresh_after = NULL, refresh_failures = 0, updated_at = ${now()}
      FROM unnest(${ids}::text[], ${kept}::text[]) AS kept(id, credentials) WHERE a.project_id = ${projectId} AND a.id = kept.id`;
    await tx.$executeRaw`INSERT INTO connected_account_event (project_id, account_id, at, status, reason, by)
      SELECT ${projectId}, id, ${now()}, 'REVOKED', ${reason}, 'api' FROM unnest(${ids}::text[]) AS id`;
    const open = { projectId, accountId: { in: ids }, usedAt: null };
    await tx.linkSession.updateMany({ where: open, data: { usedAt: now() } });
    await tx.oauthState.updateMany({ where: open, data: { usedAt: now() } });
  }
}

/**
 * Revokes everything of a user, a toolkit, an auth config or the project. When this returns, nothing here can use the
 * accounts any more; the job tells the providers.
 * @returns the job's id
 * @throws ApiError NotFound for an auth config that the project does not have
 */
export async function revokeEverything(projectId: string, everything: Everything): Promise<string> {
  const target = everything.scope === "project" ? null : everything.target;
  if (target?.includes("\0")) throw new ApiError("BadRequest", "target holds a character that no id has.", { suggestedFix: "Send the id as it is listed." });
  if (everything.scope === "auth_config") await requireAuthConfig(projectId, everything.target);
  const where = { ...whereOf(everything), status: { not: "REVOKED" } };
  const configs = await db.connectedAccount.findMany({ where: { ...where, projectId }, select: { authConfigId: true }, distinct: ["authConfigId"] });
  const makerOf = await makersOf(projectId, configs);
  const reason = `Revoked together with everything of ${WORDS[everything.scope]}${target ?? ""}. The provider is being told.`;
  return db.$transaction(async (tx) => {
    const accounts = await lockAccounts(tx, projectId, where);
    const jobId = await createRevocation(tx, projectId, { scope: everything.scope, target, deletes: false, accounts, makerOf });
    await closeAccounts(tx, projectId, accounts, makerOf, reason);
    return jobId;
  }, { maxWait: 10_000, timeout: 120_000 });
}
