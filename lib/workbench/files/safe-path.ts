/**
 * Access to a folder that hostile code writes to. A path is opened one name at a time, each from the open folder before
 * it, and links are never followed. So the code cannot lead the server out of the folder, not even by changing it at
 * the same time.
 */
import { constants } from "node:fs";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import { ApiError } from "@/lib/kernel/errors";

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;
const MOST_PARTS = 32;
const MOST_BYTES = 255;

/** A name that code in the sandbox has made may be no text: then it is the bytes themselves. */
export type Name = string | Buffer;

/**
 * The path of a name below an open folder: Linux walks from the folder itself, wherever it is now.
 * @throws ApiError Unavailable on other systems, which have no such path
 */
export const inside = (folder: FileHandle, name: Name = ""): Name => {
  if (process.platform !== "linux")
    throw new ApiError("Unavailable", "The files of sandboxes can only be reached by a server on Linux.", {
      suggestedFix: "Let the operator of this server set PATCHBAY_WORKBENCH=gateway.",
      headers: { "x-should-retry": "false" },
    });
  const path = `/proc/self/fd/${folder.fd}/`;
  return typeof name === "string" ? path + name : Buffer.concat([Buffer.from(path), name]);
};

const invalid = (text: string): ApiError =>
  new ApiError("BadRequest", `${JSON.stringify(text.slice(0, 200))} is no path of a file below /mnt/files.`, {
    suggestedFix: "Give names with slashes between them, without . and .. among them.",
  });

/**
 * The names of a path below /mnt/files; `/mnt/files/` in front is left out.
 * @throws ApiError BadRequest
 */
export function namesOf(text: string): string[] {
  const names = text
    .replace(/^\/mnt\/files(\/|$)/, "")
    .split("/")
    .filter((name) => name !== "");
  const isWrong = (name: string) =>
    name === "." || name === ".." || name.includes("\0") || Buffer.byteLength(name) > MOST_BYTES;
  if (names.length > MOST_PARTS || names.some(isWrong) || !text.isWellFormed()) throw invalid(text);
  return names;
}

const openFolder = (path: Name): Promise<FileHandle> => open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);

const isAbsent = (error: unknown): boolean =>
  ["ENOENT", "ENOTDIR", "ELOOP", "ENXIO", "EACCES"].includes((error as NodeJS.ErrnoException).code ?? "");

/** Work with an open folder, which is closed afterwards; null where there is no such folder, or a link in its place. */
export async function withFolder<T>(
  root: Name,
  names: readonly Name[],
  work: (folder: FileHandle) => Promise<T>,
  make?: (parent: FileHandle, name: Name) => Promise<void>,
): Promise<T | null> {
  let folder: FileHandle | undefined;
  try {
    folder = await openFolder(root);
    for (const name of names) {
      if (make) await make(folder, name);
      const next: FileHandle = await openFolder(inside(folder, name));
      await folder.close();
      folder = next;
    }
  } catch (error) {
    await folder?.close();
    if (isAbsent(error)) return null;
    throw error;
  }
  try {
    return await work(folder);
  } finally {
    await folder.close();
  }
}

/** Creates a missing folder, for `withFolder`. */
export const makeFolder =
  (owner: number | null) =>
  async (parent: FileHandle, name: Name): Promise<void> => {
    try {
      await mkdir(inside(parent, name), { mode: 0o755 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return;
      throw error;
    }
    if (owner === null) return;
    const folder = await openFolder(inside(parent, name));
    await folder.chown(owner, owner).finally(() => folder.close());
  };

/** Opens a regular file for reading; null for anything else. Does not wait for a pipe. */
export async function openFile(folder: FileHandle, name: string): Promise<FileHandle | null> {
  let file: FileHandle;
  try {
    file = await open(inside(folder, name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
  if ((await file.stat()).isFile()) return file;
  await file.close();
  return null;
}
