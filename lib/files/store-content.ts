/** The contents of all projects' files, for a backup and its restore. */
import type pg from "pg";
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { jobPool } from "@/lib/kernel/database/pools";
import { dropSpooled, spool, type Bytes } from "./spool";
import { storage } from "./storage";

export type StoredContent = { id: string; key: string; storage: string; size: number };

const BATCH = 500;

const NEXT = statement({
  name: "files.contents",
  text: `SELECT id, key, storage FROM file WHERE id > $1 AND size IS NOT NULL AND created_at <= $2
    ORDER BY id LIMIT ${BATCH}`,
  columns: { id: "text", key: "text", storage: "text" },
});
const MOVE = statement({ name: "files.move-to-storage", text: "UPDATE file SET storage = $1 WHERE storage <> $1" });
const TYPE = statement({
  name: "files.type-of-key",
  text: "SELECT mimetype FROM file WHERE key = $1",
  columns: { mimetype: "text" },
});

const isGone = (error: unknown): boolean =>
  /^(ENOENT|NoSuchKey|NotFound)$/.test((error as NodeJS.ErrnoException).code ?? (error as Error).name);

/** The content from its first byte on; undefined if it was deleted in the meantime. */
async function openContent(
  name: string,
  key: string,
): Promise<{ size: number; body: AsyncIterable<Uint8Array> } | undefined> {
  const place = storage(name);
  const size = await place.sizeOf(key);
  if (size === null) return undefined;
  const iterator = place.read(key)[Symbol.asyncIterator]();
  // The first read opens the file: one that is deleted after it can still be read to its end.
  const first = await iterator.next().catch((error: unknown) => {
    if (isGone(error)) return undefined;
    throw error;
  });
  if (!first) return undefined;
  const body = async function* (): AsyncGenerator<Uint8Array> {
    for (let next = first; !next.done; next = await iterator.next()) yield next.value;
  };
  return { size, body: body() };
}

/**
 * Passes on the contents of files that were made until `until`, one after the other.
 * @param receive `body` must be read to its end
 * @param missing is called for a file whose content is gone
 */
export async function readContents(
  until: Date,
  receive: (key: string, size: number, body: AsyncIterable<Uint8Array>) => Promise<void>,
  missing: () => void,
): Promise<void> {
  for (let last = ""; ; ) {
    const rows = await rowsOf(NEXT, [last, until], jobPool());
    for (const { key, storage: name } of rows) {
      const content = await openContent(name, key);
      if (content) await receive(key, content.size, content.body);
      else missing();
    }
    if (rows.length < BATCH) return;
    last = rows.at(-1)?.id ?? last;
  }
}

/**
 * Stores a content of a backup in the storage of new files.
 * @param on the connection that has loaded the rows of the files
 * @returns false if the storage already has a content of this key and size, which stays
 */
export async function storeContent(on: Pick<pg.ClientBase, "query">, key: string, body: Bytes): Promise<boolean> {
  const place = storage();
  const spooled = await spool(body, { maxBytes: Infinity });
  try {
    if (place.name === "s3" && (await place.sizeOf(key)) === spooled.size) {
      await dropSpooled(spooled);
      return false;
    }
    const [row] = await rowsOf(TYPE, [key], on);
    await place.take(key, spooled, row?.mimetype ?? "application/octet-stream");
    return true;
  } catch (error) {
    await dropSpooled(spooled);
    throw error;
  }
}

/** Has all files be in the storage of new files, where a restore has put their contents. */
export async function moveToStorage(on: Pick<pg.ClientBase, "query">): Promise<void> {
  await rowsOf(MOVE, [storage().name], on);
}
