/**
 * The secret of a database whose key is at a key management service. It is made once, stored wrapped in the database,
 * where every copy of the app finds it, and unwrapped when a process starts.
 */
import { randomBytes } from "node:crypto";
import type pg from "pg";
import { rowsOf, statement, type StatementRow } from "../database/statement";
import { env } from "../process/env";
import type { KmsKey } from "../process/kms-settings";
import { background, log } from "../process/log";
import { setSecrets } from "../process/secrets";
import { SettingsError } from "../process/settings-error";
import { toKms } from "./to-kms";

const READ = statement({
  name: "wrapped-secret.read",
  text: "SELECT kms, wrapped, wrapped_at FROM wrapped_secret WHERE id = 1",
  columns: { kms: "text", wrapped: "text", wrapped_at: "timestamptz" },
});
const WRITE = statement({
  name: "wrapped-secret.write",
  text: "INSERT INTO wrapped_secret (id, kms, wrapped, wrapped_at) VALUES (1, $1, $2, now()) ON CONFLICT (id) DO NOTHING",
});
const REPLACE = statement({
  name: "wrapped-secret.replace",
  text: "UPDATE wrapped_secret SET kms = $1, wrapped = $2, wrapped_at = now() WHERE id = 1 AND wrapped = $3 RETURNING id",
  columns: { id: "int4" },
});

const PUT = statement({
  name: "wrapped-secret.put",
  text: `INSERT INTO wrapped_secret (id, kms, wrapped, wrapped_at) VALUES (1, $1, $2, now())
    ON CONFLICT (id) DO UPDATE SET kms = excluded.kms, wrapped = excluded.wrapped, wrapped_at = excluded.wrapped_at`,
});

type Row = StatementRow<typeof READ>;
type Connection = Pick<pg.ClientBase, "query">;

/** A secret, and the name of the key that wrapped it. */
export type WrappedSecret = Pick<Row, "kms" | "wrapped">;

const ON = background("secret");
/** In the form of a generated secret. */
const SECRET = /^[0-9a-f]{64}$/;

const findRow = async (on?: Connection): Promise<Row | undefined> => (await rowsOf(READ, [], on))[0];

async function unwrap(key: KmsKey, { wrapped }: WrappedSecret): Promise<string> {
  const secret = await toKms(key).unwrap(wrapped);
  if (SECRET.test(secret)) return secret;
  throw new SettingsError(`${key.name} unwraps the stored secret of this database into something that is no secret.`);
}

/** Wraps a secret again and stores it, unless another copy of the app has replaced the row. */
async function wrapAgain(key: KmsKey, row: Row, secret: string): Promise<void> {
  const wrapped = await toKms(key).wrap(secret);
  const [replaced] = await rowsOf(REPLACE, [key.name, wrapped, row.wrapped]);
  if (replaced) log.info(ON, "the secret was wrapped again", { from: row.kms, to: key.name });
}

const findKey = ({ kms }: WrappedSecret): KmsKey | undefined => {
  const { current, previous } = env().kms;
  return [current, previous].find((candidate) => candidate?.name === kms);
};

/** The key that wrapped the row. Only keys that the settings name are asked: the database does not choose any. */
function requireKey(row: WrappedSecret): KmsKey {
  const key = findKey(row);
  if (key) return key;
  throw new SettingsError(
    `The secret of this database was wrapped by ${row.kms}, which the settings do not name: set ` +
      `${env().kms.current ? "PATCHBAY_KMS_PREVIOUS" : "PATCHBAY_KMS"} to it.`,
  );
}

/** The secret that is stored wrapped by one of the keys; made at the first start with a key. */
async function findWrappedSecret(): Promise<string | undefined> {
  const { current } = env().kms;
  const row = await findRow();
  if (row) {
    const key = requireKey(row);
    const secret = await unwrap(key, row);
    if (current && key !== current) await wrapAgain(current, row, secret);
    return secret;
  }
  if (!current) return undefined;
  await rowsOf(WRITE, [current.name, await toKms(current).wrap(randomBytes(32).toString("hex"))]);
  // Another copy of the app can have been faster: the stored one counts.
  return findWrappedSecret();
}

