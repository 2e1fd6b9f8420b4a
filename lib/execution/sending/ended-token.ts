/** Recognizes an answer that means an ended token of the account, also without 401. Pure. */
import type { EndedRule } from "@/lib/catalog/refusals-file";
import { readJson, SMALL_BOUNDS } from "@/lib/kernel/json/read-json";
import { holds, MAX_TEXT, valuesAt } from "./answer-rule";

/** Larger answers contain more than the refusal of a token. */
const MAX_BYTES = 16 * 1024;

/** Codes that mean an ended token, without the signs between their words. */
const ENDED_CODES = new Set([
  "invalidtoken",
  "tokeninvalid",
  "tokenexpired",
  "expiredtoken",
  "tokenhasexpired",
  "tokenisexpired",
  "accesstokenexpired",
  "accesstokenhasexpired",
  "expiredaccesstoken",
  "invalidaccesstoken",
  "accesstokeninvalid",
  "authtokenexpired",
  "expiredauthtoken",
  "oauthtokenexpired",
  "expiredoauthtoken",
  "invalidoauthtoken",
  "invalidauthenticationtoken",
  "authenticationtokenexpired",
  "expiredauthenticationtoken",
  "bearertokenexpired",
  "jwtexpired",
]);
const CODE_WAYS = [
  "error",
  "code",
  "error.code",
  "error.type",
  "error.status",
  "error_code",
  "errorCode",
  "errors.0.code",
  "errors.0.type",
  "0.errorCode",
  "type",
];

/** Fields that contain sentences. */
const SENTENCE_WAYS = [
  "message",
  "error",
  "error.message",
  "error_description",
  "errorMessage",
  "detail",
  "errors.0.message",
  "errors.0.detail",
];
const MAX_SENTENCE = 300;
const ENDED_SENTENCE = new RegExp(
  String.raw`\b(?:access|auth|authentication|authorization|bearer|oauth|session) token\b[^.]{0,40}` +
    String.raw`\b(?:expired|invalid|not valid|revoked)\b|` +
    String.raw`\b(?:expired|invalid|revoked) (?:access|auth|authentication|bearer|oauth|oauth access) token\b|` +
    String.raw`^(?:the |your )?token (?:has |is )?(?:expired|revoked)\b`,
  "i",
);

const isEndedSentence = (value: unknown): boolean =>
  typeof value === "string" && value.length <= MAX_SENTENCE && ENDED_SENTENCE.test(value);

const isEndedCode = (value: unknown): boolean =>
  typeof value === "string" && value.length <= 60 && ENDED_CODES.has(value.toLowerCase().replace(/[^a-z]/g, ""));

/** Statuses with which servers refuse a token besides 401 (RFC 6750, 3.1 names 400, 401 and 403). */
const REFUSALS = new Set([400, 403]);

function parsed(body: Uint8Array): unknown {
  if (body.byteLength === 0 || body.byteLength > MAX_BYTES) return undefined;
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8");
  const json = readJson(text, SMALL_BOUNDS);
  return json.kind === "value" ? json.value : text;
}

/**
 * Whether an answer means that the token of the request has ended, so that nothing was done: 401, the `invalid_token`
 * of RFC 6750, section 3.1, an equal code in the body, or a rule of the provider.
 */
export function tellsEndedToken(
  { status, headers, body }: { status: number; headers: Readonly<Record<string, string>>; body: Uint8Array },
  rules: readonly EndedRule[] = [],
): boolean {
  if (status === 401) return true;
  const ownRules = rules.filter((rule) => rule.status.includes(status));
  const isRefusal = REFUSALS.has(status);
  if (!isRefusal && ownRules.length === 0) return false;
  if (isRefusal && /\berror\s*=\s*"?invalid_token\b/i.test((headers["www-authenticate"] ?? "").slice(0, MAX_TEXT)))
    return true;
  const answer = parsed(body);
  if (answer === undefined) return false;
  if (isRefusal && CODE_WAYS.some((way) => isEndedCode(valuesAt(answer, way)[0]))) return true;
  if (isRefusal && SENTENCE_WAYS.some((way) => isEndedSentence(valuesAt(answer, way)[0]))) return true;
  return ownRules.some((rule) => holds(rule, answer));
}
