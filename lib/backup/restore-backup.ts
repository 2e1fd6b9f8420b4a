/** Restores a backup into a database and a storage of files: all of it, or nothing that starts. */
import pg from "pg";
import { moveToStorage, storeContent } from "@/lib/files/store-content";
import { opensSecretCheck } from "@/lib/kernel/database/check-secret";
import { beginQuiet } from "@/lib/kernel/database/quiet";
import {
  prepareRestoredSecrets,
  storeWrappedSecret,
  wrapSecret,
  type WrappedSecret,
} from "@/lib/kernel/kms/prepare-secrets";
import { env } from "@/lib/kernel/process/env";
import { isKnownKey } from "@/lib/kernel/process/vault";
import type { About } from "./archive/manifest";
import { assertRoom, toSizes, type Sizes } from "./assert-room";
import { readArchive } from "./archive/read-archive";
import { BackupProblem } from "./backup-problem";
import type { BackupKey } from "./container/create-header";
import { COPY_SETTINGS } from "./database/with-snapshot";
import { setSequences, TableLoader } from "./database/table-loader";
import { assertKnown, clearDatabase, makeTables, type Migration } from "./database/make-tables";
import type { Place } from "./places/place";

export type RestoreOptions = {
  place: Place;
  key: BackupKey | undefined;
  /** All of this version, in their order. */
  migrations: readonly Migration[];
  databaseUrl: string;
  /** Replaces what the database has. */
  replace: boolean;
  /** Has PATCHBAY_KMS keep PATCHBAY_SECRET, wrapped in the restored database. */
  wrapsSecret?: boolean;
};

export type RestoreReport = {
  id: string;
  version: string;
  madeAt: string;
  rows: number;
  files: number;
  /** Files whose content the storage already had. */
  presentFiles: number;
  /** Tables of other programs in the backup, whose rows were left out. */
  strangers: string[];
};

/** @throws BackupProblem if this process does not have the secrets that the values are sealed with */
async function assertSecret({ secret_check: sealed, key_ids: keyIds, wrapped_secret: wrapped }: About): Promise<void> {
  await prepareRestoredSecrets(wrapped);
  if (sealed !== null && !opensSecretCheck(sealed))
    throw new BackupProblem(
      "The secret of this server is not the one of the backup, so no credential in it would open. Name the file that " +
        "was written with --secret-file at the backup by --secret-file, or set PATCHBAY_SECRET to the original's; " +
        "nothing was changed.",
    );
  const missing = keyIds.filter((id) => !isKnownKey(id));
  if (missing.length > 0)
    throw new BackupProblem(
      `Values of this backup are sealed with an earlier secret (key ${missing.join(", ")}): ` +
        "name it in PATCHBAY_SECRET_PREVIOUS too; nothing was changed.",
    );
}

/**
 * Reads a backup whole, and checks that this version and this secret can restore it, and that the disk has room. Writes
 * nothing.
 * @param isEmbedded whether the database is in the data folder
 * @throws BackupProblem
 */
export async function inspectBackup(
  { place, key, migrations }: Pick<RestoreOptions, "place" | "key" | "migrations">,
  isEmbedded: boolean,
): Promise<{ about: About; sizes: Sizes }> {
  const { about, manifest } = await readArchive(place.read(), key, {
    about: async (about) => {
      assertKnown(about, migrations);
      await assertSecret(about);
    },
  });
  const sizes = toSizes(manifest);
  await assertRoom(sizes, isEmbedded);
  return { about, sizes };
}

/** Loads everything on one connection. Contents of files are stored before the commit: no row names a missing file. */
async function load(client: pg.Client, options: RestoreOptions): Promise<RestoreReport> {
  const { place, key, migrations, replace } = options;
  let wrapped: WrappedSecret | undefined;
  let loader: TableLoader | undefined;
  let tables: ReadonlySet<string> = new Set();
  let presentFiles = 0;
  const { about, manifest } = await readArchive(place.read(), key, {
    about: async (about) => {
      assertKnown(about, migrations);
      await assertSecret(about);
      const { kms, secret } = env();
      if (options.wrapsSecret && kms.current && secret) wrapped = await wrapSecret(kms.current, secret);
      await clearDatabase(client, migrations, replace);
      tables = await makeTables(client, about, migrations);
      loader = new TableLoader(client, about, tables);
    },
    tablePart: async (table, body) => loader?.part(table, body),
    jobsPart: async (body) => loader?.jobsPart(body),
    file: async (fileKey, body) => {
      await loader?.end();
      if (!(await storeContent(client, fileKey, body))) presentFiles += 1;
    },
  });
  await loader?.end();
  await setSequences(client, manifest.sequences, tables);
  await moveToStorage(client);
  await beginQuiet(client, new Date(about.made_at));
  if (wrapped) await storeWrappedSecret(client, wrapped);
  return {
    id: about.id,
    version: about.version,
    madeAt: about.made_at,
    rows: manifest.tables.reduce((sum, { name, rows }) => sum + (tables.has(name) ? rows : 0), 0),
    files: manifest.files.count,
    presentFiles,
    strangers: [...(loader?.strangers ?? [])],
  };
}

/**
 * Restores a backup that `inspectBackup` has read, in one transaction. The caller applies newer migrations afterwards.
 * The server that starts on it is quiet.
 * @throws BackupProblem; the database is then as it was
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreReport> {
  const client = new pg.Client({ connectionString: options.databaseUrl, application_name: "patchbay restore" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("BEGIN");
    await client.query(COPY_SETTINGS);
    const report = await load(client, options);
    await client.query("COMMIT");
    return report;
  } finally {
    await client.end();
  }
}
