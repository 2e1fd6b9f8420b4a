/** The last resort for tokens that the database cannot store: sealed files in the data folder, until it can. */
import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { env } from "@/lib/kernel/process/env";
import { background, log } from "@/lib/kernel/process/log";
import { openJson, sealJson } from "@/lib/kernel/process/vault";
import type { FreshTokens } from "./store-tokens";

const folder = (): string => path.join(env().dataDir, "unstored-tokens");

type Spilled = { projectId: string; accountId: string; sealed: string };

const place = (projectId: string, accountId: string) => ({ projectId, rowId: accountId, column: "unstored tokens" });

/** Writes a file so that it survives a power failure. */
async function writeThrough(file: string, text: string): Promise<void> {
  const written = await open(file, "wx", 0o600);
  try {
    await written.writeFile(text);
    await written.sync();
  } finally {
    await written.close();
  }
}

async function syncFolder(name: string): Promise<void> {
  const opened = await open(name, "r");
  await opened.sync().finally(() => opened.close());
}

/** Writes tokens into a file. @returns its path */
export async function spillTokens({ oldSealed: _, ...fresh }: FreshTokens): Promise<string> {
  const { projectId, accountId } = fresh;
  const spilled: Spilled = { projectId, accountId, sealed: sealJson(fresh, place(projectId, accountId)) };
  await mkdir(folder(), { recursive: true, mode: 0o700 });
  const file = path.join(folder(), `${accountId}-${randomUUID()}.json`);
  // Written under another name first: a file with the final name is always complete.
  await writeThrough(`${file}.new`, JSON.stringify(spilled));
  await rename(`${file}.new`, file);
  await syncFolder(folder());
  return file;
}

/** Deletes a file whose tokens are stored or no longer needed. */
export const removeSpilled = (file: string): Promise<void> => rm(file, { force: true });

async function readSpilled(file: string): Promise<FreshTokens | undefined> {
  try {
    const { projectId, accountId, sealed } = JSON.parse(await readFile(file, "utf8")) as Spilled;
    const fresh = openJson(sealed, place(projectId, accountId)) as FreshTokens & { expiresAt: string | null };
    return { ...fresh, expiresAt: fresh.expiresAt === null ? null : new Date(fresh.expiresAt) };
  } catch (error) {
    log.error(
      background("unstored tokens"),
      "a file of tokens that were not stored cannot be read, and is left where it is",
      { error, file },
    );
    return undefined;
  }
}

/** The files with tokens. */
async function spilledFiles(): Promise<string[]> {
  const names = await readdir(folder()).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return names.filter((name) => name.endsWith(".json")).map((name) => path.join(folder(), name));
}

/** The ids of the keys that the files' tokens are sealed with; a file that is damaged has none. */
export async function findSpilledKeyIds(): Promise<string[]> {
  const ids = await Promise.all(
    (await spilledFiles()).map(async (file) => {
      const text = await readFile(file, "utf8");
      return /"sealed":"v1\.([0-9a-f]{8})\./.exec(text)?.[1] ?? [];
    }),
  );
  return ids.flat();
}

/** All tokens that were written to files and not stored yet, with their files. */
export async function readAllSpilled(): Promise<{ file: string; fresh: FreshTokens }[]> {
  const all = [];
  for (const file of await spilledFiles()) {
    const fresh = await readSpilled(file);
    if (fresh) all.push({ file, fresh });
  }
  return all;
}
