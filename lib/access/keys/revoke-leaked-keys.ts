/**
 * Revokes keys that somebody found in public. Whoever knows a key could use it, so the key itself is the permission to
 * revoke it. The answer comes before the keys are looked up, and a job does the rest: neither the answer nor its time
 * shows which keys exist.
 */
import { z } from "zod";
import { db, type Db } from "@/lib/kernel/database/db";
import { rowsIn, statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { hashToken } from "@/lib/kernel/ids";
import type { Job, JobKind } from "@/lib/kernel/jobs/classes";
import { enqueue } from "@/lib/kernel/jobs/queue";
import { takeToken } from "@/lib/kernel/rate-limit/take-token";
import { now } from "@/lib/kernel/time/clock";
import { announceChange } from "../announce-change";
import { recordAuditIn } from "../record-audit";
import { clientOf } from "../sign-in/sign-in-tries";
import { leakedKeysApi } from "./leaked-keys.contract";

/** Scanners report keys in lists: one address needs few requests. */
const LIMIT = { requests: 20, seconds: 60 };

/** Of all addresses together: each report is a job, and one sender can have many addresses. */
const LIMIT_OF_ALL = { requests: 600, seconds: 60 };

/** Every kind of key, those of older versions too. */
const FORM = /^[a-z]{2,4}_[0-9A-Za-z]{24,100}$/;

export const REVOKE_LEAKED: JobKind = { name: "access.revoke-leaked", work: "cleaning" };

const Payload = z.object({
  hashes: z.array(z.string()),
  requestId: z.string(),
  address: z.string().optional(),
});

/** The request that reported keys. */
type Report = { requestId: string; address: string | undefined };

/** @param who completes the sentence "... too many reports of leaked keys" */
const tooMany = (who: string, seconds: number): ApiError =>
  new ApiError("TooManyRequests", `${who} too many reports of leaked keys.`, {
    suggestedFix: `Send the rest in ${seconds} seconds, up to 100 keys in one request.`,
    headers: { "retry-after": String(seconds) },
  });

/**
 * Takes a report. Texts that have the form of no key are left out.
 * @throws ApiError TooManyRequests for an address that reports too often
 */
export async function reportLeakedKeys(keys: readonly string[], { requestId, address }: Report): Promise<void> {
  const ofAddress = await takeToken({ subject: `leaked-keys:${clientOf(address)}`, ...LIMIT });
  if (!ofAddress.allowed) throw tooMany("This address has sent", ofAddress.resetSeconds);
  const ofAll = await takeToken({ subject: "leaked-keys", ...LIMIT_OF_ALL });
  if (!ofAll.allowed) throw tooMany("This server has received", ofAll.resetSeconds);
  const hashes = [...new Set(keys.filter((key) => FORM.test(key)).map(hashToken))];
  if (hashes.length > 0) await enqueue(db, REVOKE_LEAKED, { hashes, requestId, ...(address && { address }) });
}

const REVOKE = statement({
  name: "access.revoke-leaked",
  text: `UPDATE api_key SET revoked_at = $2 WHERE hash = ANY($1::text[]) AND revoked_at IS NULL
    RETURNING id, hash, organization_id, project_id`,
  columns: { id: "text", hash: "text", organization_id: "text", project_id: "text?" },
});
const DELETE = statement({
  name: "access.delete-leaked",
  text: `DELETE FROM session_access_key k USING project p WHERE k.hash = ANY($1::text[]) AND p.id = k.project_id
    RETURNING k.id, k.project_id, p.organization_id`,
  columns: { id: "text", project_id: "text", organization_id: "text" },
});

type Revoked = { id: string; organization_id: string; project_id: string | null; action: string };

async function revokeKeys(tx: Db, hashes: readonly string[]): Promise<Revoked[]> {
  const keys = await rowsIn(tx, REVOKE, [hashes, now()]);
  for (const { hash } of keys) await announceChange(tx, { kind: "key", id: hash });
  const ofSessions = await rowsIn(tx, DELETE, [hashes]);
  return [
    ...keys.map((row) => ({ ...row, action: "api_key.revoke" })),
    ...ofSessions.map((row) => ({ ...row, action: "session_access_key.revoke" })),
  ];
}

/** Revokes the keys of a report. The trail of each project shows that a stranger reported the key. */
export const revokeLeakedKeys: Job = async (payload) => {
  const { hashes, requestId, address } = Payload.parse(payload);
  await db.$transaction(async (tx) => {
    for (const { id, action, organization_id: organizationId, project_id: projectId } of await revokeKeys(tx, hashes))
      await recordAuditIn(tx, {
        ...{ action, operation: leakedKeysApi.reportLeakedKeys.id, target: id, requestId, address, organizationId },
        ...(projectId && { projectId }),
        caller: { kind: "anonymous" },
        facts: { reason: "reported as leaked" },
        outcome: "done",
        status: 200,
      });
  });
};
