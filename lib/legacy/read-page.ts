/** Pages by number over lists that go by cursor. */
import { MAX_LIMIT } from "@/lib/contract/page";
import type { Page } from "@/lib/kernel/database/cursor";
import { MOST_ROWS } from "./older.contract";

/** Part of a list of today. */
export type Slice = { limit: number; cursor?: string };

/**
 * Reads the list from its beginning, and keeps the rows of the page alone.
 * @param list gives rows as they are answered, so that nothing larger is held meanwhile
 * @returns the rows of the page; none behind the first `MOST_ROWS` of the list
 */
export async function readPage<T>(
  list: (slice: Slice) => Promise<Page<T>>,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ items: T[]; totalPages: number; page: number }> {
  const from = (page - 1) * pageSize;
  const to = from < MOST_ROWS ? Math.min(from + pageSize, MOST_ROWS) : 0;
  const items: T[] = [];
  let cursor: string | undefined;
  let count = 0;
  let total = 0;
  do {
    const slice = await list({ limit: Math.max(1, Math.min(to - count, MAX_LIMIT)), ...(cursor && { cursor }) });
    items.push(...slice.items.slice(Math.max(0, from - count), Math.max(0, to - count)));
    count += slice.items.length;
    total = slice.total_items;
    cursor = slice.next_cursor ?? undefined;
  } while (cursor && count < to);
  return { items, totalPages: Math.max(1, Math.ceil(total / pageSize)), page };
}
