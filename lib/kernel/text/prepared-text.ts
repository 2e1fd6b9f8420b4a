/** A text that many answers begin with: its bytes, their hash and their compressed form are made once. */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";

const compress = promisify(deflateRaw);

/** RFC 1952, 2.3: deflate, no flags, no time, any system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

/** The last block of a deflate stream, stored as it is (RFC 1951, 3.2.4). */
function toLastBlock(bytes: Buffer): Buffer {
  const header = Buffer.alloc(5, 1);
  header.writeUInt16LE(bytes.length, 1);
  header.writeUInt16LE(~bytes.length & 0xffff, 3);
  return Buffer.concat([header, bytes]);
}

export class PreparedText {
  readonly bytes: Buffer;
  /** SHA-256. */
  readonly hash: Buffer;
  private packed: { deflated: Buffer; checksum: number } | undefined;

  constructor(parts: readonly Buffer[]) {
    this.bytes = Buffer.concat(parts);
    this.hash = createHash("sha256").update(this.bytes).digest();
  }

  /** Whether the compressed form is there, so that `gzipWith` has next to nothing to do. */
  get isPacked(): boolean {
    return this.packed !== undefined;
  }

  /** The approximate number of bytes in memory, with the compressed form. */
  get size(): number {
    return Math.ceil(this.bytes.length * 1.25);
  }

  /**
   * This text and `end` in gzip. Only `end` is new work, and it is not compressed.
   * @param end at most 65,535 bytes
   */
  async gzipWith(end: Buffer): Promise<Buffer[]> {
    const { deflated, checksum } = (this.packed ??= await this.pack());
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(crc32(end, checksum), 0);
    trailer.writeUInt32LE((this.bytes.length + end.length) % 2 ** 32, 4);
    return [GZIP_HEADER, deflated, toLastBlock(end), trailer];
  }

  /** The compressed bytes end with a whole byte, so that another block can follow. */
  private async pack(): Promise<{ deflated: Buffer; checksum: number }> {
    const deflated = await compress(this.bytes, { finishFlush: constants.Z_SYNC_FLUSH });
    return { deflated, checksum: crc32(this.bytes) };
  }
}
