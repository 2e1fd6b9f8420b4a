/**
 * The secret values of a connected account: its tokens or keys, and the values for URL variables. Sealed in the
 * database.
 */
import { CountedCache } from "@/lib/kernel/metrics/counted-cache";
import { processMemory } from "@/lib/kernel/process-memory";
import { openJson, sealJson } from "@/lib/kernel/process/vault";

/** By their names in the API: `access_token`, `refresh_token`, `api_key`, `username`, `subdomain`, ... */
export type AccountValues = Readonly<Record<string, string>>;

/**
 * Name of the value that lists, with spaces between, the values that were discovered at the provider after the sign-in;
 * the user entered the others. It never leaves the server.
 */
export const DISCOVERED = "discovered";

/** For all cached ciphertexts together: each may be long, as providers and clients choose its length. */
const MAX_CHARACTERS = 32 * 1024 * 1024;

/** A cache of decrypted values by ciphertext. New values have a new ciphertext, so an entry is never outdated. */
const getCache = () =>
  processMemory(
    "connected-accounts.opened",
    () =>
      new CountedCache<string, AccountValues>("account_values", {
        max: 5000,
        maxSize: MAX_CHARACTERS,
        sizeCalculation: (_, key) => key.length,
      }),
  );

const sealContext = (projectId: string, id: string) => ({
  projectId,
  rowId: id,
  column: "connected_account.credentials",
});

/** Seals the values of one connection. */
export const sealAccountValues = (projectId: string, id: string, values: AccountValues): string =>
  sealJson(values, sealContext(projectId, id));

/** Opens what `sealAccountValues` made for the same connection; a connection without values gives an empty object. */
export function openAccountValues(projectId: string, id: string, sealed: string | null): AccountValues {
  if (sealed === null) return {};
  const key = `${projectId} ${id} ${sealed}`;
  const cachedValues = getCache().get(key);
  if (cachedValues) return cachedValues;
  const values = openJson(sealed, sealContext(projectId, id)) as AccountValues;
  getCache().set(key, values);
  return values;
}