/**
 * Asks the key management service, if the settings name one, for the secret of this database. It seals, unless
 * PATCHBAY_SECRET is set too: then it only opens, which is the first step for several copies of the app.
 * @throws SettingsError in a sentence for the operator
 */
export async function prepareSecrets(): Promise<void> {
  const { kms } = env();
  if (!kms.current && !kms.previous) return;
  const unwrapped = await findWrappedSecret();
  if (unwrapped !== undefined) setUnwrapped(unwrapped);
}

function setUnwrapped(unwrapped: string): void {
  const { kms, secret, previousSecrets } = env();
  if (secret === undefined) return setSecrets({ active: unwrapped, previous: previousSecrets });
  if (kms.current)
    log.warn(ON, "PATCHBAY_SECRET seals; the secret of PATCHBAY_KMS only opens until PATCHBAY_SECRET is left out");
  setSecrets({ active: secret, previous: [...previousSecrets, unwrapped] });
}

/**
 * Wraps the secret again, by the newest version of the key. The secret stays, so that no value has to be sealed again.
 * @returns the name of the key, and when the secret had been wrapped before
 * @throws SettingsError in a sentence, also if no key is named or nothing is stored
 */
export async function rewrapSecret(): Promise<{ kms: string; before: Date }> {
  const { current } = env().kms;
  const row = await findRow();
  if (!current || !row)
    throw new SettingsError(
      current
        ? "No secret of this database is wrapped yet: the first start with PATCHBAY_KMS wraps one."
        : "PATCHBAY_KMS is not set, so no key management service has wrapped the secret.",
    );
  const key = requireKey(row);
  await wrapAgain(current, row, await unwrap(key, row));
  return { kms: current.name, before: row.wrapped_at };
}

/**
 * Prepares the secrets for a database that is about to be restored, as a start on it would.
 * @param row the wrapped secret of the backup; undefined or null if it has none
 * @throws SettingsError in a sentence, also if only the service could give the secret and the backup has none
 */
export async function prepareRestoredSecrets(row: WrappedSecret | null | undefined): Promise<void> {
  const { kms, secret } = env();
  if (!kms.current && !kms.previous) return;
  if (row && (secret === undefined || findKey(row))) setUnwrapped(await unwrap(requireKey(row), row));
  else if (secret === undefined)
    throw new SettingsError(
      "No key management service wrapped the secret of this backup: name the file that was written with " +
        "--secret-file at the backup by --secret-file.",
    );
}

/** The wrapped secret of a database. @param on a connection; the pool by default */
export async function readWrappedSecret(on?: Connection): Promise<WrappedSecret | null> {
  const row = await findRow(on);
  return row ? { kms: row.kms, wrapped: row.wrapped } : null;
}

/**
 * Wraps a secret that the operator has, by the key of PATCHBAY_KMS.
 * @throws SettingsError in a sentence; also for a secret that this product did not make, which a start would refuse
 */
export async function wrapSecret(key: KmsKey, secret: string): Promise<WrappedSecret> {
  if (SECRET.test(secret)) return { kms: key.name, wrapped: await toKms(key).wrap(secret) };
  throw new SettingsError(
    "PATCHBAY_KMS keeps only secrets that Patchbay made (64 hexadecimal digits), and this one is another: restore " +
      "with PATCHBAY_SECRET and without PATCHBAY_KMS, and change over to PATCHBAY_KMS afterwards.",
  );
}

/** Stores a wrapped secret in place of that of the database. */
export async function storeWrappedSecret(on: Connection, { kms, wrapped }: WrappedSecret): Promise<void> {
  await rowsOf(PUT, [kms, wrapped], on);
}
