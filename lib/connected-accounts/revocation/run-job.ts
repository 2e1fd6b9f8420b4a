/** The job that tells providers to take access back: each account at least once, with bounded retries, whoever crashes. */
import { z } from "zod";
import { inSeconds, now } from "@/lib/kernel/time/clock";
import { db } from "@/lib/kernel/database/db";
import { batchDelete, deleteInBatches } from "@/lib/kernel/database/delete-in-batches";
import { rowsOf, statement, type StatementRow } from "@/lib/kernel/database/statement";
import { log, type Origin } from "@/lib/kernel/process/log";
import { persist } from "@/lib/kernel/database/persist";
import { recordAccountEvent } from "../accounts/events";
import { renewedValues, type TokenSet } from "../oauth/token-answer";
import { revokeAtProvider, type Revocation } from "../oauth/revoke-token";
import { openRevocationCredentials, sealRevocationCredentials } from "../oauth/revocation-context";
import { findScheme } from "../credentials/revocable";

/** Pauses after a provider that could not be asked, in seconds; after the last the account is given up. */
const PAUSES = [10, 60, 300, 900, 1800];
const MAX_ATTEMPTS = PAUSES.length + 1;
/** Longer than all requests about one account may take: whoever took it and is silent for so long has crashed. */
const LEASE_SECONDS = 180;
const AT_ONCE = 4;

/** The next accounts whose time has come. Taking one counts as an attempt, so that a crash is bounded too. */
const TAKE = statement({
  name: "revocation.take",
  text: `UPDATE revocation_item SET attempts = attempts + 1, next_at = $2::timestamptz + interval '${LEASE_SECONDS} seconds'
  WHERE id IN (SELECT id FROM revocation_item WHERE job_id = $1 AND status = 'waiting' AND next_at <= $2 ORDER BY id LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
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
type Taken = StatementRow<typeof TAKE>;

const FINISH = statement({
  name: "revocation.finish",
  text: `UPDATE revocation_job SET finished_at = $2 WHERE id = $1 AND finished_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM revocation_item WHERE job_id = $1 AND status = 'waiting')`,
});

const DUE = statement({
  name: "revocation.due",
  text: `SELECT DISTINCT j.id, j.project_id FROM revocation_job j LEFT JOIN revocation_item i ON i.job_id = j.id AND i.status = 'waiting'
  WHERE j.finished_at IS NULL AND (i.id IS NULL OR i.next_at <= $1)`,
  columns: { id: "text", project_id: "text" },
});

const BY_HAND =
  "This server has forgotten the credentials all the same: remove the app's access in the person's settings at the provider.";

/** Writes what came of one attempt. An attempt that somebody else has overtaken writes nothing. */
async function storeOutcome(item: Taken, revocation: Revocation): Promise<void> {
  const { id, project_id: projectId, account_id: accountId, attempts } = item;
  const pause = PAUSES[attempts - 1];
  const mine = { id, projectId, status: "waiting", attempts };
  if (!revocation.done && revocation.retry && pause !== undefined) {
    await db.revocationItem.updateMany({
      where: mine,
      data: { nextAt: inSeconds(pause), answer: `${revocation.message} Another try follows.` },
    });
    return;
  }
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
    // Somebody may have connected the account anew, or deleted it.
    const told = await tx.connectedAccount.updateMany({
      where: { id: accountId, projectId, status: "REVOKED" },
      data: { statusReason: answer },
    });
    if (told.count > 0)
      await recordAccountEvent(tx, projectId, accountId, { status: "REVOKED", reason: answer, by: "provider" });
  });
}

async function revokeItem(item: Taken, on: Origin): Promise<void> {
  const { id, project_id: projectId, toolkit_slug: toolkitSlug, scheme, credentials, attempts } = item;
  if (attempts > MAX_ATTEMPTS || credentials === null)
    return storeOutcome(item, {
      done: false,
      retry: false,
      message: "The work on this account was interrupted again and again.",
    });
  const { values, app } = openRevocationCredentials(projectId, id, credentials);
  const keep = async (tokens: TokenSet, old: typeof values) => {
    const renewed = sealRevocationCredentials(projectId, id, { values: renewedValues(old, tokens), app });
    await persist(
      (to) =>
        to.revocationItem.updateMany({ where: { id, projectId, status: "waiting" }, data: { credentials: renewed } }),
      on,
    );
  };
  await storeOutcome(
    item,
    await revokeAtProvider({ scheme: await findScheme(projectId, toolkitSlug, scheme), app, values, keep }),
  );
}

/** Works at a job until nothing of it is due; the rest waits for its time. */
async function workAt(jobId: string, on: Origin): Promise<void> {
  for (;;) {
    const taken = await rowsOf(TAKE, [jobId, now()]);
    if (taken.length === 0) break;
    const results = await Promise.allSettled(taken.map((item) => revokeItem(item, on)));
    // The lease brings the account back; its attempts bound how often.
    for (const result of results)
      if (result.status === "rejected")
        log.error(on, "an account could not be revoked", { revocation_job_id: jobId, error: result.reason as unknown });
  }
  await rowsOf(FINISH, [jobId, now()]);
}

const Payload = z.object({ jobId: z.string() });

/** The job of the queue. A second run of it, at the same time or later, does what is left. */
export const runRevocation = (payload: unknown, on: Origin): Promise<void> => workAt(Payload.parse(payload).jobId, on);

/** Takes up what waits for another try, and what a crashed process has left. */
export async function continueRevocations(on: Origin): Promise<void> {
  for (const { id } of await rowsOf(DUE, [now()])) await workAt(id, on);
}

const REPORTS_KEPT_SECONDS = 180 * 86_400;
const OLD_REPORTS = batchDelete("revocation_job", "finished_at < $1");

/** Deletes the reports of half a year ago, with what the providers answered. */
export async function pruneRevocations(): Promise<number> {
  return deleteInBatches(OLD_REPORTS, [inSeconds(-REPORTS_KEPT_SECONDS)]);
}
