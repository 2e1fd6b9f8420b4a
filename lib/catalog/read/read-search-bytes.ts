/** Reads the bytes of the search index from the database, in parts. */
import { rowsOf, statement } from "@/lib/kernel/database/statement";

/** `xmin` differs after each change of the row. */
const PART = statement({
  name: "catalog.search-bytes",
  text: `SELECT substring(bytes FROM $1::int4 FOR $2::int4) AS part, octet_length(bytes) AS length, xmin::text AS version
    FROM catalogue_search WHERE id = 1`,
  columns: { part: "bytea", length: "int4", version: "text" },
});

/** The driver receives bytes as text of twice the length: the whole index at once would take five times its size. */
const PART_BYTES = 1024 * 1024;
/** How often another load of a catalog can interrupt the reading. */
const TRIES = 5;

async function readOnce(partBytes: number): Promise<Uint8Array | "changed" | undefined> {
  let [row] = await rowsOf(PART, [1, partBytes]);
  if (!row) return undefined;
  const { version } = row;
  const bytes = new Uint8Array(row.length);
  bytes.set(row.part);
  for (let offset = partBytes; offset < bytes.length; offset += partBytes) {
    [row] = await rowsOf(PART, [offset + 1, partBytes]);
    if (row?.version !== version) return "changed";
    bytes.set(row.part, offset);
  }
  return bytes;
}

/**
 * The bytes of one state of the index; undefined if no catalog was loaded. They begin at a multiple of eight.
 * @param partBytes the size of one part
 * @throws Error if the index changed during each of five reads
 */
export async function readSearchBytes(partBytes = PART_BYTES): Promise<Uint8Array | undefined> {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const bytes = await readOnce(partBytes);
    if (bytes !== "changed") return bytes;
  }
  throw new Error("The search index changed while it was read.");
}
