/** Replaces an API key by a successor that can do the same; the replaced key works for some time longer. */
import { db, type Db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { inSeconds, now } from "@/lib/kernel/time/clock";
import { announceChange } from "../announce-change";
import type { ProjectCaller } from "../caller";
import { type ApiKey, createApiKey, KEY_KINDS, SHOWN_FIELDS, toApiKey } from "./api-keys";
import { lockAsMaker } from "./create-api-key-as";

type Rotation = {
  /** How long the replaced key still works; it never works longer than it would have without a successor. */
  overlapSeconds: number;
  createdBy: string;
  /** A person among the callers is checked again. */
  caller?: ProjectCaller;
};

const conflict = (message: string, suggestedFix: string) =>
  new ApiError("Conflict", message, { suggestedFix, headers: { "x-should-retry": "false" } });

async function requireKey(projectId: string, id: string, tx: Pick<Db, "apiKey"> = db) {
  const row = await tx.apiKey.findFirst({
    where: { id, projectId, kind: { in: KEY_KINDS } },
    select: { ...SHOWN_FIELDS, hash: true },
  });
  if (row) return row;
  throw new ApiError("NotFound", `There is no API key ${id.slice(0, 100)} in this project.`, {
    suggestedFix: "List the project's keys to find its ID.",
  });
}

function assertNotReplaced({ id, replacedBy }: { id: string; replacedBy: string | null }): void {
  if (replacedBy === null) return;
  throw conflict(
    `The API key ${id} was already replaced by ${replacedBy}.`,
    "Use the successor. If its text is lost, rotate the successor.",
  );
}

const noLongerWorks = (id: string) =>
  conflict(`The API key ${id} has expired or was revoked, so it cannot be rotated.`, "Create a new key.");

/** The whole lifetime of the replaced key, from now on; null for a key that does not expire. */
export const toExpiry = ({ createdAt, expiresAt }: { createdAt: Date; expiresAt: Date | null }): Date | null =>
  expiresAt && new Date(now().getTime() + expiresAt.getTime() - createdAt.getTime());

/**
 * Creates a key with the name, scopes and limits of another one, and with the same lifetime from now on. The other key
 * expires after the overlap, in every copy of the app; without an overlap, it is refused immediately. Two calls at the
 * same time create one successor.
 * @throws ApiError NotFound for an unknown key, and for a key of another project; Conflict for a key that was already
 *   replaced, or no longer works
 */
export async function rotateApiKey(
  projectId: string,
  id: string,
  { overlapSeconds, createdBy, caller }: Rotation,
): Promise<{ successor: ApiKey & { key: string }; replacedExpiresAt: Date }> {
  const { hash, ...row } = await requireKey(projectId, id);
  assertNotReplaced(row);
  const { name, scopes, limits } = toApiKey(row);
  const overlapEnd = inSeconds(overlapSeconds);
  const replacedExpiresAt = row.expiresAt && row.expiresAt < overlapEnd ? row.expiresAt : overlapEnd;
  const successor = await db.$transaction(async (tx) => {
    if (caller) await lockAsMaker(tx, caller);
    const access = { ...(scopes && { scopes }), ...(limits && { limits }) };
    const key = await createApiKey(projectId, { name, createdBy, ...access, expiresAt: toExpiry(row) }, tx);
    // The condition is checked again on the locked row, so a call at the same time changes nothing.
    const { count } = await tx.apiKey.updateMany({
      where: {
        ...{ id, projectId, replacedBy: null, revokedAt: null },
        OR: [{ expiresAt: null }, { expiresAt: { gt: now() } }],
      },
      data: { replacedBy: key.id, expiresAt: replacedExpiresAt },
    });
    if (count === 0) {
      assertNotReplaced(await requireKey(projectId, id, tx));
      throw noLongerWorks(id);
    }
    await announceChange(tx, { kind: "key", id: hash });
    return key;
  });
  return { successor, replacedExpiresAt };
}
