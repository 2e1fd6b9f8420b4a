/**
 * The head of an organization's chain: where it ends, and what of it was deleted or has a checkpoint. The server signs
 * it whenever it changes and continues only from a head that it signed: who can write to the database alone cannot make
 * the server sign a chain of theirs.
 */
import type { Statements } from "@/lib/kernel/database/in-hot-transaction";
import { changeIn, rowsIn, statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { now } from "@/lib/kernel/time/clock";
import { isSigned, type KeyRing, signStatement } from "./signing-key";
import { AUDIT_FORMAT, firstHash } from "./to-link";

const BEGIN = statement({
  name: "access.audit-begin",
  text: `INSERT INTO audit_chain (organization_id, sequence, hash, begun_at, cut, checkpoint, key_id, signature)
    VALUES ($1, 0, $2, $3, 0, 0, $4, $5) ON CONFLICT DO NOTHING`,
});

const LOCK = statement({
  name: "access.audit-lock",
  text: `SELECT sequence, hash, begun_at, cut, checkpoint, checkpoint_at, key_id, signature FROM audit_chain
    WHERE organization_id = $1 FOR UPDATE`,
  columns: {
    sequence: "int8",
    hash: "text",
    begun_at: "timestamptz",
    cut: "int8",
    checkpoint: "int8",
    checkpoint_at: "timestamptz?",
    key_id: "text?",
    signature: "text?",
  },
});

/** An event with a number, or a checkpoint, of an organization whose chain has no row. */
const REMAINS = statement({
  name: "access.audit-remains",
  text: `SELECT EXISTS (SELECT FROM audit_event WHERE organization_id = $1 AND sequence > 0)
    OR EXISTS (SELECT FROM audit_checkpoint WHERE organization_id = $1) AS exist`,
  columns: { exist: "bool" },
});

const STORE = statement({
  name: "access.audit-store-head",
  text: `UPDATE audit_chain SET sequence = $2, hash = $3, cut = $4, checkpoint = $5, checkpoint_at = $6, key_id = $7,
      signature = $8
    WHERE organization_id = $1`,
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

type Head = Omit<Chain, "checkpointAt">;

/** The statement about a head that is signed. */
const toHead = (organizationId: string, { sequence, hash, begunAt, cut, checkpoint }: Head) => ({
  type: "head" as const,
  format: AUDIT_FORMAT,
  organization_id: organizationId,
  sequence,
  hash,
  begun_at: begunAt.toISOString(),
  cut,
  checkpoint,
});

/** The refusal to continue or to sign a chain that this server did not write. */
export const forgedChain = (organizationId: string, what: string): ApiError =>
  new ApiError("Conflict", `The chain of the audit trail of ${organizationId} is not continued: ${what}.`, {
    slug: "AuditChainChanged",
    suggestedFix:
      "It was changed outside of this server, or its signing key does not open. Ask the operator of the server to " +
      "compare the database with a backup; docs/security-and-teams/audit.md says how to begin a new chain.",
  });

/**
 * The chain of an organization, whose row is locked until the transaction ends. Begins it if it does not exist.
 * @throws ApiError Conflict for a head without a signature of this server
 */
export async function lockChain(tx: Statements, ring: KeyRing, organizationId: string): Promise<Chain> {
  const [row] = await rowsIn(tx, LOCK, [organizationId]);
  if (row) {
    const chain = {
      sequence: Number(row.sequence),
      hash: row.hash,
      begunAt: row.begun_at,
      cut: Number(row.cut),
      checkpoint: Number(row.checkpoint),
      checkpointAt: row.checkpoint_at,
    };
    if (isSigned(toHead(organizationId, chain), row, ring)) return chain;
    throw forgedChain(organizationId, "its end has no signature of this server");
  }
  const [remains] = await rowsIn(tx, REMAINS, [organizationId]);
  if (remains?.exist) throw forgedChain(organizationId, "its row is missing, but events and checkpoints of it exist");
  const chain = { sequence: 0, hash: firstHash(organizationId), begunAt: now(), cut: 0, checkpoint: 0 };
  const { key_id: kid, signature } = signStatement(toHead(organizationId, chain), ring.key);
  await changeIn(tx, BEGIN, [organizationId, chain.hash, chain.begunAt, kid, signature]);
  return lockChain(tx, ring, organizationId);
}

/** Stores a locked chain after a change, with its signature. */
export async function storeChain(tx: Statements, ring: KeyRing, organizationId: string, chain: Chain): Promise<void> {
  const { sequence, hash, cut, checkpoint, checkpointAt } = chain;
  const { key_id: kid, signature } = signStatement(toHead(organizationId, chain), ring.key);
  await changeIn(tx, STORE, [organizationId, sequence, hash, cut, checkpoint, checkpointAt, kid, signature]);
}
