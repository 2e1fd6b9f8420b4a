/** Whether a request comes from the provider: the signature schemes of providers, as their data names them. Pure. */
import { createHash, createHmac, createPublicKey, timingSafeEqual, verify as verifySignature } from "node:crypto";
import { fillText, type IncomingEvent, MissingValue, textAt } from "@/lib/catalog/event-value";
import type { Ingress } from "@/lib/catalog/trigger-type";
import type { Verification } from "@/lib/catalog/verification";
import { hideInside } from "@/lib/kernel/text/hide-escaped";
import { secretForms } from "@/lib/kernel/text/secret-forms";
import { formOf, type ProviderCall, toEvent } from "./provider-call";

/** Why a request is refused; null for one that proves its origin. */
export type Refusal = string | null;

type Hmac = Extract<Verification, { by: "hmac" }>;

/** Compares texts in constant time. */
export function isSame(input: string, expected: string): boolean {
  const [a, b] = [Buffer.from(input), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** `t=1,v1=aa,v1=bb` as pairs. A header of a stranger is cut before it is split. */
const pairsOf = (text: string): [string, string][] =>
  text
    .slice(0, 4000)
    .split(",")
    .slice(0, 50)
    .map((pair) => {
      const [name = "", ...rest] = pair.trim().split("=");
      return [name, rest.join("=")];
    });

function timestampOf({ timestamp: place }: Hmac, call: ProviderCall, signature: string): string | undefined {
  if (!place) return undefined;
  if (place.pair !== undefined) return pairsOf(signature).find(([name]) => name === place.pair)?.[1];
  if (place.header !== undefined) return call.headers[place.header];
  return place.path === undefined ? undefined : textAt({ path: place.path }, toEvent(call, {}));
}

const UNIT_MS = { seconds: 1000, milliseconds: 1 } as const;

function timeOf(text: string, unit: NonNullable<Hmac["timestamp"]>["unit"]): number {
  if (unit === "iso") return Date.parse(text);
  return /^\d{1,16}$/.test(text) ? Number(text) * UNIT_MS[unit] : NaN;
}

const tooOld = (atMs: number, nowMs: number, seconds: number): boolean =>
  !Number.isFinite(atMs) || Math.abs(nowMs - atMs) > seconds * 1000;

/** The signatures of a header, without what stands in front of them. */
function signaturesOf({ form, pair, prefix }: Hmac, text: string): string[] {
  if (form === "pairs") return pairsOf(text).flatMap(([name, value]) => (name === pair ? [value] : []));
  const all = form === "list" ? text.slice(0, 4000).split(" ").slice(0, 50) : [text];
  return all.flatMap((signature) => (signature.startsWith(prefix) ? [signature.slice(prefix.length)] : []));
}

const keyOf = ({ keyPrefix }: Hmac, secret: string): Buffer =>
  keyPrefix === undefined
    ? Buffer.from(secret)
    : Buffer.from(secret.startsWith(keyPrefix) ? secret.slice(keyPrefix.length) : secret, "base64");

function hmacRefusal(rule: Hmac, call: ProviderCall, secret: string, nowMs: number): Refusal {
  const header = call.headers[rule.header];
  if (header === undefined) return `The header ${rule.header} is missing.`;
  const timestamp = timestampOf(rule, call, header);
  if (rule.timestamp && timestamp === undefined) return "The request has no time.";
  const hmac = createHmac(rule.algorithm, keyOf(rule, secret));
  try {
    const values = { header: call.headers, url: call.url, method: call.method, timestamp };
    // The body is inserted last, because it can contain text that looks like a placeholder.
    const parts = rule.message.split("{body}").map((part) => fillText(part, values));
    for (const [index, part] of parts.entries()) {
      if (index > 0) hmac.update(call.bytes);
      hmac.update(part);
    }
  } catch (error) {
    if (!(error instanceof MissingValue)) throw error;
    return `The ${error.way.replace(".", " ")} is missing.`;
  }
  const signature = hmac.digest(rule.encoding);
  const isHex = rule.encoding === "hex";
  const signatures = signaturesOf(rule, header);
  if (!signatures.some((candidate) => isSame(isHex ? candidate.toLowerCase() : candidate, signature)))
    return "The signature does not fit.";
  if (rule.timestamp && tooOld(timeOf(timestamp ?? "", rule.timestamp.unit), nowMs, rule.tolerance))
    return `The request is older than ${rule.tolerance} seconds, or its clock is wrong.`;
  return null;
}

/** Raw Ed25519 keys as Node reads them: behind the head of their SPKI form. */
const SPKI_HEAD = Buffer.from("302a300506032b6570032100", "hex");

function ed25519Refusal(
  rule: Extract<Verification, { by: "ed25519" }>,
  call: ProviderCall,
  secret: string,
  nowMs: number,
): Refusal {
  const [signature, timestamp] = [call.headers[rule.header], call.headers[rule.timestampHeader]];
  if (signature === undefined || timestamp === undefined) return "The signature is missing.";
  if (!/^[0-9a-f]{64}$/i.test(secret)) return "The public key of the endpoint is not a key.";
  const key = createPublicKey({
    key: Buffer.concat([SPKI_HEAD, Buffer.from(secret, "hex")]),
    format: "der",
    type: "spki",
  });
  const fits = verifySignature(
    null,
    Buffer.concat([Buffer.from(timestamp), call.bytes]),
    key,
    Buffer.from(signature.slice(0, 200), "hex"),
  );
  if (!fits) return "The signature does not fit.";
  return tooOld(timeOf(timestamp, "seconds"), nowMs, rule.tolerance) ? "The request is too old." : null;
}

/** Twilio: the address, then each field of the form with its value, sorted by name. */
function twilioRefusal(header: string, call: ProviderCall, secret: string): Refusal {
  const signature = call.headers[header];
  if (signature === undefined) return `The header ${header} is missing.`;
  const form = formOf(call.text);
  if (form === undefined) return "The form has too many fields.";
  const fields = Object.entries(form).sort(([a], [b]) => (a < b ? -1 : 1));
  const message = call.url + fields.map(([name, value]) => name + value).join("");
  const expectedSignature = createHmac("sha1", secret).update(message).digest("base64");
  return isSame(signature, expectedSignature) ? null : "The signature does not fit.";
}

/**
 * Whether a request proves that the provider has sent it.
 * @param secret of the endpoint; without one only a provider that signs nothing is believed
 */
export function verifyCall(rule: Verification, call: ProviderCall, secret: string | undefined, nowMs: number): Refusal {
  if (rule.by === "address") return null;
  if (rule.by === "jwt") return "The token must be proven by the keys of the provider.";
  if (rule.by === "anyOf") {
    const refusals = rule.rules.map((innerRule) => verifyCall(innerRule, call, secret, nowMs));
    // Of several rules, the rule whose header is present counts.
    return refusals.includes(null)
      ? null
      : (refusals.find((refusal) => !refusal?.includes("missing")) ?? refusals[0] ?? null);
  }
  if (!secret && rule.by === "hmac" && rule.orAddress) return null;
  if (secret === undefined || secret === "") return "The endpoint has no secret yet, so nothing can be proven to it.";
  if (rule.by === "hmac") return hmacRefusal(rule, call, secret, nowMs);
  if (rule.by === "ed25519") return ed25519Refusal(rule, call, secret, nowMs);
  if (rule.by === "twilio") return twilioRefusal(rule.header, call, secret);
  const token = textAt(rule.at, toEvent(call, {}));
  if (token === undefined) return "The token is missing.";
  return isSame(token, rule.prefix + secret) ? null : "The token does not fit.";
}

/** The rules that may have proven a request. */
const rulesOf = (rule: Verification) => (rule.by === "anyOf" ? rule.rules : [rule]);

/** Whether a request without any proof may be believed, because only who knows its address can send it. */
export const believesAddress = (rule: Verification): boolean =>
  rulesOf(rule).some((innerRule) => innerRule.by === "address" || (innerRule.by === "hmac" && innerRule.orAddress));

/**
 * An event without the token in its body that proved it: who reads the event, as receiver or in a log, could report
 * events with it.
 */
export function withoutToken(event: IncomingEvent, rule: Verification, secret: string | undefined): IncomingEvent {
  const holdsIt = rulesOf(rule).some((innerRule) => innerRule.by === "token" && "path" in innerRule.at);
  return secret && holdsIt ? { ...event, body: hideInside(event.body, secretForms(secret)) } : event;
}

/**
 * A short text that identifies the signed content of a request: it is the same if somebody sends the request again with
 * another id. Undefined if nothing is signed, and if the id of the event is a part of the signed content.
 */
export function proofOf({ verify, eventId, once }: Ingress, call: ProviderCall): string | undefined {
  if (!once || (verify.by !== "hmac" && verify.by !== "ed25519" && verify.by !== "twilio")) return undefined;
  if (eventId && ("path" in eventId || "item" in eventId)) return undefined;
  const header = verify.by === "twilio" ? undefined : call.headers[verify.header];
  const timestamp =
    verify.by === "hmac" && header !== undefined
      ? timestampOf(verify, call, header)
      : verify.by === "ed25519"
        ? call.headers[verify.timestampHeader]
        : undefined;
  return createHash("sha256")
    .update(JSON.stringify(timestamp ?? ""))
    .update(call.bytes)
    .digest("base64url");
}
