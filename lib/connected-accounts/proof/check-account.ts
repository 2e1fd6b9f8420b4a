/** Asks the provider about an account that is stored: whether it still accepts the credentials, and whose they are. */
import { z } from "zod";
import { schemesOf } from "@/lib/auth-configs/require-scheme";
import { openProxy } from "@/lib/auth-configs/seal-proxy";
import type { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { findToolkit } from "@/lib/catalog/read/find-toolkits";
import { db, type Db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import type { JobKind } from "@/lib/kernel/jobs/classes";
import { enqueue } from "@/lib/kernel/jobs/queue";
import type { Origin } from "@/lib/kernel/process/log";
import { openAccountValues, type AccountValues } from "../account-values";
import { requireResolved, type ResolvedAccount } from "../accounts/accounts";
import { recordAccountEvent } from "../accounts/record-account-event";
import { openCurrentUser, sealCurrentUser, type CurrentUser } from "../current-user";
import { lockAccount } from "../credentials/add-values";
import { openUnused, refreshNow, type OpenCredentials } from "../credentials/open-credentials";
import { askCurrentUser } from "./ask-current-user";
import type { Verdict } from "./judge";
import { countProof, toUnclearSentence } from "./prove-credentials";

type ProofResult = { verdict: Verdict | null; toolkit: string; values: AccountValues };

/** Renews a refused token, as an execution would; null if there is no other one. */
async function renewed(
  account: ResolvedAccount,
  scheme: ToolkitAuthScheme,
  on: Origin,
): Promise<OpenCredentials | null> {
  const values = openAccountValues(account.projectId, account.id, account.credentials);
  if (!scheme.grant && !values.refresh_token) return null;
  try {
    return await refreshNow(account.projectId, account, scheme, { because: "the provider answered 401", on });
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** @throws ApiError as `openCredentials` */
async function ask(projectId: string, account: ResolvedAccount, on: Origin): Promise<ProofResult> {
  const toolkit = await findToolkit(projectId, account.toolkitSlug);
  const scheme = toolkit && schemesOf(toolkit).find(({ mode }) => mode === account.scheme);
  if (!scheme) return { verdict: null, toolkit: account.toolkitSlug, values: {} };
  const proxy = openProxy(projectId, account.authConfigId, account.authConfig.proxy);
  const question = (usable: OpenCredentials) => askCurrentUser({ projectId, toolkit, scheme, usable, proxy });
  const usable = await openUnused(projectId, account, scheme, on);
  const verdict = await question(usable);
  const fresh = verdict?.kind === "refused" ? await renewed(account, scheme, on) : null;
  return {
    verdict: fresh ? await question(fresh) : verdict,
    toolkit: toolkit.name,
    values: fresh?.values ?? usable.values,
  };
}

/** Whether the account still has the credentials that were asked about: another person may have connected meanwhile. */
function hasSame(projectId: string, id: string, sealed: string | null, checkedValues: AccountValues): boolean {
  return Object.entries(openAccountValues(projectId, id, sealed)).every(
    ([name, value]) => checkedValues[name] === value,
  );
}

/** Stores whom the account belongs to, unless it has other credentials by now. */
async function store(projectId: string, id: string, { verdict, values }: ProofResult): Promise<void> {
  if (verdict?.kind !== "accepted" || !verdict.user) return;
  const { user } = verdict;
  await db.$transaction(async (tx) => {
    const row = await lockAccount(tx, projectId, id);
    if (row.status !== "ACTIVE" || !hasSame(projectId, id, row.credentials, values)) return;
    // As it was changed by nobody: the list of accounts is sorted by the time of changes.
    const { updatedAt } = row;
    await tx.connectedAccount.updateMany({
      where: { id, projectId },
      data: { currentUser: sealCurrentUser(projectId, id, user), updatedAt },
    });
  });
}

export type AccountCheck = {
  result: "accepted" | "refused" | "unclear" | "not_checked";
  /** One sentence for people. */
  message: string;
  user: CurrentUser | null;
};

function toSentence({ verdict, toolkit }: ProofResult): string {
  if (!verdict) return `Nothing was checked: ${toolkit} has no request that tells whose credentials these are.`;
  if (verdict.kind === "refused") return `${toolkit} does not accept the credentials of this account.`;
  if (verdict.kind === "unclear") return toUnclearSentence(toolkit, verdict);
  return verdict.user
    ? `${toolkit} accepts the credentials.`
    : `${toolkit} accepts the credentials, but did not say whose they are.`;
}

/**
 * Checks a working account now. A refusal is recorded in its history; the account's status does not change, because the
 * caller decides what follows.
 * @throws ApiError NotFound; BadRequest for an account that is not ACTIVE, and if only a new consent helps; Unavailable
 * if its token cannot be renewed now; TooManyRequests
 */
export async function checkAccount(projectId: string, id: string, on: Origin): Promise<AccountCheck> {
  const account = await requireResolved(projectId, id);
  if (account.status !== "ACTIVE")
    throw new ApiError("BadRequest", `Only an ACTIVE account can be checked; this one is ${account.status}.`, {
      suggestedFix: `Connect it again with POST /api/v3/connected_accounts/${id}/refresh.`,
    });
  await countProof(projectId);
  const proof = await ask(projectId, account, on);
  await store(projectId, id, proof);
  const message = toSentence(proof);
  if (proof.verdict?.kind === "refused")
    await recordAccountEvent(db, projectId, id, { status: "ACTIVE", reason: message, by: "provider" });
  const row = await db.connectedAccount.findFirst({ where: { id, projectId }, select: { currentUser: true } });
  return {
    result: proof.verdict?.kind ?? "not_checked",
    message,
    user: openCurrentUser(projectId, id, row?.currentUser ?? null),
  };
}

/** Finds out whom a new connection belongs to, after the person has gone on: the provider may be slow. */
export const ASK_WHO = { name: "connected-accounts.ask-who", work: "providers", pauses: [] } as const satisfies JobKind;

const Payload = z.object({ projectId: z.string(), accountId: z.string() });

/** Writes the job, which runs after `tx` commits. */
export const askLater = (tx: Db, projectId: string, accountId: string): Promise<void> =>
  enqueue(tx, ASK_WHO, { projectId, accountId }, { key: accountId });

/** The job of the queue. An unknown user is not a failure: the connection works. */
export async function askWho(payload: unknown, on: Origin): Promise<void> {
  const { projectId, accountId } = Payload.parse(payload);
  try {
    const account = await requireResolved(projectId, accountId);
    if (account.status === "ACTIVE") await store(projectId, accountId, await ask(projectId, account, on));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
