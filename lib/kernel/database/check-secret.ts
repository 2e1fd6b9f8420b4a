/** Refuses to start without the secrets of the database's sealed values, which would not open. */
import type pg from "pg";
import { rowsOf, statement, type StatementRow } from "./statement";
import { env, SettingsError } from "../process/env";
import { activeKeyId, isKnownKey, keyIdOf, open, seal } from "../process/vault";

/** The only row of the table: a known text, sealed at the first start. */
const PLACE = { projectId: "", rowId: "1", column: "secret_check.sealed" };
const TEXT = "patchbay";

const isOurs = (sealed: string): boolean => {
  try {
    return open(sealed, PLACE) === TEXT;
  } catch {
    return false;
  }
};

function wrongSecret(): SettingsError {
  const { secretFrom, dataDir } = env();
  if (secretFrom === "PATCHBAY_KMS")
    return new SettingsError(
      "This database was first used with another secret than the one that PATCHBAY_KMS keeps, and no credential that " +
        "is stored there could be opened: name that secret in PATCHBAY_SECRET_PREVIOUS, until its values are sealed " +
        `again. A generated one is a file: PATCHBAY_SECRET_PREVIOUS_FILE=${dataDir}/secret`,
    );
  const which =
    secretFrom === "PATCHBAY_SECRET"
      ? "PATCHBAY_SECRET is not the secret of this database"
      : `PATCHBAY_SECRET is not set, and the secret that was generated into ${dataDir}/secret is not the one of this database`;
  return new SettingsError(
    `${which}: no credential that is stored there could be opened. ` +
      "Set PATCHBAY_SECRET to the secret with which the database was first used: " +
      "other copies of the app have it, " +
      'and a generated one is the file "secret" in the data folder of the copy that made it. ' +
      "To change the secret, name the old one in PATCHBAY_SECRET_PREVIOUS.",
  );
}

/** Refuses keys that are not known here: some values open, and theirs would not. */
function assertKnown(ids: readonly string[]): void {
  const missing = ids.filter((id) => !isKnownKey(id));
  if (missing.length > 0)
    throw new SettingsError(
      "Values of this database are sealed with a secret that this start does not name " +
        `(key ${missing.join(", ")}), and could not be opened: ` +
        "name the earlier secret in PATCHBAY_SECRET_PREVIOUS too, " +
        "and leave it there as long as values are sealed with it.",
    );
}

const READ = statement({
  name: "secret-check.read",
  text: "SELECT sealed, key_ids FROM secret_check WHERE id = 1",
  columns: { sealed: "text", key_ids: "text[]?" },
});
const WRITE = statement({
  name: "secret-check.write",
  text: "INSERT INTO secret_check (id, sealed) VALUES (1, $1) ON CONFLICT (id) DO NOTHING",
});
const RENEW = statement({
  name: "secret-check.renew",
  text: `UPDATE secret_check SET sealed = $1, key_ids = $2 WHERE id = 1 AND sealed = $3 AND key_ids IS NOT DISTINCT FROM $4
  RETURNING id`,
  columns: { id: "int4" },
});

type Check = StatementRow<typeof READ>;

/**
 * The check text and the ids of the keys in use, as the database has them; undefined before the first start.
 * @param on a connection; the pool by default
 */
export async function readSecretCheck(on?: Pick<pg.ClientBase, "query">): Promise<Check | undefined> {
  const [row] = await rowsOf(READ, [], on);
  return row;
}

/** Whether this process has the secret that sealed the check text, as the current or an earlier one. */
export const opensSecretCheck = (sealed: string): boolean => isOurs(sealed);

/**
 * Checks for a command, which can have other settings than the server, that it has the secret of a database in use.
 * Changes nothing.
 * @throws SettingsError in a sentence for the operator
 */
export async function assertSecret(): Promise<void> {
  const check = await readSecretCheck();
  if (check && !isOurs(check.sealed)) throw wrongSecret();
}

/** If two copies start on a new database, one writes the row; the other is checked against it. */
async function writeCheck(): Promise<Check | undefined> {
  await rowsOf(WRITE, [seal(TEXT, PLACE)]);
  return readSecretCheck();
}

/**
 * The ids of all keys that can have sealed values, this start's among them. The values are read only if one of the ids
 * is unknown here, or if nothing was recorded yet. A key that no value uses is then forgotten, which retires its
 * secret.
 * @throws SettingsError if values are sealed with a key that is not known here
 */
async function checkKeys({ sealed, key_ids: before }: Check, findKeyIds: () => Promise<string[]>): Promise<string[]> {
  const ids = new Set([...(before ?? []), keyIdOf(sealed), activeKeyId()]);
  const isChecked = before !== null && before.length > 0;
  if (isChecked && [...ids].every(isKnownKey)) return [...ids].sort();
  const keyIds = await findKeyIds();
  assertKnown(keyIds);
  return [...new Set([activeKeyId(), ...keyIds])].sort();
}

/** Stores what the start has found, unless another copy has changed the row meanwhile. */
async function renew({ sealed, key_ids: before }: Check, ids: string[]): Promise<boolean> {
  const isActive = keyIdOf(sealed) === activeKeyId();
  if (isActive && ids.join() === before?.join()) return true;
  const renewed = await rowsOf(RENEW, [isActive ? sealed : seal(TEXT, PLACE), ids, sealed, before]);
  return renewed.length > 0;
}

/**
 * Checks the secret against the row in the database, which is written at the first start. After a change of the secret,
 * the new one is valid as soon as a copy that knows both has started; the old one is needed as long as it has values.
 * The row is renewed last, and names the key before it seals anything.
 * @param findKeyIds finds the key ids of all sealed values
 * @throws SettingsError in one sentence for the operator
 */
export async function checkSecret(findKeyIds: () => Promise<string[]>): Promise<void> {
  for (;;) {
    let check = await readSecretCheck();
    if (check === undefined) {
      const keyIds = await findKeyIds();
      if (keyIds.length > 0 && !keyIds.some(isKnownKey)) throw wrongSecret();
      assertKnown(keyIds);
      check = await writeCheck();
    }
    if (check === undefined || !isOurs(check.sealed)) throw wrongSecret();
    if (await renew(check, await checkKeys(check, findKeyIds))) return;
  }
}
