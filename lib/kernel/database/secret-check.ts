/** Refuses to start with another secret than the one of the database, whose sealed values would not open. */
import { rowsOf, statement } from "./statement";
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
  const which =
    secretFrom === "PATCHBAY_SECRET"
      ? "PATCHBAY_SECRET is not the secret of this database"
      : `PATCHBAY_SECRET is not set, and the secret that was generated into ${dataDir}/secret is not the one of this database`;
  return new SettingsError(
    `${which}: no credential that is stored there could be opened. Set PATCHBAY_SECRET to the secret with which the database was first used: other copies of the app have it, and a generated one is the file "secret" in the data folder of the copy that made it. To change the secret, name the old one in PATCHBAY_SECRET_PREVIOUS.`,
  );
}

const READ = statement({
  name: "secret-check.read",
  text: "SELECT sealed FROM secret_check WHERE id = 1",
  columns: { sealed: "text" },
});
const WRITE = statement({
  name: "secret-check.write",
  text: "INSERT INTO secret_check (id, sealed) VALUES (1, $1) ON CONFLICT (id) DO NOTHING",
});
const RENEW = statement({
  name: "secret-check.renew",
  text: "UPDATE secret_check SET sealed = $1 WHERE id = 1 AND sealed = $2",
});

async function readCheck(): Promise<string | undefined> {
  const [row] = await rowsOf(READ, []);
  return row?.sealed;
}

/** If two copies start on a new database, one writes the row; the other is checked against it. */
async function writeCheck(): Promise<string | undefined> {
  await rowsOf(WRITE, [seal(TEXT, PLACE)]);
  return readCheck();
}

/**
 * Checks the secret against the row in the database, which is written at the first start. After a change of the secret, the
 * new one is valid as soon as a copy that knows both has started.
 * @param findKeyIds finds the key ids of sealed values; called if there is no row yet, so that an older database is not
 *   opened with a wrong secret
 * @throws SettingsError in one sentence for the operator
 */
export async function checkSecret(findKeyIds: () => Promise<string[]>): Promise<void> {
  let sealed = await readCheck();
  if (sealed === undefined) {
    const used = await findKeyIds();
    if (used.length > 0 && !used.some(isKnownKey)) throw wrongSecret();
    sealed = await writeCheck();
  }
  if (sealed === undefined || !isOurs(sealed)) throw wrongSecret();
  if (keyIdOf(sealed) !== activeKeyId()) await rowsOf(RENEW, [seal(TEXT, PLACE), sealed]);
}
