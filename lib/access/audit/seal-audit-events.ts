/**
 * Puts the events of organizations into their chains: numbers them without a gap, and binds each to its predecessor.
 * This happens after the change that an event describes, so that no change waits for another. Copies of the app take
 * turns, because each locks the row of the chain.
 */
import { inHotTransaction, type Statements } from "@/lib/kernel/database/in-hot-transaction";
import { jobPool } from "@/lib/kernel/database/pools";
import { changeIn, rowsIn, rowsOf, statement } from "@/lib/kernel/database/statement";
import { now } from "@/lib/kernel/time/clock";
import { background, log } from "@/lib/kernel/process/log";
import { type Chain, lockChain, storeChain } from "./lock-chain";
import { EVENT_COLUMNS, EVENT_TYPES } from "./event-columns";
import { signCheckpoint } from "./sign-checkpoint";
import { keyRing } from "./signing-key";
import { toLink } from "./to-link";

/** Events of one transaction. */
const BATCH = 1_000;
/** Events of one run of the job: other jobs of its class come next. After an update, older events take some runs. */
const MAX_IN_RUN = 50_000;
/** Of one organization, so that others do not wait for it. */
const MAX_OF_ONE = 10_000;
/** A checkpoint is signed after this many events, or this long after the last one. */
const CHECKPOINT = { events: 1_000, ms: 600_000 };
/** Batches are whole, so a checkpoint is at most this many events behind the previous checkpoint. */
export const MAX_WITHOUT_CHECKPOINT = CHECKPOINT.events + BATCH;

const UNSEALED = statement({
  name: "access.audit-unsealed",
  text: `SELECT ${EVENT_COLUMNS}
    FROM audit_event WHERE organization_id = $1 AND sequence IS NULL ORDER BY id LIMIT ${BATCH}`,
  columns: EVENT_TYPES,
});

const SEAL = statement({
  name: "access.audit-seal",
  text: `UPDATE audit_event AS e SET sequence = s.sequence, previous_hash = s.previous_hash, hash = s.hash
    FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) AS s(id, sequence, previous_hash, hash) WHERE e.id = s.id`,
});

/** With events that are not in their chain, or with a quiet end that has no checkpoint. */
const UNFINISHED = statement({
  name: "access.audit-organizations",
  text: `SELECT id FROM organization AS o
    WHERE EXISTS (SELECT FROM audit_event AS e WHERE e.organization_id = o.id AND e.sequence IS NULL)
      OR EXISTS (SELECT FROM audit_chain AS c WHERE c.organization_id = o.id AND c.sequence > c.checkpoint
        AND (c.checkpoint_at IS NULL OR c.checkpoint_at <= $1))
    ORDER BY id`,
  columns: { id: "text" },
});

const needsCheckpoint = ({ sequence, checkpoint, checkpointAt }: Chain): boolean =>
  sequence > checkpoint &&
  (sequence - checkpoint >= CHECKPOINT.events ||
    checkpointAt === null ||
    now().getTime() - checkpointAt.getTime() >= CHECKPOINT.ms);

/** Adds up to `BATCH` events to a locked chain. */
async function sealBatch(tx: Statements, organizationId: string, chain: Chain): Promise<number> {
  const rows = await rowsIn(tx, UNSEALED, [organizationId]);
  const [sequences, previousHashes, hashes]: [number[], string[], string[]] = [[], [], []];
  for (const row of rows) {
    const place = { organizationId, sequence: chain.sequence + 1, previousHash: chain.hash };
    const { sequence, previous_hash: previousHash, hash } = toLink(row, place);
    [chain.sequence, chain.hash] = [sequence, hash];
    sequences.push(sequence);
    previousHashes.push(previousHash);
    hashes.push(hash);
  }
  if (rows.length > 0) {
    await changeIn(tx, SEAL, [rows.map(({ id }) => String(id)), sequences, previousHashes, hashes]);
  }
  return rows.length;
}

type Sealing = {
  /** Events at most; the default is all. */
  max?: number;
  /** Whether the last event gets a checkpoint in any case. */
  isChecked?: boolean;
};

/**
 * Adds the organization's events to its chain, and signs a checkpoint if one is due.
 * @returns how many events were added
 * @throws ApiError Conflict for a chain that this server did not sign
 */
export async function sealAuditEvents(
  organizationId: string,
  { max = Infinity, isChecked = false }: Sealing = {},
): Promise<number> {
  const ring = await keyRing();
  for (let total = 0; ; ) {
    const count = await inHotTransaction(async (tx) => {
      const chain = await lockChain(tx, ring, organizationId);
      const added = await sealBatch(tx, organizationId, chain);
      const isDue = needsCheckpoint(chain) || (isChecked && chain.sequence > chain.checkpoint);
      if (isDue) {
        await signCheckpoint(tx, ring.key, { organizationId, ...chain });
        [chain.checkpoint, chain.checkpointAt] = [chain.sequence, now()];
      }
      if (added > 0 || isDue) await storeChain(tx, ring, organizationId, chain);
      return added;
    });
    total += count;
    if (count < BATCH || total >= max) return total;
  }
}

/**
 * Adds the events of all organizations to their chains, for one run of the job. An organization whose chain fails does
 * not stop the others.
 */
export async function sealAllAuditEvents(): Promise<void> {
  let left = MAX_IN_RUN;
  for (const { id } of await rowsOf(UNFINISHED, [new Date(now().getTime() - CHECKPOINT.ms)], jobPool())) {
    try {
      left -= await sealAuditEvents(id, { max: Math.min(left, MAX_OF_ONE) });
    } catch (error) {
      log.error(background("audit.seal"), "the chain of an audit trail is not continued", { organization: id, error });
    }
    if (left <= 0) return;
  }
}
