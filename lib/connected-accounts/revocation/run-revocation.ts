/** The job that revokes accounts at their providers: each at least once, with limited retries, also after a crash. */
import { z } from "zod";
import { inSeconds, now } from "@/lib/kernel/time/clock";
import { db } from "@/lib/kernel/database/db";
import { batchDelete, deleteInBatches } from "@/lib/kernel/database/delete-in-batches";
import { rowsOf, statement, type StatementRow } from "@/lib/kernel/database/statement";
import { log, type Origin } from "@/lib/kernel/process/log";
import { enqueue, isQueued } from "@/lib/kernel/jobs/queue";
import { persist } from "@/lib/kernel/database/persist";
import { processMemory } from "@/lib/kernel/process-memory";
import { recordAccountEvent } from "../accounts/record-account-event";
import { renewedValues, type TokenSet } from "../oauth/token-answer";
import { revokeAtProvider, type Revocation } from "../oauth/revoke-at-provider";
import { openRevocationCredentials, sealRevocationCredentials } from "../oauth/revocation-credentials";
import { REVOKE } from "./create-revocation";
import { findScheme } from "../credentials/find-revocation-contexts";

/**
 * Times are in seconds, by the clock of the database; tests shorten them. `pauses`: after a provider that could not be
 * asked; after the last the account is given up. `lease`: longer than all requests about one account can take: a copy
 * that took it and is silent for so long has crashed. `turn`: number of accounts after which the jobs of others come
 * first.
 */
export const revocationTimes = () =>
  processMemory("revocation.times", () => ({ pauses: [10, 60, 300, 900, 1800], lease: 180, turn: 100 }));
const AT_ONCE = 4;

/** The next accounts that are due. Taking one counts as an attempt, so that crashes count too. */
const TAKE = statement({
  name: "revocation.take",
  text: `UPDATE revocation_item SET attempts = attempts + 1, next_at = now() + make_interval(secs => $2::float8)
  WHERE id IN (SELECT id FROM revocation_item
    WHERE job_id = $1 AND status = 'waiting' AND next_at <= now()
    ORDER BY id LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
  RETURNING id, project_id, account_id, toolkit_slug, scheme, credentials, attempts`,
  columns: {
    id: "text",
    project_id: "text",
    account_id: "text",
    toolkit_slug: "text",
    scheme: "text",
    credentials: "text?",
    attempts: "int4",
  },
});
type JobItem = StatementRow<typeof TAKE>;

const FINISH = statement({
  name: "revocation.finish",
  text: `UPDATE revocation_job SET finished_at = $2 WHERE id = $1 AND finished_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM revocation_item WHERE job_id = $1 AND status = 'waiting')`,
});

/** An attempt that somebody else has overtaken puts nothing off. */
const PUT_OFF = statement({
  name: "revocation.put-off",
  text: `UPDATE revocation_item SET next_at = now() + make_interval(secs => $4::float8), answer = $5
    WHERE id = $1 AND project_id = $2 AND status = 'waiting' AND attempts = $3`,
});

/**
 * Seconds until the first of the waiting accounts is due; no row if no account waits, because greatest() makes a null
 * 0.
 */
const NEXT = statement({
  name: "revocation.next",
  text: `SELECT greatest(extract(epoch FROM min(next_at) - now()), 0)::float8 AS seconds FROM revocation_item
    WHERE job_id = $1 AND status = 'waiting' HAVING count(*) > 0`,
  columns: { seconds: "float8?" },
});

const UNFINISHED = statement({
  name: "revocation.unfinished",
  text: "SELECT id FROM revocation_job WHERE finished_at IS NULL",
  columns: { id: "text" },
});

const BY_HAND =
  "This server has forgotten the credentials all the same: remove the app's access in the user's settings at the provider.";

