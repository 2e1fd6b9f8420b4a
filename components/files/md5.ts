/** MD5 (RFC 1321), which names an upload's content; browsers have no function for it. It protects nothing here. */

/** Rotations of the four rounds. */
const TURNS = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
] as const;
/** T[i] = floor(2^32 * |sin(i + 1)|), RFC 1321, 3.4 */
const SINES = Uint32Array.from({ length: 64 }, (_, i) => Math.floor(2 ** 32 * Math.abs(Math.sin(i + 1))));
const BLOCK = 64;

/** Which word of the block a step takes. */
const wordOf = (round: number, step: number): number => ([step, 5 * step + 1, 3 * step + 5, 7 * step][round] ?? 0) & 15;

function mixed(round: number, b: number, c: number, d: number): number {
  if (round === 0) return (b & c) | (~b & d);
  if (round === 1) return (d & b) | (~d & c);
  return round === 2 ? b ^ c ^ d : c ^ (b | ~d);
}

/** A sum that grows with the content. */
export class Md5 {
  private readonly state = new Int32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]);
  private readonly rest = new Uint8Array(BLOCK);
  private length = 0;

  update(bytes: Uint8Array): this {
    let at = 0;
    const kept = this.length % BLOCK;
    this.length += bytes.length;
    if (kept > 0) {
      const part = bytes.subarray(0, BLOCK - kept);
      this.rest.set(part, kept);
      if (kept + part.length < BLOCK) return this;
      this.mix(new DataView(this.rest.buffer), 0);
      at = part.length;
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (; at + BLOCK <= bytes.length; at += BLOCK) this.mix(view, at);
    this.rest.set(bytes.subarray(at));
    return this;
  }

  /** In hex. Ends the sum. */
  digest(): string {
    const bits = this.length * 8;
    const padding = new Uint8Array((this.length % BLOCK < 56 ? 56 : 120) - (this.length % BLOCK) + 8);
    padding[0] = 0x80;
    const view = new DataView(padding.buffer);
    view.setUint32(padding.length - 8, bits >>> 0, true);
    view.setUint32(padding.length - 4, Math.floor(bits / 2 ** 32), true);
    this.update(padding);
    const out = new DataView(new ArrayBuffer(16));
    this.state.forEach((word, i) => out.setInt32(i * 4, word, true));
    return Array.from(new Uint8Array(out.buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  private mix(view: DataView, at: number): void {
    let [a = 0, b = 0, c = 0, d = 0] = this.state;
    for (let step = 0; step < 64; step++) {
      const round = step >> 4;
      const sum =
        (a + mixed(round, b, c, d) + view.getInt32(at + 4 * wordOf(round, step), true) + (SINES[step] ?? 0)) | 0;
      const turn = TURNS[round]?.[step & 3] ?? 0;
      [a, d, c, b] = [d, c, b, (b + ((sum << turn) | (sum >>> (32 - turn)))) | 0];
    }
    [a, b, c, d].forEach((word, i) => {
      this.state[i] = ((this.state[i] ?? 0) + word) | 0;
    });
  }
}
