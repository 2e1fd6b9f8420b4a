/**
 * The text of a new key. It ends with a checksum, so that scanners for leaked secrets recognize a key without asking
 * this server. Keys from before the checksum have 32 characters after their prefix.
 */
import { crc32 } from "node:zlib";
import { newToken } from "@/lib/kernel/ids";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 62 to the power of 6 is more than 2 to the power of 32. */
const CHECKSUM_LENGTH = 6;

/** CRC-32 of a text in base 62, with leading zeros. */
function toChecksum(text: string): string {
  let rest = crc32(text);
  let checksum = "";
  for (let index = 0; index < CHECKSUM_LENGTH; index++) {
    checksum = `${DIGITS[rest % DIGITS.length]}${checksum}`;
    rest = Math.floor(rest / DIGITS.length);
  }
  return checksum;
}

/** A prefix, 32 random letters and digits, and the checksum of both. */
export function newKey(prefix: string): string {
  const token = newToken(prefix);
  return token + toChecksum(token);
}
