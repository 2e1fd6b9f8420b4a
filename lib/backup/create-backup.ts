/** Makes a backup of the whole server while it runs: the database as it is at one moment, and the files. */
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { readContents } from "@/lib/files/store-content";
import { VERSION } from "@/lib/kernel/process/version";
import { ArchiveWriter, type Sum } from "./archive/archive-writer";
import { JOBS, TABLES, type About, type Manifest } from "./archive/manifest";
import { readArchive } from "./archive/read-archive";
import { BackupProblem } from "./backup-problem";
import type { BackupKey } from "./container/create-header";
import { writeContainer } from "./container/write-container";
import { withSnapshot, type Snapshot } from "./database/with-snapshot";
import type { Place } from "./places/place";

export type BackupOptions = {
  place: Place;
  /** Undefined for a backup that everybody can read. */
  key: BackupKey | undefined;
  /** Reads the backup back and compares all sums. */
  verify: boolean;
  signal?: AbortSignal;
};

export type BackupReport = {
  id: string;
  name: string;
  bytes: number;
  tables: number;
  rows: number;
  files: number;
  missingFiles: number;
  verified: boolean;
};

const toAbout = (id: string, snapshot: Snapshot): About => ({
  format: 1,
  id,
  version: VERSION,
  made_at: snapshot.time.toISOString(),
  postgres: snapshot.postgres,
  migrations: snapshot.migrations,
  secret_check: snapshot.secretCheck,
  wrapped_secret: snapshot.wrappedSecret,
  key_ids: snapshot.keyIds,
  tables: snapshot.tables.map(({ name, columns }) => ({ name, columns })),
});

/** Writes the tables and the jobs; the snapshot ends with it. */
async function writeDatabase(
  archive: ArchiveWriter,
  id: string,
  signal?: AbortSignal,
): Promise<{ until: Date; manifest: Omit<Manifest, "files"> }> {
  return withSnapshot(async (snapshot) => {
    await archive.about(toAbout(id, snapshot));
    const tables: Manifest["tables"] = [];
    for (const table of snapshot.tables) {
      const { text, rows } = snapshot.copyTable(table);
      const sum = await archive.parts(TABLES + table.name, text);
      tables.push({ name: table.name, rows: rows(), ...sum });
    }
    const { text, rows } = snapshot.copyJobs();
    const sum: Sum = await archive.parts(JOBS.slice(0, -1), text);
    const sequences = await snapshot.findSequences();
    return { until: snapshot.time, manifest: { id, tables, jobs: { rows: rows(), ...sum }, sequences } };
  }, signal);
}

/** Writes all entries; the reader of the tar is the pace. */
async function writeEntries(archive: ArchiveWriter, id: string, signal?: AbortSignal): Promise<Manifest> {
  try {
    const { until, manifest } = await writeDatabase(archive, id, signal);
    await readContents(
      until,
      async (key, size, body) => {
        signal?.throwIfAborted();
        await archive.file(key, size, body);
      },
      () => archive.missing(),
    );
    return await archive.end(manifest);
  } catch (error) {
    archive.tar.destroy(error as Error);
    throw error;
  }
}

/** Reads a backup of a moment ago as a restore would. */
async function verifyWritten({ place, key }: BackupOptions, expected: Manifest): Promise<void> {
  const { manifest } = await readArchive(place.read(), key);
  if (!isDeepStrictEqual(manifest, expected))
    throw new BackupProblem(`The backup ${place.name} is not what was written a moment ago.`);
}

/**
 * Writes a backup, which has its name only when it is complete, and reads it back. Holds a few MB at a time.
 * @throws BackupProblem; then nothing is left at the place
 */
export async function createBackup(options: BackupOptions): Promise<BackupReport> {
  const { place, key, signal } = options;
  const id = randomUUID();
  const archive = new ArchiveWriter(new Date());
  let bytes = 0;
  const counting = async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      signal?.throwIfAborted();
      bytes += chunk.byteLength;
      yield chunk;
    }
  };
  const entries = writeEntries(archive, id, signal);
  const container = writeContainer(archive.tar as AsyncIterable<Uint8Array>, key, (source) =>
    place.write(counting(source), entries, signal),
  ).catch((error: Error) => {
    // Nobody reads the tar any longer, so whoever writes it must not wait.
    archive.tar.destroy(error);
    throw error;
  });
  const [entriesResult, placeResult] = await Promise.allSettled([entries, container]);
  // If the place fails, the entries end with it, and its error is the cause.
  if (placeResult.status === "rejected") throw placeResult.reason;
  if (entriesResult.status === "rejected") throw entriesResult.reason;
  if (options.verify) {
    try {
      await verifyWritten(options, entriesResult.value);
    } catch (error) {
      await place.remove();
      throw error;
    }
  }
  const { tables, files } = entriesResult.value;
  return {
    id,
    name: place.name,
    bytes,
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    files: files.count,
    missingFiles: files.missing,
    verified: options.verify,
  };
}
