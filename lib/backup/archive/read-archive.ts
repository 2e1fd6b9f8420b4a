/** Reads the entries of a backup in their order, and checks all sums against the manifest. */
import { createHash, type Hash } from "node:crypto";
import { extract, type Header } from "tar-stream";
import type { z } from "zod";
import { isStorageKey } from "@/lib/files/storage-key";
import { readJson } from "@/lib/kernel/json/read-json";
import type { JsonBounds } from "@/lib/kernel/json/scan-json";
import { BackupProblem } from "../backup-problem";
import type { BackupKey } from "../container/create-header";
import { readContainer } from "../container/write-container";
import { ABOUT, About, FILES, JOBS, LEFT_OUT, MANIFEST, Manifest, SUMS, SUMS_LINES, TABLES } from "./manifest";

type Bytes = AsyncIterable<Uint8Array>;

/** Of the entries that are read whole. */
const MAX_TEXT_BYTES = 16 * 1024 * 1024;
const BOUNDS: JsonBounds = { depth: 8, values: 1_000_000, names: 1_000_000, different: 1_000 };

/** Receives what a backup contains; each body has to be read to its end. */
export type Receiver = {
  about?: (about: About) => Promise<void>;
  /** A part of a table; parts of one table follow each other. */
  tablePart?: (table: string, body: Bytes) => Promise<void>;
  jobsPart?: (body: Bytes) => Promise<void>;
  file?: (key: string, body: Bytes) => Promise<void>;
};

const broken = (what: string): BackupProblem =>
  new BackupProblem(`The backup is damaged: ${what}. Use another copy of it, or another backup.`);

async function readText(body: Bytes): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > MAX_TEXT_BYTES) throw broken("a list in it is larger than any that Patchbay writes");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

async function readEntry<T extends z.ZodType>(schema: T, name: string, body: Bytes): Promise<z.output<T>> {
  const read = readJson(await readText(body), BOUNDS);
  const parsed = schema.safeParse(read.kind === "value" ? read.value : undefined);
  if (parsed.success) return parsed.data;
  throw new BackupProblem(
    `The entry ${name} of this backup is damaged, or a newer version of Patchbay wrote it: ` +
      "try the newest version, or another backup.",
  );
}

/** The sums of what was read, to compare with the manifest. */
class SumOf {
  private readonly hash: Hash = createHash("sha256");
  bytes = 0;

  async *pass(body: Bytes): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      this.hash.update(chunk);
      this.bytes += chunk.byteLength;
      yield chunk;
    }
  }

  get sha256(): string {
    return this.hash.copy().digest("hex");
  }
}

async function drain(body: Bytes): Promise<void> {
  for await (const _ of body);
}

class ArchiveReader {
  private about: About | undefined;
  private manifest: Manifest | undefined;
  private readonly tables = new Map<string, SumOf>();
  private readonly jobs = new SumOf();
  private readonly sumsHash = createHash("sha256");
  private sums: string[] = [];
  private files = { count: 0, bytes: 0 };

  constructor(private readonly receiver: Receiver) {}

  async read({ name, type }: Header, body: Bytes): Promise<void> {
    if (type !== "file") throw broken("it has an entry that is no file");
    if (this.manifest) throw broken("it goes on after its last entry");
    if (name === ABOUT) return this.readAbout(body);
    if (!this.about) throw broken("it does not begin with what it is of");
    if (name.startsWith(TABLES)) return this.readTable(name.slice(TABLES.length).split("/")[0] ?? "", body);
    if (name.startsWith(JOBS)) return (this.receiver.jobsPart ?? drain)(this.jobs.pass(body));
    if (name.startsWith(FILES)) return this.readFile(name.slice(FILES.length), body);
    if (name.startsWith(SUMS)) return this.readSums(await readText(body));
    if (name !== MANIFEST) throw broken("it has an unknown entry");
    this.manifest = await readEntry(Manifest, MANIFEST, body);
  }

