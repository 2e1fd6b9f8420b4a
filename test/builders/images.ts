/** The first bytes of images, with their size in the header. */

/** The first bytes of a PNG image. */
export function png(width: number, height: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(64);
  bytes.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

/** A JPEG image: a part to skip, then its frame. */
export function jpeg(width: number, height: number): Buffer<ArrayBuffer> {
  const frame = Buffer.alloc(19);
  Buffer.from([0xff, 0xc0, 0, 17, 8]).copy(frame);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0]), frame]);
}

/** A WebP image in one of its three forms. */
export function webp(form: "VP8 " | "VP8L" | "VP8X", width: number, height: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(40);
  bytes.write(`RIFF\0\0\0\0WEBP${form}`, "latin1");
  if (form === "VP8 ") {
    bytes.writeUInt16LE(width, 26);
    bytes.writeUInt16LE(height, 28);
  } else if (form === "VP8L") bytes.writeUInt32LE((width - 1) | ((height - 1) << 14), 21);
  else {
    bytes.writeUIntLE(width - 1, 24, 3);
    bytes.writeUIntLE(height - 1, 27, 3);
  }
  return bytes;
}
