/** Detects the type of an uploaded logo by its bytes alone; the sender's type does not count. Pure. */
import { ApiError } from "@/lib/kernel/errors";

export const MAX_LOGO_BYTES = 512 * 1024;
const MAX_SIDE = 2000;

export type LogoType = "image/png" | "image/jpeg" | "image/webp";
type Size = { width: number; height: number };

const PNG = Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");

const pngSize = (bytes: Buffer): Size | null =>
  bytes.length >= 33 && bytes.subarray(0, PNG.length).equals(PNG)
    ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : null;

/** Start-of-frame markers contain the size; C4, C8 and CC are other markers. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function jpegSize(bytes: Buffer): Size | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  for (
    let offset = 2;
    offset + 9 <= bytes.length && bytes[offset] === 0xff;
    offset += 2 + bytes.readUInt16BE(offset + 2)
  )
    if (isFrame(bytes.readUInt8(offset + 1)))
      return { width: bytes.readUInt16BE(offset + 7), height: bytes.readUInt16BE(offset + 5) };
  return null;
}

/** Three forms: one frame with loss, one without, and one with more parts. */
function webpSize(bytes: Buffer): Size | null {
  if (bytes.length < 30 || bytes.toString("latin1", 0, 4) !== "RIFF") return null;
  const form = bytes.toString("latin1", 8, 16);
  if (form === "WEBPVP8 ") return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (form === "WEBPVP8X") return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) };
  if (form !== "WEBPVP8L") return null;
  const bits = bytes.readUInt32LE(21);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
}

const READERS = [
  ["image/png", pngSize],
  ["image/jpeg", jpegSize],
  ["image/webp", webpSize],
] as const;

const refuse = (problem: string, suggestedFix: string): ApiError =>
  new ApiError("BadRequest", `The logo ${problem}.`, { suggestedFix, errors: [`content: ${problem}`] });

/** @throws ApiError BadRequest for other files, for SVG because it can hold scripts, and if the image is too large */
export function readLogo(bytes: Buffer): LogoType {
  if (bytes.length > MAX_LOGO_BYTES) throw refuse("has more than 512 KB", "Upload a smaller image.");
  for (const [type, sizeOf] of READERS) {
    const size = sizeOf(bytes);
    if (!size) continue;
    const { width, height } = size;
    if (width < 1 || height < 1) throw refuse("has no pixels", "Upload another image.");
    if (width > MAX_SIDE || height > MAX_SIDE)
      throw refuse(
        `is ${width} by ${height} pixels; ${MAX_SIDE} by ${MAX_SIDE} are the most`,
        "Upload a smaller image.",
      );
    return type;
  }
  throw refuse("is not a PNG, JPEG or WebP image", "Save it as one of these and upload that; SVG files are not taken.");
}
