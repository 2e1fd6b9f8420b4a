/**
 * Deletes audit events whose time is over. The rest of a chain stays verifiable: a signed checkpoint contains the hash
 * of the last deleted event.
 */
import { batchDelete, deleteInBatches } from "@/lib/kernel/database/delete-in-batches";
import { inHotTransaction } from "@/lib/kernel/database/in-hot-transaction";
import { jobPool } from "@/lib/kernel/database/pools";
import { changeIn, rowsIn, rowsOf, statement } from "@/lib/kernel/database/statement";
import { env } from "@/lib/kernel/process/env";
import { inSeconds } from "@/lib/kernel/time/clock";
import { lockChain, sealAllAuditEvents } from "./seal-audit-events";
import { signCheckpoint } from "./sign-checkpoint";
import { signingKey } from "./signing-key";

const daysAgo = (days: number): Date => inSeconds(-days * 86_400);

const CHAINS = statement({
  name: "access.audit-chains",
  text: `SELECT c.organization_id, o.audit_days FROM audit_chain AS c
    LEFT JOIN organization AS o ON o.id = c.organization_id ORDER BY c.organization_id`,
  columns: { organization_id: "text", audit_days: "int4?" },
});

const FIRST_YOUNG = statement({
  name: "access.audit-first-young",
  text: `SELECT sequence FROM audit_event WHERE organization_id = $1 AND sequence > $2 AND at >= $3
    ORDER BY sequence LIMIT 1`,
  columns: { sequence: "int8?" },
});

const HASH_OF = statement({
  name: "access.audit-hash-of",
  text: "SELECT hash FROM audit_event WHERE organization_id = $1 AND sequence = $2",
  columns: { hash: "text?" },
});

const CUT = statement({
  name: "access.audit-cut",
  text: "UPDATE audit_chain SET cut = $2 WHERE organization_id = $1",
});

const DROP_CHECKPOINTS = statement({
  name: "access.audit-drop-checkpoints",
  text: "DELETE FROM audit_checkpoint WHERE organization_id = $1 AND sequence < $2",
});

/** Events that belong to no organization are in no chain. */
const OF_NOBODY = batchDelete("audit_event", "organization_id IS NULL AND at < $1");
const BEFORE_CUT = batchDelete("audit_event", "organization_id = $1 AND sequence <= $2");

/**
 * Moves the cut of a chain behind the events before `limit`. Events are deleted in their order only, so an older one
 * behind a younger one waits for it.
 * @returns the number of the last event to delete
 */
async function moveCut(organizationId: string, limit: Date): Promise<number> {
  const key = await signingKey();
  return inHotTransaction(async (tx) => {
    const { sequence: end, cut: before } = await lockChain(tx, organizationId);
    const [young] = await rowsIn(tx, FIRST_YOUNG, [organizationId, before, limit]);
    const cut = young ? Number(young.sequence) - 1 : end;
    if (cut <= before) return before;
    const [last] = await rowsIn(tx, HASH_OF, [organizationId, cut]);
    // Deleted behind the server's back: the gap stays visible, and nothing more is deleted.
    if (!last?.hash) return before;
    await signCheckpoint(tx, key, { organizationId, sequence: cut, hash: last.hash });
    await changeIn(tx, CUT, [organizationId, cut]);
    await changeIn(tx, DROP_CHECKPOINTS, [organizationId, cut]);
    return cut;
  });
}

/** Deletes events that are older than the time of their organization, or of the operator. */
export async function pruneAuditEvents(): Promise<void> {
  const { auditDays } = env();
  await sealAllAuditEvents();
  await deleteInBatches(OF_NOBODY, [daysAgo(auditDays)]);
  for (const { organization_id: id, audit_days: days } of await rowsOf(CHAINS, [], jobPool()))
    await deleteInBatches(BEFORE_CUT, [id, await moveCut(id, daysAgo(days ?? auditDays))]);
}
