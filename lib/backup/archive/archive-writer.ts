/** Writes the entries of a backup's tar in bounded memory, and counts them for the manifest. */
import { createHash, type Hash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import { pack, type Pack } from "tar-stream";
import { ByteQueue } from "../byte-queue";
import { ABOUT, FILES, MANIFEST, PART_BYTES, SUMS, SUMS_LINES, type About, type Manifest } from "./manifest";

type Bytes = AsyncIterable<Uint8Array>;

export type Sum = { bytes: number; sha256: string };

/** A fixed mode; the time of an entry is that of the backup. */
const MODE = 0o600;

const numberOf = (index: number): string => String(index).padStart(6, "0");

export class ArchiveWriter {
  /** The tar; to be read while the functions of this class write it. */
  readonly tar: Pack = pack();
  private sums: string[] = [];
  private sumsCount = 0;
  private readonly sumsHash: Hash = createHash("sha256");
  private files = { count: 0, bytes: 0, missing: 0 };

  constructor(private readonly madeAt: Date) {}

  about(about: About): Promise<void> {
    return this.writeText(ABOUT, `${JSON.stringify(about, null, 2)}\n`);
  }

  /** Writes a text of unknown length as parts below `prefix`. */
  async parts(prefix: string, source: Bytes): Promise<Sum> {
    const hash = createHash("sha256");
    const queue = new ByteQueue();
    let [bytes, index] = [0, 0];
    for await (const chunk of source) {
      hash.update(chunk);
      bytes += chunk.byteLength;
      queue.push(chunk);
      while (queue.size >= PART_BYTES)
        await this.write(`${prefix}/${numberOf(index++)}`, PART_BYTES, [queue.take(PART_BYTES)]);
    }
    if (queue.size > 0) await this.write(`${prefix}/${numberOf(index)}`, queue.size, [queue.take(queue.size)]);
    return { bytes, sha256: hash.digest("hex") };
  }

  /** Writes a file whose size is known. */
  async file(key: string, size: number, content: Bytes): Promise<void> {
    const hash = createHash("sha256");
    const hashing = async function* (): AsyncGenerator<Uint8Array> {
      for await (const chunk of content) {
        hash.update(chunk);
        yield chunk;
      }
    };
    await this.write(FILES + key, size, hashing());
    this.files.count += 1;
    this.files.bytes += size;
    this.sums.push(`${hash.digest("hex")}  ${FILES}${key}\n`);
    if (this.sums.length >= SUMS_LINES) await this.writeSums();
  }

  /** Counts a file whose content is gone. */
  missing(): void {
    this.files.missing += 1;
  }

  /** Writes the last entry and ends the tar. */
  async end(manifest: Omit<Manifest, "files">): Promise<Manifest> {
    if (this.sums.length > 0) await this.writeSums();
    const complete = { ...manifest, files: { ...this.files, sha256: this.sumsHash.digest("hex") } };
    await this.writeText(MANIFEST, `${JSON.stringify(complete, null, 2)}\n`);
    this.tar.finalize();
    return complete;
  }

  private async writeSums(): Promise<void> {
    const text = this.sums.join("");
    this.sums = [];
    this.sumsHash.update(text);
    await this.writeText(SUMS + numberOf(this.sumsCount++), text);
  }

  private writeText(name: string, text: string): Promise<void> {
    const bytes = Buffer.from(text);
    return this.write(name, bytes.length, [bytes]);
  }

  /** Waits until the reader of the tar has taken the entry. */
  private async write(name: string, size: number, content: Bytes | Iterable<Uint8Array>): Promise<void> {
    const sink = this.tar.entry({ name, size, mode: MODE, mtime: this.madeAt });
    await pipeline(Readable.from(content, { objectMode: false }), sink);
  }
}
