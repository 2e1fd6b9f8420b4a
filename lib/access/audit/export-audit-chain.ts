/**
 * Exports the chain of an organization as JSON Lines: a signed header, then each event with its number and its hashes,
 * oldest first, with the checkpoints behind their events. Anyone can verify the file without this server.
 */
import { inHotTransaction } from "@/lib/kernel/database/in-hot-transaction";
import { searchPool } from "@/lib/kernel/database/pools";
import { narrowed, rowsOf, statement, type StatementRow } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { now } from "@/lib/kernel/time/clock";
import type { AuditFacts } from "../record-audit";
import { beginAuditExport, endAuditExport } from "./export-audit-events";
import { lockChain, sealAuditEvents } from "./seal-audit-events";
import { toCheckpoint } from "./sign-checkpoint";
import { findPublicKeys, signingKey, signStatement } from "./signing-key";
import { AUDIT_FORMAT, firstHash, toLink } from "./to-link";

const ROWS = 1_000;

const EVENTS = statement({
  name: "access.audit-chain-events",
  text: `SELECT sequence, previous_hash, hash, id, at, project_id, actor_kind, actor_id, action, operation, target, facts, outcome,
      status, request_id, address
    FROM audit_event WHERE organization_id = $1 AND sequence > $2 AND sequence <= $3 ORDER BY sequence LIMIT ${ROWS}`,
  columns: {
    sequence: "int8?",
    previous_hash: "text?",
    hash: "text?",
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
type Row = StatementRow<typeof EVENTS>;

const CHECKPOINTS = statement({
  name: "access.audit-checkpoints",
  text: `SELECT sequence, hash, at, key_id, signature FROM audit_checkpoint
    WHERE organization_id = $1 AND sequence >= $2 AND sequence <= $3 ORDER BY sequence`,
  columns: { sequence: "int8", hash: "text", at: "timestamptz", key_id: "text", signature: "text" },
});

const HASH_AT = statement({
  name: "access.audit-hash",
  text: "SELECT hash FROM audit_event WHERE organization_id = $1 AND sequence = $2",
  columns: { hash: "text?" },
});

/** The hash of the event with this number: of a deleted one, that of the checkpoint before the cut. */
async function findHashAt(organizationId: string, sequence: number): Promise<string> {
  if (sequence === 0) return firstHash(organizationId);
  const [row] = await rowsOf(HASH_AT, [organizationId, sequence]);
  if (row?.hash) return row.hash;
  const [checkpoint] = await rowsOf(CHECKPOINTS, [organizationId, sequence, sequence]);
  if (checkpoint) return checkpoint.hash;
  throw new ApiError("NotFound", `The chain has no event ${sequence}.`, {
    suggestedFix: "Begin the export with the first event.",
  });
}

/** The events as they are stored: a verifier sees what was changed in the database. */
const toEventLine = (organizationId: string, row: Row): string => {
  const place = { organizationId, sequence: Number(row.sequence), previousHash: row.previous_hash ?? "" };
  return `${JSON.stringify({ type: "event", ...toLink(row, place), hash: row.hash })}\n`;
};

async function findCheckpointLines(organizationId: string, first: number, last: number): Promise<Map<number, string>> {
  const rows = await rowsOf(CHECKPOINTS, [organizationId, first, last], searchPool());
  return new Map(
    rows.map(({ sequence, hash, at: time, key_id, signature }) => {
      const checkpoint = toCheckpoint({ organizationId, sequence: Number(sequence), hash }, time);
      return [Number(sequence), `${JSON.stringify({ ...checkpoint, key_id, signature })}\n`];
    }),
  );
}

/** The first line: what the file contains, signed when it was made. */
async function toHeader(organizationId: string, from: number | undefined) {
  await sealAuditEvents(organizationId);
  const chain = await inHotTransaction((tx) => lockChain(tx, organizationId));
  const first = Math.max(from ?? 1, chain.cut + 1);
  if (first > chain.sequence + 1)
    throw new ApiError("BadRequest", `The chain ends with event ${chain.sequence}.`, {
      errors: ["from_sequence: is behind the end of the chain"],
    });
  const content = {
    type: "header" as const,
    format: AUDIT_FORMAT,
    organization_id: organizationId,
    exported_at: now().toISOString(),
    begun_at: chain.begunAt.toISOString(),
    first_sequence: first,
    last_sequence: chain.sequence,
    previous_hash: await findHashAt(organizationId, first - 1),
    last_hash: chain.hash,
    keys: await findPublicKeys(),
  };
  return signStatement(content, await signingKey());
}

/**
 * The texts of the file. All events are in the chain before the first text.
 * @param from the number of the first event; the first that is stored if absent
 * @throws ApiError TooManyRequests if too many exports run, BadRequest for a number behind the end
 */
export async function* exportAuditChain(organizationId: string, from?: number): AsyncGenerator<string, void> {
  beginAuditExport(organizationId);
  try {
    const header = await toHeader(organizationId, from);
    const { first_sequence: first, last_sequence: last } = header;
    let text = `${JSON.stringify(header)}\n`;
    let sequence = first - 1;
    text += (await findCheckpointLines(organizationId, sequence, sequence)).get(sequence) ?? "";
    for (let rows: Row[] = []; sequence < last; ) {
      rows = await rowsOf(EVENTS, [organizationId, sequence, last], searchPool());
      if (rows.length === 0) break;
      const upTo = Number(rows.at(-1)?.sequence);
      const checkpoints = await findCheckpointLines(organizationId, sequence + 1, upTo);
      for (const row of rows) text += toEventLine(organizationId, row) + (checkpoints.get(Number(row.sequence)) ?? "");
      sequence = upTo;
      yield text;
      text = "";
    }
    if (text) yield text;
  } finally {
    endAuditExport(organizationId);
  }
}
