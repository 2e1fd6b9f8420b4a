/** The files of a session, as the server handles them: listed, read, written, deleted, counted. */
import { constants, type Stats } from "node:fs";
import { type FileHandle, lstat, open, opendir, rename, rm, unlink } from "node:fs/promises";
import { isUtf8 } from "node:buffer";
import { randomBytes } from "node:crypto";
import { inside, makeFolder, type Name, namesOf, openFile, withFolder } from "./safe-path";

/** More entries are not looked at: a session with so many is over its quota. */
export const MOST_ENTRIES = 50_000;
export const MOST_DEPTH = 32;

export type StoreFile = { path: string; size: number; modifiedAt: Date };

/** The folder of a session's files, and who owns what the server puts there. */
export type Store = { root: string; owner: number | null };

/** Gets null for the path of what has a name that is no text: nobody can ask for it, but it takes room. */
type Visit = (path: string | null, facts: Stats) => void;

/** Looks at everything below a folder, links themselves included; false where there is more than it looks at. */
async function walk(folder: FileHandle, prefix: string, visit: Visit, left: { entries: number }): Promise<boolean> {
  const folders: Buffer[] = [];
  // Names are read as bytes: as text, a name that is not UTF-8 would become another name, and its file would not be
  // counted.
  for await (const entry of await opendir(inside(folder), { encoding: "latin1" })) {
    if (--left.entries < 0) return false;
    const name = Buffer.from(entry.name, "latin1");
    const facts = await lstat(inside(folder, name)).catch(() => null);
    if (!facts) continue;
    visit(isUtf8(name) ? prefix + name.toString() : null, facts);
    if (facts.isDirectory()) folders.push(name);
  }
  if (folders.length > 0 && prefix.split("/").length > MOST_DEPTH) return false;
  for (const name of folders) {
    const [under, visited]: [string, Visit] = isUtf8(name)
      ? [`${prefix}${name.toString()}/`, visit]
      : [`${prefix}?/`, (_, facts) => visit(null, facts)];
    const whole = await withFolder(inside(folder), [name], (next) => walk(next, under, visited, left));
    if (whole === false) return false;
    // A folder that its owner closed can contain anything.
    if (whole === null && (await lstat(inside(folder, name)).catch(() => null))?.isDirectory()) return false;
  }
  return true;
}

/** Bytes on the disk, of files that are deleted but still open too late; `whole` is false where there are too many. */
export async function usageOf({ root }: Store): Promise<{ bytes: number; files: number; whole: boolean }> {
  let [bytes, files] = [0, 0];
  const visit: Visit = (_, facts) => {
    bytes += facts.blocks * 512;
    files += 1;
  };
  const whole = await withFolder(root, [], (folder) => walk(folder, "", visit, { entries: MOST_ENTRIES }));
  return { bytes, files, whole: whole !== false };
}

/**
 * All regular files below a prefix, by path.
 * @throws ApiError BadRequest for a prefix that is no path
 */
export async function listFiles({ root }: Store, prefix = ""): Promise<StoreFile[]> {
  const files: StoreFile[] = [];
  const names = namesOf(prefix);
  const visit: Visit = (path, facts) => {
    if (path !== null && facts.isFile()) files.push({ path, size: facts.size, modifiedAt: facts.mtime });
  };
  const under = names.map((name) => `${name}/`).join("");
  await withFolder(root, names, (folder) => walk(folder, under, visit, { entries: MOST_ENTRIES }));
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Splits a path into its folder and its name; undefined for the root itself. */
function split(path: string): { folder: string[]; name: string } | undefined {
  const names = namesOf(path);
  const name = names.pop();
  return name === undefined ? undefined : { folder: names, name };
}

/**
 * Opens a file for reading; the caller closes it. Null if it is missing.
 * @throws ApiError BadRequest for an invalid path
 */
export async function openStored({ root }: Store, path: string): Promise<{ file: FileHandle; size: number } | null> {
  const parts = split(path);
  if (!parts) return null;
  const file = await withFolder(root, parts.folder, (folder) => openFile(folder, parts.name));
  return file ? { file, size: (await file.stat()).size } : null;
}

/**
 * Writes a file as a whole: whoever reads it sees the old one or the new one. False where something is in the way.
 * @throws ApiError BadRequest for what is no path
 */
export async function writeStored(
  { root, owner }: Store,
  path: string,
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<boolean> {
  const parts = split(path);
  if (!parts) return false;
  const done = await withFolder(
    root,
    parts.folder,
    async (folder) => {
      const temporary = inside(folder, `.${randomBytes(9).toString("hex")}.part`);
      try {
        await writeNew(temporary, body, owner);
        await rename(temporary, inside(folder, parts.name));
        return true;
      } catch (error) {
        await rm(temporary, { force: true });
        if (["EISDIR", "ENOTEMPTY", "EEXIST"].includes((error as NodeJS.ErrnoException).code ?? "")) return false;
        throw error;
      }
    },
    makeFolder(owner),
  );
  return done ?? false;
}

async function writeNew(
  path: Name,
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  owner: number | null,
): Promise<void> {
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;
  const file = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o644);
  try {
    for await (const part of body) await file.writeFile(part);
    if (owner !== null) await file.chown(owner, owner);
  } finally {
    await file.close();
  }
}

/** Deletes a file, or a link itself; false if it is missing. @throws ApiError BadRequest for an invalid path */
export async function deleteStored({ root }: Store, path: string): Promise<boolean> {
  const parts = split(path);
  if (!parts) return false;
  const done = await withFolder(root, parts.folder, async (folder) => {
    try {
      await unlink(inside(folder, parts.name));
      return true;
    } catch (error) {
      if (["ENOENT", "EISDIR", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) return false;
      throw error;
    }
  });
  return done ?? false;
}
