/** The last resort for tokens that the database cannot store: sealed files in the data folder, until it can. */
import { randomUUID } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { env } from "@/lib/kernel/process/env";
import { findKeptFiles, findKeptKeyIds, keepFile } from "@/lib/kernel/process/keep-file";
import { background, log } from "@/lib/kernel/process/log";
import { openJson, sealJson } from "@/lib/kernel/process/vault";
import type { FreshTokens } from "./store-tokens";

const folder = (): string => path.join(env().dataDir, "unstored-tokens");

type Spilled = { projectId: string; accountId: string; sealed: string };

const sealContext = (projectId: string, accountId: string) => ({
  projectId,
  rowId: accountId,
  column: "unstored tokens",
});

/** Writes tokens into a file. @returns its path */
export async function spillTokens({ oldSealed: _, ...fresh }: FreshTokens): Promise<string> {
  const { projectId, accountId } = fresh;
  const spilled: Spilled = { projectId, accountId, sealed: sealJson(fresh, sealContext(projectId, accountId)) };
  return keepFile(folder(), `${accountId}-${randomUUID()}.json`, JSON.stringify(spilled));
}

/** Deletes a file whose tokens are stored or no longer needed. */
export const removeSpilled = (file: string): Promise<void> => rm(file, { force: true });

async function readSpilled(file: string): Promise<FreshTokens | undefined> {
  try {
    const { projectId, accountId, sealed } = JSON.parse(await readFile(file, "utf8")) as Spilled;
    const fresh = openJson(sealed, sealContext(projectId, accountId)) as FreshTokens & { expiresAt: string | null };
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

/** The ids of the keys that the files' tokens are sealed with. */
export const findSpilledKeyIds = (): Promise<string[]> => findKeptKeyIds(folder());

/** All tokens that were written to files and not stored yet, with their files. */
export async function readAllSpilled(): Promise<{ file: string; fresh: FreshTokens }[]> {
  const all = [];
  for (const file of await findKeptFiles(folder())) {
    const fresh = await readSpilled(file);
    if (fresh) all.push({ file, fresh });
  }
  return all;
}
