/** Makes one call per row, a few at the same time, with a result for each row. */

export type BulkResult = { id: string; error?: unknown };

const AT_ONCE = 4;

/**
 * Runs `work` for every id. A failure ends only its own row.
 * @param onResult called after each row
 * @param stopped called before each row; rows that have not begun then have no result
 */
export async function runBulk(
  ids: readonly string[],
  work: (id: string) => Promise<unknown>,
  onResult: (result: BulkResult) => void,
  stopped: () => boolean,
): Promise<void> {
  const waiting = [...ids];
  const lane = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined && !stopped(); id = waiting.shift()) {
      const result = await work(id).then(
        (): BulkResult => ({ id }),
        (error: unknown): BulkResult => ({ id, error }),
      );
      onResult(result);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}