/** Stores the outcome of one attempt, unless another process has taken the account meanwhile. */
async function storeOutcome(item: JobItem, revocation: Revocation): Promise<void> {
  const { id, project_id: projectId, account_id: accountId, attempts } = item;
  const pause = revocationTimes().pauses[attempts - 1];
  if (!revocation.done && revocation.retry && pause !== undefined) {
    await rowsOf(PUT_OFF, [id, projectId, attempts, pause, `${revocation.message} Another try follows.`]);
    return;
  }
  const mine = { id, projectId, status: "waiting", attempts };
  const answer = revocation.done ? revocation.message : `${revocation.message} ${BY_HAND}`;
  await db.$transaction(async (tx) => {
    const data = {
      status: revocation.done ? "revoked" : "failed",
      credentials: null,
      answer,
      revokedTokens: revocation.done ? revocation.tokens : [],
      finishedAt: now(),
    };
    const { count } = await tx.revocationItem.updateMany({ where: mine, data });
    if (count === 0) return;
    // The account has possibly been connected again or deleted.
    const update = await tx.connectedAccount.updateMany({
      where: { id: accountId, projectId, status: "REVOKED" },
      data: { statusReason: answer },
    });
    if (update.count > 0)
      await recordAccountEvent(tx, projectId, accountId, { status: "REVOKED", reason: answer, by: "provider" });
  });
}

async function revokeItem(item: JobItem, on: Origin): Promise<void> {
  const { id, project_id: projectId, toolkit_slug: toolkitSlug, scheme, credentials, attempts } = item;
  if (attempts > revocationTimes().pauses.length + 1 || credentials === null)
    return storeOutcome(item, {
      done: false,
      retry: false,
      message: "The work on this account was interrupted again and again.",
    });
  const { values, app, ownScheme } = openRevocationCredentials(projectId, id, credentials);
  const keep = async (tokens: TokenSet, old: typeof values) => {
    const content = { values: renewedValues(old, tokens), app, ...(ownScheme && { ownScheme }) };
    const renewed = sealRevocationCredentials(projectId, id, content);
    await persist(
      (to) =>
        to.revocationItem.updateMany({ where: { id, projectId, status: "waiting" }, data: { credentials: renewed } }),
      on,
    );
  };
  const authScheme = (await findScheme(projectId, toolkitSlug, scheme)) ?? ownScheme;
  await storeOutcome(item, await revokeAtProvider({ scheme: authScheme, app, values, keep }));
}

/** Works at what is due of a job, for one turn. */
async function workAt(jobId: string, on: Origin): Promise<void> {
  for (let itemCount = 0; itemCount < revocationTimes().turn; itemCount += AT_ONCE) {
    const items = await rowsOf(TAKE, [jobId, revocationTimes().lease]);
    if (items.length === 0) return;
    const results = await Promise.allSettled(items.map((item) => revokeItem(item, on)));
    // The account is tried again after its lease, until its attempts are used up.
    for (const result of results)
      if (result.status === "rejected")
        log.error(on, "an account could not be revoked", { revocation_job_id: jobId, error: result.reason as unknown });
  }
}

const Payload = z.object({ jobId: z.string() });

/**
 * The job of the queue. A second run of it, at the same time or later, does what is left; it writes the next run
 * itself.
 */
export async function runRevocation(payload: unknown, on: Origin): Promise<void> {
  const { jobId } = Payload.parse(payload);
  await workAt(jobId, on);
  await rowsOf(FINISH, [jobId, now()]);
  const [next] = await rowsOf(NEXT, [jobId]);
  if (next?.seconds === null || next === undefined) return;
  // The last statement: from here on a crash of this run leaves the next one.
  await enqueue(db, REVOKE, { jobId }, { key: jobId, runAt: { inSeconds: next.seconds } });
}

/**
 * Takes up jobs that have no run in the queue any more: their runs failed again and again, or an older version wrote
 * them.
 */
export async function continueRevocations(): Promise<void> {
  for (const { id: jobId } of await rowsOf(UNFINISHED, []))
    if (!(await isQueued(REVOKE, jobId))) await enqueue(db, REVOKE, { jobId }, { key: jobId });
}

const REPORTS_KEPT_SECONDS = 180 * 86_400;
const OLD_REPORTS = batchDelete("revocation_job", "finished_at < $1");

/** Deletes reports that are older than half a year. */
export async function pruneRevocations(): Promise<number> {
  return deleteInBatches(OLD_REPORTS, [inSeconds(-REPORTS_KEPT_SECONDS)]);
}
