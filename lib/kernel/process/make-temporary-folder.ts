/**
 * Folders below the machine's temporary folder. The data folder has a list of them: a start removes what a killed
 * process left.
 */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { env } from "./env";

const list = (): string => path.join(env().dataDir, "temporary");

/** The prefixes of such folders: nothing else is ever removed. */
const PREFIXES = ["pb-wb-", "patchbay-pages-"] as const;

/** A unix socket's path has at most 103 bytes on macOS and 107 on Linux; this is for a socket in such a folder. */
const MAX_FOLDER_BYTES = 85;

/** The machine's folder for temporary files, unless sockets below it would have too long a path. */
export const temporaryBase = (folder = tmpdir()): string =>
  Buffer.byteLength(path.join(folder, "patchbay-pages-XXXXXX")) <= MAX_FOLDER_BYTES ? folder : "/tmp";

/** Makes a folder of this process alone. `remove` is for its end. */
export async function makeTemporaryFolder(
  prefix: (typeof PREFIXES)[number],
): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(temporaryBase(), prefix));
  const entry = path.join(list(), path.basename(folder));
  await mkdir(list(), { recursive: true, mode: 0o700 });
  await writeFile(entry, folder, { mode: 0o600 });
  return {
    folder,
    remove: async () => {
      await rm(folder, { recursive: true, force: true });
      await rm(entry, { force: true });
    },
  };
}

async function removeLeft(name: string): Promise<void> {
  const entry = path.join(list(), name);
  const folder = await readFile(entry, "utf8");
  if (path.basename(folder) === name && PREFIXES.some((prefix) => name.startsWith(prefix)))
    await rm(folder, { recursive: true, force: true });
  await rm(entry, { force: true });
}

/**
 * Removes the folders of earlier processes. The owner of the data folder must call it before this process makes any.
 */
export async function removeLeftFolders(): Promise<void> {
  const names = await readdir(list()).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  for (const name of names) await removeLeft(name);
}
