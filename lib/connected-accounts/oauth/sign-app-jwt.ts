/** The JWT with which an app authenticates by its private key (GitHub Apps): RS256, signed for each request. */
import { createPrivateKey, sign, type KeyObject } from "node:crypto";
import { ApiError } from "@/lib/kernel/errors";
import type { AccountValues } from "../account-values";

/** How long a JWT is valid: GitHub allows ten minutes. */
const LIFE_SECONDS = 9 * 60;
/** JWTs are dated back by this, because the provider's clock can differ. */
export const BEFORE_SECONDS = 60;

/** The RSA key of a PEM text. @throws ApiError BadRequest for another text or another kind of key */
export function readRsaKey(pem: string, what: string): KeyObject {
  let key: KeyObject;
  try {
    // In a key copied from a JSON file, line breaks are the two characters \n.
    key = createPrivateKey(pem.includes("\n") ? pem : pem.replaceAll("\\n", "\n"));
  } catch {
    throw new ApiError("BadRequest", `${what} is not a private key in PEM form.`, {
      suggestedFix: "Paste the whole file, from -----BEGIN to the end of -----END.",
    });
  }
  if (key.asymmetricKeyType === "rsa") return key;
  throw new ApiError("BadRequest", "The private key is not an RSA key.", {
    suggestedFix: "Use the key that the provider gave you.",
  });
}

const toPart = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/**
 * The JWT of an app, from the values `private_key` and `application_id`. It is made without waiting, as credentials are
 * put into a request at once.
 * @throws ApiError BadRequest for an unusable key
 */
export function signAppJwt(values: AccountValues): string {
  const key = readRsaKey(values.private_key ?? "", "private_key");
  const seconds = Math.floor(Date.now() / 1000);
  const claims = { iss: values.application_id ?? "", iat: seconds - BEFORE_SECONDS, exp: seconds + LIFE_SECONDS };
  const text = `${toPart({ alg: "RS256", typ: "JWT" })}.${toPart(claims)}`;
  return `${text}.${sign("sha256", Buffer.from(text), key).toString("base64url")}`;
}
