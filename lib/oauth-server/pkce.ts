/** Proof that whoever collects a code is whoever asked for it (RFC 7636), S256 alone. Pure. */
import { createHash, timingSafeEqual } from "node:crypto";

/** Base64url of a SHA-256. */
export const isChallenge = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

export function provesChallenge(verifier: string | undefined, challenge: string): boolean {
  if (verifier === undefined || !VERIFIER.test(verifier)) return false;
  const hash = createHash("sha256").update(verifier).digest("base64url");
  return hash.length === challenge.length && timingSafeEqual(Buffer.from(hash), Buffer.from(challenge));
}
