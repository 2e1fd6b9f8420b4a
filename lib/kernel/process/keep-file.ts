/**
 * Sealed files of the data folder for what the database could not take: each is there whole, or not at all, also after
 * a power failure.
 */
import { mkdir, open, readdir, readFile, rename, stat } from "node:fs/promises";
import path from "node:path";

async function writeThrough(file: string, text: string): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncFolder(name: string): Promise<void> {
  const handle = await open(name, "r");
  await handle.sync().finally(() => handle.close());
}

/**
 * Writes a file into the folder, which is made if it is missing.
 * @param name a new one, which ends in `.json`
 * @returns its path
 */
export async function keepFile(folder: string, name: string, text: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, name);
  // Written under another name first: a file with the final name is always complete.
  await writeThrough(`${file}.new`, text);
  await rename(`${file}.new`, file);
  await syncFolder(folder);
  return file;
}

/** The paths of the files of a folder; none of a folder that is not there. */
export async function findKeptFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return names.filter((name) => name.endsWith(".json")).map((name) => path.join(folder, name));
}

/** The bytes of all files of a folder. */
export async function countKeptBytes(folder: string): Promise<number> {
  const sizes = await Promise.all((await findKeptFiles(folder)).map(async (file) => (await stat(file)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The ids of the keys that the files are sealed with; a file that is damaged has none. */
export async function findKeptKeyIds(folder: string): Promise<string[]> {
  const ids = new Set<string>();
  for (const file of await findKeptFiles(folder)) {
    const id = /"sealed":"v1\.([0-9a-f]{8})\./.exec(await readFile(file, "utf8"))?.[1];
    if (id) ids.add(id);
  }
  return [...ids];
}
