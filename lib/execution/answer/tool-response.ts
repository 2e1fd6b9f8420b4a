/** Turns a provider's answer into the outcome of a tool. Pure. */
import type { FailureRule } from "@/lib/catalog/refusals-file";
import type { OutboundError } from "@/lib/kernel/outbound/send";
import type { OutboundResponse } from "@/lib/kernel/outbound/outbound-request";
import { ANSWER_BOUNDS, readJson } from "@/lib/kernel/json/read-json";
import { EXCESS_WORDS, type Excess } from "@/lib/kernel/json/scan-json";
import { decodeText } from "@/lib/kernel/text/decode-text";
import { hideEscaped } from "@/lib/kernel/text/hide-escaped";
import { hiderOf } from "@/lib/kernel/text/hide-secrets";
import { cutText } from "@/lib/kernel/text/storable";
import { NO_ANSWER } from "../constants";
import { failureInSuccess } from "./failure-in-success";
import { findProviderMessage } from "./provider-message";
import { reasonPhrase } from "./status-text";

/** The answer of a tool. `data` is always an object, because the official clients refuse anything else. */
export type ToolOutcome = { data: Record<string, unknown>; error: string | null; successful: boolean };

/** The content of an answer's body, by kind. */
export type ParsedBody =
  | { kind: "empty" }
  | { kind: "json"; value: unknown; values: number }
  | { kind: "text"; value: string }
  | { kind: "binary"; bytes: Buffer; contentType: string }
  /** JSON of more values than are answered: `value` is its beginning as text, `bytes` the whole as a file. */
  | { kind: "large"; value: string; bytes: Buffer; contentType: string; excess: string };

/** Larger files are described in the answer, without their content. */
export const MAX_INLINE_BYTES = 1024 * 1024;

const TEXT_TYPE = /^text\/|[/+](json|xml|yaml|javascript|csv|x-www-form-urlencoded|graphql|html)\b|x-ndjson/;
const BINARY_TYPE =
  /^(image|audio|video|font)\/(?!svg)|octet-stream|\/(pdf|zip|gzip|x-tar|x-7z|vnd\.(ms-|openxmlformats))/;

/** Whether this media type always means bytes. */
export const isBinaryType = (type: string): boolean => BINARY_TYPE.test(type);

