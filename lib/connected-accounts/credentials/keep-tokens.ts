/**
 * Stores new tokens even if the database is not available: after a rotation, the old tokens are invalid and the new
 * tokens exist only here.
 */
import { background, log, type Origin } from "@/lib/kernel/process/log";
import { persist } from "@/lib/kernel/database/persist";
import { revokeUnkept, storeTokens, type FreshTokens, type StoreResult } from "./store-tokens";
import { readAllSpilled, removeSpilled, spillTokens } from "./spill-tokens";

type About = { accountId: string; on: Origin };

const quietly = <T>(what: string, { accountId, on }: About, work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    log.error(on, what, { error, connected_account_id: accountId });
    return undefined;
  });

type KeepOptions = { on: Origin; file?: string; onTrouble?: (() => void) | undefined };

async function keep(fresh: FreshTokens, { on, onTrouble, ...options }: KeepOptions): Promise<StoreResult> {
  let { file } = options;
  const about = { accountId: fresh.accountId, on };
  const result = await persist(
    (db) => storeTokens(db, fresh),
    on,
    async () => {
      file ??= await quietly("fresh tokens could not be written to the data folder", about, spillTokens(fresh));
      onTrouble?.();
    },
  );
  if (file) await quietly("a file of stored tokens was not removed", about, removeSpilled(file));
  if (!result.kept) await quietly("fresh tokens were not given back", about, revokeUnkept(fresh, on));
  return result;
}

/**
 * Stores new tokens. If the database fails, they are written to a sealed file, and storing is retried until it works.
 * If the process stops before, the next start reads the file.
 * @param onTrouble is called when the first try has failed and the tokens are in the file
 */
export const keepTokens = (fresh: FreshTokens, on: Origin, onTrouble?: () => void): Promise<StoreResult> =>
  keep(fresh, { on, onTrouble });

/** Resolves when the tokens are stored, or are safe in a file while storing is retried. */
export const ensureTokensSaved = (fresh: FreshTokens, on: Origin): Promise<void> =>
  new Promise((resolve) => {
    const about = { accountId: fresh.accountId, on };
    void quietly("fresh tokens stay in their file", about, keepTokens(fresh, on, resolve)).finally(resolve);
  });

/** Stores tokens that an earlier process left in files. Call it before any token can be renewed. */
export async function keepSpilledTokens(): Promise<void> {
  const on = background("unstored tokens");
  for (const { file, fresh } of await readAllSpilled()) {
    const about = { accountId: fresh.accountId, on };
    const result = await quietly(
      "fresh tokens stay in their file: they cannot be stored",
      about,
      keep(fresh, { on, file }),
    );
    if (!result) continue;
    log.info(on, "tokens of a process that stopped without the database were read from their file", {
      connected_account_id: fresh.accountId,
      kept: result.kept,
    });
  }
}
