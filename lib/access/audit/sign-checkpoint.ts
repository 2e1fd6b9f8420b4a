/** Signed statements of what a chain of audit events was at a time. */
import type { Statements } from "@/lib/kernel/database/in-hot-transaction";
import { changeIn, statement } from "@/lib/kernel/database/statement";
import { now } from "@/lib/kernel/time/clock";
import { type SigningKey, signStatement } from "./signing-key";
import { AUDIT_FORMAT } from "./to-link";

const INSERT = statement({
  name: "access.audit-checkpoint",
  text: `INSERT INTO audit_checkpoint (organization_id, sequence, hash, at, key_id, signature)
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
});

/** What a checkpoint states: the event with this number has this hash. */
export type CheckpointFacts = { organizationId: string; sequence: number; hash: string };

/** The statement that is signed. */
export const toCheckpoint = ({ organizationId, sequence, hash }: CheckpointFacts, time: Date) => ({
  type: "checkpoint" as const,
  format: AUDIT_FORMAT,
  organization_id: organizationId,
  sequence,
  hash,
  at: time.toISOString(),
});

/** Signs and stores a checkpoint. One that exists stays. */
export async function signCheckpoint(tx: Statements, key: SigningKey, facts: CheckpointFacts) {
  const time = now();
  const checkpoint = signStatement(toCheckpoint(facts, time), key);
  const { organizationId, sequence, hash } = facts;
  await changeIn(tx, INSERT, [organizationId, sequence, hash, time, key.kid, checkpoint.signature]);
  return checkpoint;
}
