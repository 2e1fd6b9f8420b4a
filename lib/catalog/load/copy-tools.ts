/** Copies the tools of load files into the database. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { PoolClient } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { pool } from "@/lib/kernel/database/db";
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { inLoadTransaction } from "./in-load-transaction";
import { readToolkitFile, type CatalogEntry, type ToolkitRow } from "./read-contents";
import { TOOL_COLUMNS } from "./to-copy-text";

/** Toolkits in memory at the same time; the largest has 10 MB of lines. */
const READ_AHEAD = 2;

const HAS_TOOLS = statement({
  name: "catalog.has-tools",
  text: "SELECT EXISTS (SELECT 1 FROM tool WHERE project_id IS NULL) AS has_tools",
  columns: { has_tools: "bool" },
});

/** Copies the toolkits of a queue by one statement; another connection can empty the queue too. */
async function copyQueue(client: PoolClient, folder: string, queue: CatalogEntry[]): Promise<ToolkitRow[]> {
  const rows: ToolkitRow[] = [];
  async function* lines(): AsyncGenerator<Buffer> {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const toolkit = await readToolkitFile(folder, next.file);
      rows.push(toolkit.row);
      if (toolkit.lines.length > 0) yield toolkit.lines;
    }
  }
  const stream = client.query(copyFrom(`COPY tool (${TOOL_COLUMNS}) FROM STDIN`));
  await pipeline(Readable.from(lines(), { highWaterMark: READ_AHEAD }), stream);
  return rows;
}

/**
 * Copies the tools of the first catalog of a database by two connections. The second one commits its part earlier:
 * nobody reads tools before the first catalog is complete, and after a load that failed the next one finds tools, which
 * it replaces by a single connection.
 */
const copyByTwo = (client: PoolClient, folder: string, queue: CatalogEntry[]): Promise<ToolkitRow[]> =>
  inLoadTransaction(async (second) => {
    const copies = [client, second].map((connection) =>
      copyQueue(connection, folder, queue).catch((error: unknown) => {
        queue.length = 0;
        throw error;
      }),
    );
    await Promise.allSettled(copies);
    return (await Promise.all(copies)).flat();
  });

/** Whether a catalog, or a load that failed, left tools here. */
export async function hasTools(client: PoolClient): Promise<boolean> {
  const [answer] = await rowsOf(HAS_TOOLS, [], client);
  return answer?.has_tools ?? true;
}

/**
 * Copies the tools of all files, with a few files in memory. Returns the rows of the toolkits.
 * @param isFirst whether there were no tools before this transaction: a second connection would wait for rows that it
 *   deleted
 */
export const copyTools = (
  client: PoolClient,
  folder: string,
  toolkits: readonly CatalogEntry[],
  isFirst: boolean,
): Promise<ToolkitRow[]> => {
  // With a pool of one connection, the second one would never come.
  const isByTwo = isFirst && (pool().options.max ?? 1) > 1;
  return (isByTwo ? copyByTwo : copyQueue)(client, folder, [...toolkits]);
};
