/** Reads a page of rows that may be large, and stops when they are too large together. */

/** For the large columns of one page together. Lists have up to a thousand rows, and a row up to 200 kB. */
const MAX_BYTES = 4 * 1024 * 1024;
/** How many rows are read first, before their size is known. */
const FIRST = 50;

/**
 * Up to `limit` rows, and one more if there are more; fewer if they are over 4 MB together, but at least one. Rows of
 * usual size need two reads.
 * @param read reads up to `take` rows after the row `after`
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
    const batch = await read(take, rows.at(-1));
    for (const row of batch) {
      bytes += sizeOf(row);
      rows.push(row);
      if (bytes > most && rows.length > 1) return { rows, fit: Math.min(limit, rows.length - 1) };
    }
    if (batch.length < take) break;
    const average = bytes / rows.length || 1;
    take = Math.min(limit + 1 - rows.length, Math.max(1, Math.floor((most - bytes) / average)));
  }
  return { rows, fit: limit };
}
