/**
 * Exports the chain of an organization as JSON Lines: a signed header, then each event with its number and its hashes,
 * oldest first, with the checkpoints behind their events. Anyone can verify the file without this server.
 */
import { inHotTransaction } from "@/lib/kernel/database/in-hot-transaction";
import { searchPool } from "@/lib/kernel/database/pools";
import { rowsOf, statement, type StatementRow } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { now } from "@/lib/kernel/time/clock";
import { beginAuditExport, endAuditExport } from "./export-audit-events";
import { lockChain } from "./lock-chain";
import { EVENT_COLUMNS, LINK_TYPES } from "./event-columns";
import { sealAuditEvents } from "./seal-audit-events";
import { toCheckpoint } from "./sign-checkpoint";
import { findPublicKeys, keyRing, signStatement } from "./signing-key";
import { AUDIT_FORMAT, firstHash, toLink } from "./to-link";

const ROWS = 1_000;
/** Events that an export adds to the chain before its first byte. If more wait, the rest is in a later export. */
const MAX_BEFORE_EXPORT = 10_000;

const EVENTS = statement({
  name: "access.audit-chain-events",
  text: `SELECT sequence, previous_hash, hash, ${EVENT_COLUMNS}
    FROM audit_event WHERE organization_id = $1 AND sequence > $2 AND sequence <= $3 ORDER BY sequence LIMIT ${ROWS}`,
  columns: LINK_TYPES,
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

const CUT = statement({
  name: "access.audit-cut",
  text: "SELECT cut FROM audit_chain WHERE organization_id = $1",
  columns: { cut: "int8" },
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

/**
 * A number that is missing is the verifier's to find; but if the events were deleted meanwhile because their time was
 * over, the file would be a false alarm. @throws ApiError Conflict
 */
async function assertNotCut(organizationId: string, sequence: number): Promise<void> {
  const [row] = await rowsOf(CUT, [organizationId]);
  if (Number(row?.cut ?? 0) <= sequence) return;
  throw new ApiError("Conflict", `Events up to ${row?.cut} were deleted during the export: their time was over.`, {
    suggestedFix: "Export the chain again.",
  });
}

/** The first line: what the file contains, signed when it was made. */
async function toHeader(organizationId: string, from: number | undefined) {
  await sealAuditEvents(organizationId, { max: MAX_BEFORE_EXPORT, isChecked: true });
  const ring = await keyRing();
  const chain = await inHotTransaction((tx) => lockChain(tx, ring, organizationId));
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
    deleted_up_to: chain.cut,
    requested_from: from ?? null,
    keys: await findPublicKeys(),
  };
  return signStatement(content, ring.key);
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
      if (Number(rows[0]?.sequence) !== sequence + 1) await assertNotCut(organizationId, sequence);
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
