/**
 * Puts the events of organizations into their chains: numbers them without a gap, and binds each to its predecessor.
 * This happens after the change that an event describes, so that no change waits for another. Copies of the app take
 * turns, because each locks the row of the chain.
 */
import { inHotTransaction, type Statements } from "@/lib/kernel/database/in-hot-transaction";
import { jobPool } from "@/lib/kernel/database/pools";
import { changeIn, narrowed, rowsIn, rowsOf, statement } from "@/lib/kernel/database/statement";
import { now } from "@/lib/kernel/time/clock";
import type { AuditFacts } from "../record-audit";
import { signCheckpoint } from "./sign-checkpoint";
import { signingKey } from "./signing-key";
import { firstHash, toLink } from "./to-link";

/** Events of one transaction. */
const BATCH = 1_000;
/** Events of one run of the job: other jobs of its class come next. After an update, older events take some runs. */
const MAX_IN_RUN = 50_000;
/** A checkpoint is signed after this many events, or this long after the last one. */
const CHECKPOINT = { events: 1_000, ms: 600_000 };

const BEGIN = statement({
  name: "access.audit-begin",
  text: `INSERT INTO audit_chain (organization_id, sequence, hash, begun_at, cut, checkpoint)
    VALUES ($1, 0, $2, $3, 0, 0) ON CONFLICT DO NOTHING`,
});

const LOCK = statement({
  name: "access.audit-lock",
  text: `SELECT sequence, hash, begun_at, cut, checkpoint, checkpoint_at FROM audit_chain
    WHERE organization_id = $1 FOR UPDATE`,
  columns: {
    sequence: "int8",
    hash: "text",
    begun_at: "timestamptz",
    cut: "int8",
    checkpoint: "int8",
    checkpoint_at: "timestamptz?",
  },
});

const UNSEALED = statement({
  name: "access.audit-unsealed",
  text: `SELECT id, at, project_id, actor_kind, actor_id, action, operation, target, facts, outcome, status,
      request_id, address
    FROM audit_event WHERE organization_id = $1 AND sequence IS NULL ORDER BY id LIMIT ${BATCH}`,
  columns: {
    id: "int8",
    at: "timestamptz",
    project_id: "text?",
    actor_kind: "text",
    actor_id: "text?",
    action: "text",
    operation: "text",
    target: "text?",
    facts: narrowed<AuditFacts | null>()("jsonb?"),
    outcome: "text",
    status: "int4",
    request_id: "text",
    address: "text?",
  },
});

const SEAL = statement({
  name: "access.audit-seal",
  text: `UPDATE audit_event AS e SET sequence = s.sequence, previous_hash = s.previous_hash, hash = s.hash
    FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) AS s(id, sequence, previous_hash, hash) WHERE e.id = s.id`,
});

const ADVANCE = statement({
  name: "access.audit-advance",
  text: "UPDATE audit_chain SET sequence = $2, hash = $3 WHERE organization_id = $1",
});

const CHECKPOINTED = statement({
  name: "access.audit-checkpointed",
  text: "UPDATE audit_chain SET checkpoint = $2, checkpoint_at = $3 WHERE organization_id = $1",
});

const UNFINISHED = statement({
  name: "access.audit-organizations",
  text: `SELECT id FROM organization AS o
    WHERE EXISTS (SELECT FROM audit_event AS e WHERE e.organization_id = o.id AND e.sequence IS NULL) ORDER BY id`,
  columns: { id: "text" },
});

export type Chain = {
  /** The number of the last event in it; 0 for an empty chain. */
  sequence: number;
  hash: string;
  begunAt: Date;
  /** Events up to this number were deleted when their time was over. */
  cut: number;
  checkpoint: number;
  checkpointAt: Date | null;
};

/** The chain of an organization, whose row is locked until the transaction ends. Begins it if it does not exist. */
export async function lockChain(tx: Statements, organizationId: string): Promise<Chain> {
  const [row] = await rowsIn(tx, LOCK, [organizationId]);
  if (row)
    return {
      sequence: Number(row.sequence),
      hash: row.hash,
      begunAt: row.begun_at,
      cut: Number(row.cut),
      checkpoint: Number(row.checkpoint),
      checkpointAt: row.checkpoint_at,
    };
  await changeIn(tx, BEGIN, [organizationId, firstHash(organizationId), now()]);
  return lockChain(tx, organizationId);
}

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
    await changeIn(tx, ADVANCE, [organizationId, chain.sequence, chain.hash]);
  }
  return rows.length;
}

/**
 * Adds the organization's events to its chain, at most `max`, and signs a checkpoint if one is due.
 * @returns how many events were added
 */
export async function sealAuditEvents(organizationId: string, max = Infinity): Promise<number> {
  const key = await signingKey();
  for (let total = 0; ; ) {
    const count = await inHotTransaction(async (tx) => {
      const chain = await lockChain(tx, organizationId);
      const added = await sealBatch(tx, organizationId, chain);
      if (needsCheckpoint(chain)) {
        const { sequence } = await signCheckpoint(tx, key, { organizationId, ...chain });
        await changeIn(tx, CHECKPOINTED, [organizationId, sequence, now()]);
      }
      return added;
    });
    total += count;
    if (count < BATCH || total >= max) return total;
  }
}

/** Adds the events of all organizations to their chains, for one run of the job. */
export async function sealAllAuditEvents(): Promise<void> {
  let left = MAX_IN_RUN;
  for (const { id } of await rowsOf(UNFINISHED, [], jobPool())) {
    left -= await sealAuditEvents(id, left);
    if (left <= 0) return;
  }
}
