/** Signed JWTs in place of a password, for Google's service accounts (RFC 7523). */
import type { KeyObject } from "node:crypto";
import { SignJWT } from "jose";
import { ApiError } from "@/lib/kernel/errors";
import { assertReachable } from "@/lib/kernel/outbound/send";
import { readJson, SMALL_BOUNDS } from "@/lib/kernel/json/read-json";
import type { AccountValues } from "../account-values";
import { BEFORE_SECONDS, readRsaKey } from "./sign-app-jwt";

/** Google's token endpoint, if the key file names none. */
const GOOGLE_TOKEN_URL = "https://oauth2.googleapis.com/token";
/** How long a JWT is valid: Google allows an hour. */
const LIFE = "9m";
const sign = (key: KeyObject, jwt: SignJWT, header: { kid?: string } = {}): Promise<string> =>
  jwt
    .setProtectedHeader({ alg: "RS256", typ: "JWT", ...header })
    .setIssuedAt(Math.floor(Date.now() / 1000) - BEFORE_SECONDS)
    .setExpirationTime(LIFE)
    .sign(key);

type KeyFile = { client_email: string; private_key: string; private_key_id?: string; token_uri?: string };

function readKeyFile(text: string | undefined): KeyFile {
  const wrong = (problem: string) =>
    new ApiError("BadRequest", `credentials_json ${problem}.`, {
      suggestedFix: "Paste the JSON key file of the service account as you downloaded it.",
    });
  const read = readJson(text ?? "", SMALL_BOUNDS);
  if (read.kind !== "value") throw wrong("is not JSON");
  const file = read.value as Partial<Record<keyof KeyFile, unknown>> | null;
  const { client_email: email, private_key: key, private_key_id: id, token_uri: uri } = file ?? {};
  if (typeof email !== "string" || typeof key !== "string") throw wrong("has no client_email or no private_key");
  return {
    client_email: email,
    private_key: key,
    ...(typeof id === "string" && { private_key_id: id }),
    ...(typeof uri === "string" && { token_uri: uri }),
  };
}

/**
 * The assertion of a service account, and the URL where it is exchanged (RFC 7523 section 3). The auth config's token
 * URL wins over the key file's; both must be allowed by the outbound policy.
 * @throws ApiError BadRequest for an invalid key file
 */
export async function signServiceAssertion(
  values: AccountValues,
  scope: string,
  tokenUrl?: string,
): Promise<{ tokenUrl: string; assertion: string }> {
  const file = readKeyFile(values.credentials_json);
  const url = tokenUrl ?? file.token_uri ?? GOOGLE_TOKEN_URL;
  assertReachable(url, "credentials_json.token_uri");
  const key = readRsaKey(file.private_key, "credentials_json.private_key");
  const jwt = new SignJWT({ scope }).setIssuer(file.client_email).setAudience(url);
  return {
    tokenUrl: url,
    assertion: await sign(
      key,
      values.subject ? jwt.setSubject(values.subject) : jwt,
      file.private_key_id ? { kid: file.private_key_id } : {},
    ),
  };
}
