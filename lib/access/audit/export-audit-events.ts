/** Exports audit events as a file, page by page, so that only one page is in memory. */
import { freeSlot, tryTakeSlot } from "@/lib/kernel/concurrency/slots";
import { ApiError } from "@/lib/kernel/errors";
import { toCsvLine } from "@/lib/kernel/text/to-csv-line";
import { type AuditFilter, findAuditEvents } from "./find-audit-events";
import { findAuditNames } from "./find-audit-names";
import { toWireAuditEvent } from "./to-wire-audit-event";

export type AuditFormat = "jsonl" | "csv";

export const AUDIT_FILE_TYPE: Record<AuditFormat, string> = {
  jsonl: "application/jsonl; charset=utf-8",
  csv: "text/csv; charset=utf-8",
};

const EXPORTS = "audit.exports";
/** The exports of one copy of the app. */
const ROOM = { total: 10, share: 2 };
const ROWS = 500;

type WireEvent = ReturnType<typeof toWireAuditEvent>;

const CSV_COLUMNS: readonly (readonly [string, (event: WireEvent) => string | number | null])[] = [
  ["id", ({ id }) => id],
  ["at", (event) => event.at],
  ["sentence", ({ sentence }) => sentence],
  ["actor_kind", ({ actor }) => actor.kind],
  ["actor_id", ({ actor }) => actor.id],
  ["actor_name", ({ actor }) => actor.name],
  ["action", ({ action }) => action],
  ["target_id", ({ target }) => target.id],
  ["target_name", ({ target }) => target.name],
  ["changes", ({ changes }) => (changes.length > 0 ? JSON.stringify(changes) : "")],
  ["outcome", ({ outcome }) => outcome],
  ["status", ({ status }) => status],
  ["project_id", ({ project_id: id }) => id],
  ["project_name", ({ project_name: name }) => name],
  ["address", ({ address }) => address],
  ["request_id", ({ request_id: id }) => id],
];

const toLine: Record<AuditFormat, (event: WireEvent) => string> = {
  csv: (event) => toCsvLine(CSV_COLUMNS.map(([, read]) => read(event))),
  jsonl: (event) => `${JSON.stringify(event)}\n`,
};

/** @throws ApiError TooManyRequests if too many exports run; otherwise `endAuditExport` must follow */
export function beginAuditExport(organizationId: string): void {
  if (tryTakeSlot(EXPORTS, organizationId, ROOM)) return;
  throw new ApiError("TooManyRequests", "Too many exports of this organization's audit trail run at this moment.", {
    suggestedFix: "Send the request again when another export has ended.",
    headers: { "retry-after": "5" },
  });
}

export const endAuditExport = (organizationId: string): void => freeSlot(EXPORTS, organizationId);

/**
 * The texts of the file: the events that fit the filter, newest first, at most `limit`; CSV with a heading.
 * @throws ApiError TooManyRequests if too many exports run
 */
export async function* exportAuditEvents(
  organizationId: string,
  filter: AuditFilter,
  { format, limit }: { format: AuditFormat; limit: number },
): AsyncGenerator<string, void> {
  beginAuditExport(organizationId);
  try {
    let text = format === "csv" ? toCsvLine(CSV_COLUMNS.map(([name]) => name)) : "";
    let left = limit;
    let cursor: string | undefined;
    do {
      const reading = { limit: Math.min(ROWS, left), cursor, isCounted: false };
      const { rows, nextCursor } = await findAuditEvents(organizationId, filter, reading);
      const names = await findAuditNames(organizationId, rows);
      text += rows.map((row) => toLine[format](toWireAuditEvent(row, names))).join("");
      if (text) yield text;
      text = "";
      left -= rows.length;
      cursor = nextCursor ?? undefined;
    } while (cursor !== undefined && left > 0);
  } finally {
    endAuditExport(organizationId);
  }
}
