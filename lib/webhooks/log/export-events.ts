/** Exports a project's events as a file, page by page, so that only one page is in memory. */
import { freeSlot, tryTakeSlot } from "@/lib/kernel/concurrency/slots";
import { ApiError } from "@/lib/kernel/errors";
import { toCsvLine } from "@/lib/kernel/text/to-csv-line";
import { contentOf, listEvents, type EventFilter, type EventRow } from "./list-events";
import { toSummary } from "./wire";

export type EventFormat = "jsonl" | "csv";

export const EVENT_FILE_TYPE: Record<EventFormat, string> = {
  jsonl: "application/jsonl; charset=utf-8",
  csv: "text/csv; charset=utf-8",
};

const EXPORTS = "events.exports";
/** The exports of one copy of the app. */
const ROOM = { total: 10, share: 2 };
/** Rows of a page; with its payload, each can have hundreds of kilobytes. */
const ROWS: Record<EventFormat, number> = { jsonl: 50, csv: 500 };
/** A filter that seldom fits reads pages without rows: an export ends after this many. */
const MAX_PAGES = 400;

const CSV_COLUMNS: readonly (readonly [string, (row: EventRow) => string | number | null])[] = [
  ["id", (row) => row.id],
  ["created_at", (row) => row.createdAt.toISOString()],
  ["type", (row) => row.type],
  ["trigger_slug", (row) => row.triggerSlug],
  ["trigger_id", (row) => row.triggerId],
  ["toolkit_slug", (row) => row.toolkitSlug],
  ["user_id", (row) => row.userId],
  ["connected_account_id", (row) => row.accountId],
  ["sample", (row) => String(row.sample)],
  ["bytes", (row) => row.bytes],
  ["deliveries", (row) => row.deliveries.length],
  ["delivered", (row) => row.deliveries.filter(({ state }) => state === "delivered").length],
  ["attempts", (row) => row.deliveries.reduce((sum, { attempts }) => sum + attempts, 0)],
  ["states", (row) => row.deliveries.map(({ state }) => state).join(" ")],
];

const toLine: Record<EventFormat, (row: EventRow) => string> = {
  csv: (row) => toCsvLine(CSV_COLUMNS.map(([, read]) => read(row))),
  jsonl: (row) => `${JSON.stringify({ ...toSummary(row), data: contentOf(row)?.data ?? null })}\n`,
};

function begin(projectId: string): void {
  if (tryTakeSlot(EXPORTS, projectId, ROOM)) return;
  throw new ApiError("TooManyRequests", "Too many exports of this project's events run at this moment.", {
    suggestedFix: "Send the request again when another export has ended.",
    headers: { "retry-after": "5" },
  });
}

/**
 * The texts of the file: the events that fit the filter, newest first, at most `limit`; CSV with a heading.
 * @throws ApiError TooManyRequests if too many exports run
 */
export async function* exportEvents(
  projectId: string,
  filter: EventFilter,
  { format, limit }: { format: EventFormat; limit: number },
): AsyncGenerator<string, void> {
  begin(projectId);
  try {
    let text = format === "csv" ? toCsvLine(CSV_COLUMNS.map(([name]) => name)) : "";
    let left = limit;
    let cursor: string | undefined;
    for (let pages = 0; pages < MAX_PAGES && left > 0; pages += 1) {
      const page = await listEvents(projectId, filter, { limit: Math.min(ROWS[format], left), cursor, counted: false });
      text += page.items.map(toLine[format]).join("");
      if (text) yield text;
      text = "";
      left -= page.items.length;
      if (page.next_cursor === null) return;
      cursor = page.next_cursor;
    }
  } finally {
    freeSlot(EXPORTS, projectId);
  }
}
