/** Pages by number over lists that go by cursor. */
import { MAX_LIMIT } from "@/lib/contract/page";
import type { Page } from "@/lib/kernel/database/cursor";
import { MOST_ROWS } from "./older.contract";

/** Part of a list of today. */
export type Slice = { limit: number; cursor?: string };

/** @returns the rows of the page, at most `MOST_ROWS` from the beginning of the list */
export async function readPage<T>(
  list: (slice: Slice) => Promise<Page<T>>,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ items: T[]; totalPages: number; page: number }> {
  const from = (page - 1) * pageSize;
  const to = Math.min(from + pageSize, MOST_ROWS);
  const rows: T[] = [];
  let cursor: string | undefined;
  let total = 0;
  do {
    const slice = await list({ limit: Math.min(to - rows.length, MAX_LIMIT), ...(cursor && { cursor }) });
    rows.push(...slice.items);
    total = slice.total_items;
    cursor = slice.next_cursor ?? undefined;
  } while (cursor && rows.length < to);
  return { items: rows.slice(from, to), totalPages: Math.max(1, Math.ceil(total / pageSize)), page };
}
