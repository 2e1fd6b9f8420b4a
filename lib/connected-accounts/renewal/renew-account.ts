/** The job that renews one account's tokens before somebody needs them. */
import { z } from "zod";
import { isRenewable, type ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { db, type Db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import type { JobKind } from "@/lib/kernel/jobs/classes";
import { enqueue } from "@/lib/kernel/jobs/queue";
import { env } from "@/lib/kernel/process/env";
import type { Origin } from "@/lib/kernel/process/log";
import { processMemory } from "@/lib/kernel/process-memory";
import { now } from "@/lib/kernel/time/clock";
import { openAccountValues } from "../account-values";
import { requireResolved, type ResolvedAccount } from "../accounts/accounts";
import { findAccountScheme } from "../accounts/find-account-scheme";
import { refreshAccount } from "../credentials/refresh-account";

/** A renewal that fails is recorded in the account, with the time of the next try: the clock finds it again. */
export const RENEW: JobKind = { name: "connected-accounts.renew", work: "renewals", pauses: [60] };

/** In each copy of the app: a provider that hangs holds up no other one's renewals. */
const MOST_OF_PROVIDER = 3;
const NEXT_TRY_SECONDS = 5;

const Payload = z.object({ projectId: z.string(), accountId: z.string(), requestedAt: z.iso.datetime() });
type Renewal = { projectId: string; accountId: string };

const running = () => processMemory("connected-accounts.renewing", () => new Map<string, number>());

/** Writes the job of an account; one that waits already is replaced. */
export const renewLater = (
  tx: Pick<Db, "$executeRaw">,
  { projectId, accountId }: Renewal,
  inSeconds: number,
  requestedAt = now(),
): Promise<void> =>
  enqueue(
    tx,
    RENEW,
    { projectId, accountId, requestedAt: requestedAt.toISOString() },
    { key: accountId, sideBySide: true, runAt: { inSeconds } },
  );

/** The account with its scheme, if it can be renewed now and was not renewed since `requestedAt`. */
async function findDue(
  { projectId, accountId }: Renewal,
  requestedAt: Date,
): Promise<{ account: ResolvedAccount; scheme: ToolkitAuthScheme } | undefined> {
  const account = await requireResolved(projectId, accountId);
  const scheme = await findAccountScheme(account);
  if (!scheme || !isRenewable(scheme) || account.status !== "ACTIVE" || !account.authConfig.enabled) return undefined;
  if (account.refreshAfter && account.refreshAfter > now()) return undefined;
  const { refresh_token: token } = openAccountValues(projectId, accountId, account.credentials);
  if (!token && !scheme.grant) return undefined;
  const row = await db.connectedAccount.findFirst({
    where: { id: accountId, projectId },
    select: { tokensAt: true },
  });
  return row?.tokensAt && row.tokensAt > requestedAt ? undefined : { account, scheme };
}

/** Runs `work` unless too many renewals at the provider run; returns whether it ran. */
async function inTurn(provider: string, work: () => Promise<unknown>): Promise<boolean> {
  const counts = running();
  const count = counts.get(provider) ?? 0;
  if (count >= MOST_OF_PROVIDER) return false;
  counts.set(provider, count + 1);
  try {
    await work();
    return true;
  } finally {
    const left = (counts.get(provider) ?? 1) - 1;
    if (left > 0) counts.set(provider, left);
    else counts.delete(provider);
  }
}

/** The job of the queue. What a refused renewal means for the account is recorded by `refreshAccount`. */
export async function renewAccount(payload: unknown, on: Origin): Promise<void> {
  if (!env().backgroundRenewal) return;
  const { requestedAt, ...renewal } = Payload.parse(payload);
  try {
    const due = await findDue(renewal, new Date(requestedAt));
    if (!due) return;
    const { account, scheme } = due;
    const because = "its token, or its refresh token, would end unused";
    const ran = await inTurn(scheme.oauth?.provider ?? account.toolkitSlug, () =>
      refreshAccount(account, scheme, { because, on }),
    );
    if (!ran) await renewLater(db, renewal, NEXT_TRY_SECONDS, new Date(requestedAt));
  } catch (error) {
    // The account, its auth config or the operator's app is gone.
    if (!(error instanceof ApiError)) throw error;
  }
}
