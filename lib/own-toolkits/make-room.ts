/** The space that a project's own toolkits take in the database, and its limits. */
import type { z } from "zod";
import { dropOwnVersions } from "@/lib/catalog/load/drop-own-versions";
import { MOST_OWN_TOOLKITS } from "@/lib/catalog/load/own-toolkit-rows";
import type { Prisma } from "@/lib/kernel/database/db";
import { rowsIn, rowsOf, statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { MOST_STORED_BYTES, MOST_VERSIONS } from "./constants";
import type { ownToolkitsApi } from "./contract";

type Usage = z.input<typeof ownToolkitsApi.getOwnToolkitUsage.response>;
type Tx = Prisma.TransactionClient;

/** Documents are compressed. The sizes are known without reading them. */
const USAGE = statement({
  name: "own-toolkits.usage",
  text: `SELECT slug, sum(bytes)::bigint::text AS bytes, sum(versions)::int AS versions FROM (
      SELECT slug, coalesce(pg_column_size(source), 0) + pg_column_size(settings) AS bytes, 0 AS versions
        FROM own_toolkit WHERE project_id = $1
      UNION ALL SELECT slug, coalesce(pg_column_size(source), 0) + pg_column_size(settings) + pg_column_size(facts), 1
        FROM own_toolkit_version WHERE project_id = $1
      UNION ALL SELECT slug, coalesce(pg_column_size(logo), 0), 0 FROM own_mcp_server WHERE project_id = $1
      UNION ALL SELECT slug, coalesce(pg_column_size(served), 0) + coalesce(pg_column_size(offered), 0), 0
        FROM own_mcp_tool WHERE project_id = $1
    ) AS parts GROUP BY slug ORDER BY sum(bytes) DESC, slug`,
  columns: { slug: "text", bytes: "text", versions: "int4" },
});
const OLDEST = statement({
  name: "own-toolkits.oldest-versions",
  text: `SELECT kept.version FROM own_toolkit_version AS kept JOIN own_toolkit AS own USING (project_id, slug)
    WHERE kept.project_id = $1 AND kept.slug = $2 AND kept.version IS DISTINCT FROM own.version ORDER BY kept.version`,
  columns: { version: "text" },
});

type Row = { slug: string; bytes: string; versions: number };
const sumOf = (rows: readonly Row[], countOf: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + countOf(row), 0);
const toUse = (rows: readonly Row[]) => ({
  bytes: sumOf(rows, ({ bytes }) => Number(bytes)),
  versions: sumOf(rows, ({ versions }) => versions),
});

/** The space of the project, and of each toolkit, the largest first. */
export async function readUsage(projectId: string): Promise<Usage> {
  const rows = await rowsOf(USAGE, [projectId]);
  return {
    ...toUse(rows),
    ...{ most_bytes: MOST_STORED_BYTES, most_versions: MOST_VERSIONS },
    ...{ toolkits: rows.length, most_toolkits: MOST_OWN_TOOLKITS },
    items: rows.map(({ slug, bytes, versions }) => ({ slug, bytes: Number(bytes), versions })),
  };
}

const toMegabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

const full = (rows: readonly Row[]): ApiError => {
  const { bytes, versions } = toUse(rows);
  const isLarge = bytes > MOST_STORED_BYTES;
  const problem = isLarge
    ? `take ${toMegabytes(bytes)}, and the most is ${toMegabytes(MOST_STORED_BYTES)}`
    : `have ${versions} versions, and the most is ${MOST_VERSIONS}`;
  const largest = rows
    .toSorted((a, b) => (isLarge ? Number(b.bytes) - Number(a.bytes) : b.versions - a.versions))
    .slice(0, 3)
    .map((row) => `${row.slug} (${toMegabytes(Number(row.bytes))}, ${row.versions} versions)`);
  return new ApiError("Conflict", `The toolkits of the project would ${problem}.`, {
    suggestedFix: `Delete toolkits that nobody needs, or send smaller documents. The largest: ${largest.join(", ")}.`,
    headers: { "x-should-retry": "false" },
  });
};

const isFull = (rows: readonly Row[]): boolean => {
  const { bytes, versions } = toUse(rows);
  return bytes > MOST_STORED_BYTES || versions > MOST_VERSIONS;
};

/**
 * Called after a write, which is undone by the error.
 * @param tx inside of `inOwnToolkitTurn`
 * @throws ApiError Conflict that names the largest toolkits
 */
export async function assertStorage(tx: Tx, projectId: string): Promise<void> {
  const rows = await rowsIn(tx, USAGE, [projectId]);
  if (isFull(rows)) throw full(rows);
}

/**
 * Makes room for a version that was just stored: earlier versions of the toolkit are deleted, the oldest first.
 * @param tx inside of `inOwnToolkitTurn`
 * @returns the versions that are deleted
 * @throws ApiError Conflict if that is not enough; nothing is deleted then
 */
export async function makeRoom(tx: Tx, projectId: string, slug: string): Promise<string[]> {
  let rows = await rowsIn(tx, USAGE, [projectId]);
  if (!isFull(rows)) return [];
  const deleted: string[] = [];
  for (const { version } of await rowsIn(tx, OLDEST, [projectId, slug])) {
    await dropOwnVersions(tx, projectId, slug, [version]);
    await tx.ownToolkitVersion.deleteMany({ where: { projectId, slug, version } });
    deleted.push(version);
    rows = await rowsIn(tx, USAGE, [projectId]);
    if (!isFull(rows)) return deleted;
  }
  throw full(rows);
}
