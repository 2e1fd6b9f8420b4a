/** The picture of a toolkit that a project gives: a square PNG or JPEG of bounded size. Pure. */
import { ApiError } from "@/lib/kernel/errors";

const MAX_BYTES = 3 * 1024 * 1024;
const [LEAST, MOST] = [256, 1024];
const PNG = Buffer.from("89504e470d0a1a0a", "hex");

type Size = { width: number; height: number };

const pngSize = (bytes: Buffer): Size | undefined =>
  bytes.length >= 24 && bytes.subarray(0, 8).equals(PNG) && bytes.toString("latin1", 12, 16) === "IHDR"
    ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : undefined;

/** Frames that contain the size: SOF0 to SOF15, without those that mean tables. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function jpegSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let index = 2; index + 9 < bytes.length; ) {
    if (bytes[index] !== 0xff) return undefined;
    const marker = bytes[index + 1] ?? 0;
    if (isFrame(marker)) return { height: bytes.readUInt16BE(index + 5), width: bytes.readUInt16BE(index + 7) };
    const length = bytes.readUInt16BE(index + 2);
    if (length < 2) return undefined;
    index += 2 + length;
  }
  return undefined;
}

const invalid = (problem: string): ApiError =>
  new ApiError("BadRequest", `logo_file: ${problem}`, {
    suggestedFix: `Send a square PNG or JPEG of ${LEAST} to ${MOST} pixels and at most 3 MB.`,
  });

/** The bytes of a logo. @throws ApiError BadRequest for anything else than a square picture of the allowed size */
export function readLogo({ content, mime_type: type }: { content: string; mime_type: string }): Buffer<ArrayBuffer> {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(content)) throw invalid("content is not base64.");
  const bytes = Buffer.from(content, "base64");
  if (bytes.length > MAX_BYTES) throw invalid(`it has ${bytes.length} bytes.`);
  const size = type === "image/png" ? pngSize(bytes) : jpegSize(bytes);
  if (!size) throw invalid(`content is no ${type}.`);
  if (size.width !== size.height) throw invalid(`it has ${size.width} by ${size.height} pixels, so it is not square.`);
  if (size.width < LEAST || size.width > MOST) throw invalid(`it has ${size.width} pixels in each direction.`);
  return bytes;
}
