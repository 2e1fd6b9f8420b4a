/** Codes of authenticator apps: RFC 6238 with what apps assume, SHA-1, six digits and 30 seconds. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const STEP_MS = 30_000;
const DIGITS = 6;
/** RFC 4226 section 4 recommends 160 bits. */
const SECRET_BYTES = 20;
/** A code of the step before and of the next step is accepted, because clocks differ. */
const DRIFT = [-1, 0, 1];

/** RFC 4648 section 6, without padding: apps refuse it. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
}

/** @throws Error for a text that is not base32 */
export function fromBase32(text: string): Buffer {
  if (!/^[A-Z2-7]*$/.test(text)) throw new Error("A secret is not base32.");
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** A new shared secret, in base32. */
export const newSecret = (): string => toBase32(randomBytes(SECRET_BYTES));

/** The number of the time step (RFC 6238 section 4.2). */
export const stepAt = (time: Date): number => Math.floor(time.getTime() / STEP_MS);

/** The code of a counter (RFC 4226 section 5.3). */
export function codeOf(secret: string, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const value = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(value % 10 ** digits).padStart(digits, "0");
}

/**
 * The step whose code this is; null for a wrong code. Each step is compared in constant time, whether an earlier step
 * has matched or not.
 */
export function findStep(secret: string, code: string, time: Date): number | null {
  const typed = Buffer.from(code);
  let matching: number | null = null;
  for (const drift of DRIFT) {
    const step = stepAt(time) + drift;
    const expected = Buffer.from(codeOf(secret, step));
    if (typed.length === expected.length && timingSafeEqual(typed, expected)) matching = step;
  }
  return matching;
}

/** The address that authenticator apps read from a QR code. */
export function toOtpauthUrl(secret: string, email: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}
