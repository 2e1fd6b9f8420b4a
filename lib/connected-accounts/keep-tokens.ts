/** Keeps tokens that a provider has just given, whatever happens to the database: what it rotated cannot be asked for again. */
import { log } from "@/lib/kernel/log";
import { persist } from "@/lib/kernel/persist";
import { giveBack, storeTokens, type FreshTokens, type Stored } from "./fresh-tokens";
import { readAllSpilled, removeSpilled, spillTokens } from "./spilled-tokens";

const quietly = <T>(what: string, { accountId }: FreshTokens, work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    log.error(what, { error, connected_account_id: accountId });
    return undefined;
  });

async function keep(fresh: FreshTokens, known: string | undefined, onTrouble: () => void): Promise<Stored> {
  let file = known;
  const stored = await persist(
    (on) => storeTokens(on, fresh),
    async () => {
      file ??= await quietly("fresh tokens could not be written to the data folder", fresh, spillTokens(fresh));
      onTrouble();
    },
  );
  if (file) await quietly("a file of stored tokens was not removed", fresh, removeSpilled(file));
  if (!stored.kept) await quietly("fresh tokens were not given back", fresh, giveBack(fresh));
  return stored;
}

/**
 * Stores fresh tokens. While the database does not take them they stand in a sealed file, and storing goes on until it
 * does, or the process stops: then the next start reads the file.
 * @param onTrouble hears when the first try has failed and the tokens are in the file
 */
export const keepTokens = (fresh: FreshTokens, onTrouble: () => void = () => {}): Promise<Stored> =>
  keep(fresh, undefined, onTrouble);

/** Resolves when the tokens are stored, or stand in their file and go on being stored. */
export const makeSafe = (fresh: FreshTokens): Promise<void> =>
  new Promise((resolve) => {
    void quietly("fresh tokens stay in their file", fresh, keepTokens(fresh, resolve)).finally(resolve);
  });

/** Stores what a process before this one has left in files. To be called before anything can renew a token. */
export async function keepSpilledTokens(): Promise<void> {
  for (const { file, fresh } of await readAllSpilled()) {
    const { kept } = await keep(fresh, file, () => {});
    log.info("tokens of a process that stopped without the database were read from their file", {
      connected_account_id: fresh.accountId,
      kept,
    });
  }
}