  /** @throws BackupProblem if anything is not as it was written */
  check(): { about: About; manifest: Manifest } {
    const { about, manifest } = this;
    if (!about || !manifest) throw new BackupProblem("The backup is cut off: its last entry is missing.");
    if (about.id !== manifest.id) throw broken("its end belongs to another backup");
    if ([...this.tables.keys()].some((table) => !manifest.tables.some(({ name }) => name === table)))
      throw broken("it has rows that its end does not name");
    for (const { name, bytes, sha256 } of manifest.tables) {
      const sum = this.tables.get(name) ?? new SumOf();
      if (sum.bytes !== bytes || sum.sha256 !== sha256) throw broken(`the rows of ${name} are not complete`);
    }
    const { jobs, files } = manifest;
    if (this.jobs.bytes !== jobs.bytes || this.jobs.sha256 !== jobs.sha256) throw broken("its jobs are not complete");
    if (
      this.sums.length > 0 ||
      this.files.count !== files.count ||
      this.files.bytes !== files.bytes ||
      this.sumsHash.digest("hex") !== files.sha256
    )
      throw broken("its files are not complete");
    return { about, manifest };
  }

  private async readAbout(body: Bytes): Promise<void> {
    // The receiver takes the database at the first one.
    if (this.about) throw broken("it begins twice");
    this.about = await readEntry(About, ABOUT, body);
    await this.receiver.about?.(this.about);
  }

  private async readTable(table: string, body: Bytes): Promise<void> {
    if (!this.about?.tables.some(({ name }) => name === table)) throw broken(`it has rows of an unknown table`);
    const sum = this.tables.get(table) ?? new SumOf();
    this.tables.set(table, sum);
    const passed = sum.pass(body);
    // Whoever made the file can name rows that a server obeys, such as old backups, whose files it would delete.
    if (Object.hasOwn(LEFT_OUT, table)) return drain(passed);
    await (this.receiver.tablePart ? this.receiver.tablePart(table, passed) : drain(passed));
  }

  private async readFile(key: string, body: Bytes): Promise<void> {
    if (!isStorageKey(key)) throw broken("it has a file whose name is not one of Patchbay's");
    if (this.sums.length >= SUMS_LINES) throw broken("it has files without their sums");
    const sum = new SumOf();
    const passed = sum.pass(body);
    await (this.receiver.file ? this.receiver.file(key, passed) : drain(passed));
    this.files.count += 1;
    this.files.bytes += sum.bytes;
    this.sums.push(`${sum.sha256}  ${FILES}${key}\n`);
  }

  private readSums(text: string): void {
    const expected = text.split(/(?<=\n)/);
    const wrong = this.sums.findIndex((line, index) => line !== expected[index]);
    if (wrong >= 0) throw broken(`the file ${this.sums[wrong]?.slice(66).trim()} is not the one that was written`);
    if (expected.length !== this.sums.length) throw broken("its files are not complete");
    this.sumsHash.update(text);
    this.sums = [];
  }
}

/**
 * Reads a backup from its beginning to its end, and passes on what it contains. Only after the end is known whether it
 * was whole.
 * @param key undefined if the operator named none
 * @throws BackupProblem for a backup that is damaged, cut off, or does not open; what `receiver` throws
 */
export async function readArchive(
  source: Bytes,
  key: BackupKey | undefined,
  receiver: Receiver = {},
): Promise<{ about: About; manifest: Manifest }> {
  const reader = new ArchiveReader(receiver);
  const tar = extract();
  const feeding = readContainer(source, key, tar as unknown as NodeJS.WritableStream).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  try {
    for await (const entry of tar) await reader.read(entry.header, entry as unknown as Bytes);
  } catch (error) {
    tar.destroy();
    // A tar that ends too early is the consequence of a problem below it.
    const failure = await feeding;
    throw failure?.error instanceof BackupProblem ? failure.error : error;
  }
  const failure = await feeding;
  if (failure) throw failure.error;
  return reader.check();
}