/** The media type of an answer, without its parameters; "" if it is missing. */
export const typeOf = (headers: Record<string, string>): string =>
  (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";

const MAX_CUT_LENGTH = 10_000;

/** The bound that an answer passes, in words. */
const wordsOf = (excess: Excess): string =>
  `more than ${ANSWER_BOUNDS[excess].toLocaleString("en")} ${EXCESS_WORDS[excess]}`;

const cutJson = (text: string, excess: Excess): string =>
  `${cutText(text, MAX_CUT_LENGTH)}[cut: JSON of ${wordsOf(excess)}, ${text.length} characters in all]`;

/** The value of JSON, or a replacement for too much of it; undefined for invalid JSON. */
function toJson(text: string, bytes: Buffer, type: string, secrets: readonly string[]): ParsedBody | undefined {
  const read = readJson(text, ANSWER_BOUNDS);
  if (read.kind === "broken") return undefined;
  if (read.kind === "value")
    return { kind: "json", value: hideEscaped(read.value, text, secrets), values: read.values };
  const value = cutJson(text, read.excess);
  // Deeper JSON would overflow the stack of clients, too.
  if (read.excess === "depth") return { kind: "text", value };
  return { kind: "large", value, bytes, contentType: type || "application/json", excess: wordsOf(read.excess) };
}

/**
 * Reads an answer's body. The declared type can be wrong: text that begins like JSON is parsed as JSON, and invalid
 * JSON stays text. JSON with too many levels is returned as text, cut short; JSON with too many values is "large".
 * Numbers whose digits a double would change are texts of their digits. Credentials that the provider repeats are
 * removed.
 * @param binary the tool declares that it returns bytes: JSON is then the content of a file
 */
export function parseBody(
  response: Pick<OutboundResponse, "headers" | "body">,
  secrets: readonly string[] = [],
  binary = false,
): ParsedBody {
  const { body, headers } = response;
  if (body.length === 0) return { kind: "empty" };
  const type = typeOf(headers);
  const decoded =
    binary || BINARY_TYPE.test(type) ? null : decodeText(body, headers["content-type"] ?? "", TEXT_TYPE.test(type));
  const hider = hiderOf(secrets);
  if (decoded === null)
    return { kind: "binary", bytes: hider.bytes(body), contentType: type || "application/octet-stream" };
  const text = hider.text(decoded);
  if (/json/.test(type) || /^\s*[[{]/.test(text)) {
    const json = toJson(text, text === decoded ? body : Buffer.from(text), type, secrets);
    if (json) return json;
  }
  return text.trim() === "" ? { kind: "empty" } : { kind: "text", value: text };
}

/**
 * The `data` of a parsed body. A value that is no object goes under `response_data`, as in the output schemas of
 * tools.
 */
export function toData(parsed: ParsedBody): Record<string, unknown> {
  switch (parsed.kind) {
    case "empty":
      return {};
    case "json":
      return parsed.value !== null && typeof parsed.value === "object" && !Array.isArray(parsed.value)
        ? (parsed.value as Record<string, unknown>)
        : { response_data: parsed.value };
    case "text":
    case "large":
      return { response_data: parsed.value };
    case "binary":
      return { response_data: toBinary(parsed) };
  }
}

/** Bytes as `{content_type, size, base64}`; `base64` is left out above 1 MB. */
const toBinary = ({ bytes, contentType }: { bytes: Buffer; contentType: string }): Record<string, unknown> => ({
  content_type: contentType,
  size: bytes.length,
  ...(bytes.length <= MAX_INLINE_BYTES && { base64: bytes.toString("base64") }),
});

/** The message for JSON with too many values if no file can be stored. */
export const tooManyValues = (provider: string, { excess }: { excess: string }): string =>
  `The answer of ${provider} holds ${excess}. Ask for less at a time.`;

/** Whether this status of the provider makes the outcome a failure. */
export const isFailure = (status: number): boolean => status >= 300 && status !== 304;

/** The outcome of a tool from the provider's status, its parsed body and the rules of the provider. */
export function toOutcome(
  provider: string,
  status: number,
  parsed: ParsedBody,
  failures?: readonly FailureRule[],
): ToolOutcome {
  if (isFailure(status)) return toFailure(provider, status, toData(parsed));
  if (parsed.kind === "large") return { data: {}, error: tooManyValues(provider, parsed), successful: false };
  return refusedOutcome(provider, parsed, failures) ?? { data: toData(parsed), error: null, successful: true };
}

/** The outcome of an answer that refuses with a success status; undefined for a success. */
export function refusedOutcome(
  provider: string,
  parsed: ParsedBody,
  failures?: readonly FailureRule[],
): ToolOutcome | undefined {
  const words = parsed.kind === "json" || parsed.kind === "text" ? failureInSuccess(parsed.value, failures) : undefined;
  return words === undefined
    ? undefined
    : { data: toData(parsed), error: `${provider} refused the request: ${words}`, successful: false };
}

/** A failed outcome with the provider's status and message; `data` also keeps the fields of the body. */
export function toFailure(provider: string, status: number, body: Record<string, unknown>): ToolOutcome {
  const words = findProviderMessage("response_data" in body ? body.response_data : body);
  const reason = reasonPhrase(status);
  // Many providers repeat the words of the status.
  const isRepeated = words !== undefined && words.toLowerCase() === reason.toLowerCase();
  const explanation = words && !isRepeated ? `: ${words}` : ".";
  const error = `${provider} answered ${status}${reason ? ` ${reason}` : ""}${explanation}`;
  return { data: { message: words ?? reason, ...body, status_code: status }, error, successful: false };
}

/** The status for a provider that gave no answer: 504 for a timeout, else 502. */
export const unreachableStatus = ({ phase }: Pick<OutboundError, "phase">): number => (phase === "timeout" ? 504 : 502);

/**
 * The outcome for a provider that gave no answer: the phase in which the request failed, and the limit if one ended it.
 */
export function toUnreachable(provider: string, error: OutboundError): ToolOutcome {
  const {
    phase,
    message,
    facts: { during, limitMs },
  } = error;
  const data = {
    phase,
    message,
    status_code: unreachableStatus(error),
    ...(during && { during }),
    ...(limitMs !== undefined && { limit_ms: limitMs }),
  };
  return { data, error: `${provider}: ${NO_ANSWER[phase]}. ${message}`, successful: false };
}

/** The outcome of a dry run, with the request that was not sent. */
export const toDryRun = (request: Record<string, unknown>): ToolOutcome => ({
  data: { dry_run: true, request },
  error: null,
  successful: true,
});
