/**
 * Deletes audit events whose time is over. The rest of a chain stays verifiable: a signed checkpoint contains the hash
 * of the last deleted event.
 */
import { batchDelete, deleteInBatches } from "@/lib/kernel/database/delete-in-batches";
import { inHotTransaction, type Statements } from "@/lib/kernel/database/in-hot-transaction";
import { jobPool } from "@/lib/kernel/database/pools";
import { changeIn, rowsIn, rowsOf, statement } from "@/lib/kernel/database/statement";
import { env } from "@/lib/kernel/process/env";
import { inSeconds } from "@/lib/kernel/time/clock";
import { background, log } from "@/lib/kernel/process/log";
import { type Chain, forgedChain, lockChain, storeChain } from "./lock-chain";
import { EVENT_COLUMNS, LINK_TYPES } from "./event-columns";
import { MAX_WITHOUT_CHECKPOINT, sealAllAuditEvents } from "./seal-audit-events";
import { signCheckpoint, toCheckpoint } from "./sign-checkpoint";
import { isSigned, type KeyRing, keyRing } from "./signing-key";
import { toLink } from "./to-link";

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

/** The last event that the endpoint of a stream got; no row without a stream. */
const STREAMED = statement({
  name: "access.audit-last-streamed",
  text: "SELECT audit_streamed FROM organization WHERE id = $1 AND audit_stream_subscription IS NOT NULL",
  columns: { audit_streamed: "int4?" },
});

/** The events after a number up to the next checkpoint, or to the end of the chain. */
const FOLLOWERS = statement({
  name: "access.audit-followers",
  text: `SELECT sequence, previous_hash, hash, ${EVENT_COLUMNS} FROM audit_event
    WHERE organization_id = $1 AND sequence >= $2 ORDER BY sequence LIMIT ${MAX_WITHOUT_CHECKPOINT + 1}`,
  columns: LINK_TYPES,
});

const CHECKPOINT_AFTER = statement({
  name: "access.audit-checkpoint-after",
  text: `SELECT sequence, hash, at, key_id, signature FROM audit_checkpoint
    WHERE organization_id = $1 AND sequence >= $2 ORDER BY sequence LIMIT 1`,
  columns: { sequence: "int8", hash: "text", at: "timestamptz", key_id: "text", signature: "text" },
});

const DROP_CHECKPOINTS = statement({
  name: "access.audit-drop-checkpoints",
  text: "DELETE FROM audit_checkpoint WHERE organization_id = $1 AND sequence < $2",
});

/** Events that belong to no organization are in no chain. */
const OF_NOBODY = batchDelete("audit_event", "organization_id IS NULL AND at < $1");
const BEFORE_CUT = batchDelete("audit_event", "organization_id = $1 AND sequence <= $2");

/** Where a hash is known by a signature: the next checkpoint, or the signed end of the chain. */
async function findAnchor(tx: Statements, ring: KeyRing, organizationId: string, cut: number, chain: Chain) {
  const [row] = await rowsIn(tx, CHECKPOINT_AFTER, [organizationId, cut]);
  if (!row) return { sequence: chain.sequence, hash: chain.hash };
  const { sequence, hash } = { sequence: Number(row.sequence), hash: row.hash };
  return isSigned(toCheckpoint({ organizationId, sequence, hash }, row.at), row, ring) ? { sequence, hash } : undefined;
}

/**
 * The hash of the event with the number `cut`, to state in a checkpoint: it leads to a hash that this server
 * signed. Undefined if events were changed behind the server's back.
 */
async function findProvenHash(tx: Statements, ring: KeyRing, organizationId: string, cut: number, chain: Chain) {
  const anchor = await findAnchor(tx, ring, organizationId, cut, chain);
  const rows = await rowsIn(tx, FOLLOWERS, [organizationId, cut]);
  const [first] = rows;
  if (!anchor || !first?.hash || Number(first.sequence) !== cut) return undefined;
  let [sequence, hash] = [cut, first.hash];
  for (const row of rows.slice(1)) {
    if (sequence === anchor.sequence) break;
    const link = toLink(row, { organizationId, sequence: sequence + 1, previousHash: hash });
    if (Number(row.sequence) !== sequence + 1 || link.hash !== row.hash) return undefined;
    [sequence, hash] = [sequence + 1, link.hash];
  }
  return sequence === anchor.sequence && hash === anchor.hash ? first.hash : undefined;
}

/**
 * Moves the cut of a chain behind the events before `limit`. Events are deleted in their order only, so an older one
 * behind a younger one waits for it. While events are streamed, each waits until it was handed over.
 * @returns the number of the last event to delete
 * @throws ApiError Conflict for a chain that was changed behind the server's back: the change stays visible
 */
async function moveCut(organizationId: string, limit: Date): Promise<number> {
  const ring = await keyRing();
  return inHotTransaction(async (tx) => {
    const chain = await lockChain(tx, ring, organizationId);
    const [young] = await rowsIn(tx, FIRST_YOUNG, [organizationId, chain.cut, limit]);
    const [stream] = await rowsIn(tx, STREAMED, [organizationId]);
    const old = young ? Number(young.sequence) - 1 : chain.sequence;
    const cut = Math.min(old, stream?.audit_streamed ?? old);
    if (cut <= chain.cut) return chain.cut;
    const hash = await findProvenHash(tx, ring, organizationId, cut, chain);
    if (hash === undefined) throw forgedChain(organizationId, `events from ${cut} on were changed or are missing`);
    await signCheckpoint(tx, ring.key, { organizationId, sequence: cut, hash });
    await changeIn(tx, DROP_CHECKPOINTS, [organizationId, cut]);
    const checkpoint = Math.max(chain.checkpoint, cut);
    await storeChain(tx, ring, organizationId, { ...chain, cut, checkpoint });
    return cut;
  });
}

/** Deletes events that are older than the time of their organization, or of the operator. */
export async function pruneAuditEvents(): Promise<void> {
  const { auditDays } = env();
  await sealAllAuditEvents();
  await deleteInBatches(OF_NOBODY, [daysAgo(auditDays)]);
  for (const { organization_id: id, audit_days: days } of await rowsOf(CHAINS, [], jobPool()))
    try {
      await deleteInBatches(BEFORE_CUT, [id, await moveCut(id, daysAgo(days ?? auditDays))]);
    } catch (error) {
      log.error(background("audit.prune"), "old events of an audit trail are not deleted", { organization: id, error });
    }
}
