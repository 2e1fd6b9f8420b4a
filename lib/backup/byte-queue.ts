/** Collects bytes as they arrive and hands them out in pieces of a chosen size. */
export class ByteQueue {
  private chunks: Uint8Array[] = [];
  private bytes = 0;

  get size(): number {
    return this.bytes;
  }

  push(chunk: Uint8Array): void {
    if (chunk.byteLength === 0) return;
    this.chunks.push(chunk);
    this.bytes += chunk.byteLength;
  }

  /** Removes the first `size` bytes; at most all of them. */
  take(size: number): Buffer {
    const parts: Uint8Array[] = [];
    let missing = Math.min(size, this.bytes);
    this.bytes -= missing;
    while (missing > 0) {
      const [first] = this.chunks;
      if (!first) break;
      if (first.byteLength > missing) {
        parts.push(first.subarray(0, missing));
        this.chunks[0] = first.subarray(missing);
        break;
      }
      parts.push(first);
      this.chunks.shift();
      missing -= first.byteLength;
    }
    return Buffer.concat(parts);
  }
}
