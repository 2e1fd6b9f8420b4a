/** A place for one backup: a file, or an object in a bucket. */
import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { BackupProblem } from "../backup-problem";

type Bytes = AsyncIterable<Uint8Array>;

export type Place = {
  /** As the operator names it. */
  name: string;
  /**
   * Writes a backup. It has its name only when all of it is stored and `complete` has resolved.
   * @param signal ends the wait for a place that is away
   * @throws what `bytes` or `complete` throw; then nothing is left
   */
  write: (bytes: Bytes, complete: Promise<unknown>, signal?: AbortSignal) => Promise<void>;
  read: () => Bytes;
  remove: () => Promise<void>;
};

const SENTENCES: Readonly<Record<string, string>> = {
  ENOENT: "is not there",
  EACCES: "may not be read or written by this user",
  EPERM: "may not be changed by this user",
  EROFS: "is on a disk that is mounted read-only",
  ENOSPC: "cannot be written, because the disk is full",
  EDQUOT: "cannot be written, because this user's share of the disk is used up",
  EISDIR: "is a folder",
  ENOTDIR: "lies below a file",
};

function toProblem(file: string, error: unknown): unknown {
  const sentence = SENTENCES[(error as NodeJS.ErrnoException).code ?? ""];
  return sentence ? new BackupProblem(`${file} ${sentence}.`, { cause: error }) : error;
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

/** Writes and syncs all bytes. */
async function writeAll(file: string, bytes: Bytes): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    for await (const chunk of bytes) await handle.writeFile(chunk);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeFile(file: string, bytes: Bytes, complete: Promise<unknown>): Promise<void> {
  if (await exists(file)) throw new BackupProblem(`${file} is there already: name another file, or move it away.`);
  await mkdir(path.dirname(file), { recursive: true });
  // What a killed process left has another process id in its name, and is no backup.
  const unfinished = `${file}.${process.pid}.unfinished`;
  await rm(unfinished, { force: true });
  try {
    await writeAll(unfinished, bytes);
    await complete;
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw toProblem(file, error);
  }
}

/** A file that only its owner can read. */
export const filePlace = (file: string): Place => ({
  name: file,
  write: (bytes, complete) => writeFile(file, bytes, complete),
  read: async function* () {
    try {
      for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) yield chunk as Buffer;
    } catch (error) {
      throw toProblem(file, error);
    }
  },
  remove: () => rm(file, { force: true }),
});
