/** Reads the rows of a page that may each be large, and stops where they are too much together. */

/** What the large columns of one page may hold together. Lists have up to a thousand rows, and a row up to 200 kB. */
const MAX_BYTES = 4 * 1024 * 1024;
/** Read before anything is known of how large the rows are. */
const FIRST = 50;

/**
 * Up to `limit` rows and one more, which says that there are more; fewer where they would be over 4 MB, but one at least.
 * Rows that are usual come in two reads.
 * @param read up to `take` rows behind the row `after`
 * @param sizeOf characters of a row's large columns
 * @returns the rows for `toPage`, and how many of them belong to the page
 */
export async function rowsByBytes<Row>(
  limit: number,
  read: (take: number, after: Row | undefined) => Promise<Row[]>,
  sizeOf: (row: Row) => number,
  most = MAX_BYTES,
): Promise<{ rows: Row[]; fit: number }> {
  const rows: Row[] = [];
  let bytes = 0;
  for (let take = Math.min(FIRST, limit + 1); take > 0; ) {
    const found = await read(take, rows.at(-1));
    for (const row of found) {
      bytes += sizeOf(row);
      rows.push(row);
      if (bytes > most && rows.length > 1) return { rows, fit: Math.min(limit, rows.length - 1) };
    }
    if (found.length < take) break;
    const average = bytes / rows.length || 1;
    take = Math.min(limit + 1 - rows.length, Math.max(1, Math.floor((most - bytes) / average)));
  }
  return { rows, fit: limit };
}
