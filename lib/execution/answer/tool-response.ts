/** From a provider's answer to the answer of a tool. Pure. */
import type { OutboundError, OutboundResponse } from "@/lib/kernel/outbound/send";
import { nestsDeeper } from "@/lib/kernel/text/json-depth";
import { redactText } from "@/lib/kernel/text/redact";
import { hiddenFailure, findProviderMessage } from "./provider-message";
import { reasonPhrase } from "./status-text";

/** `data` is always an object: the official clients refuse anything else. */
export type ToolOutcome = { data: Record<string, unknown>; error: string | null; successful: boolean };

/** What the body of an answer is. */
export type ParsedBody =
  | { kind: "empty" }
  | { kind: "json"; value: unknown }
  | { kind: "text"; value: string }
  | { kind: "binary"; bytes: Buffer; contentType: string };

/** Larger files are described, not carried in the answer. */
export const MAX_INLINE_BYTES = 1024 * 1024;

const TEXT_TYPE = /^text\/|[/+](json|xml|yaml|javascript|csv|x-www-form-urlencoded|graphql|html)\b|x-ndjson/;
const BINARY_TYPE =
  /^(image|audio|video|font)\/(?!svg)|octet-stream|\/(pdf|zip|gzip|x-tar|x-7z|vnd\.(ms-|openxmlformats))/;

/** Whether an answer of this media type is bytes, whatever they hold. */
export const isBinaryType = (type: string): boolean => BINARY_TYPE.test(type);

/** Shorter values of a connection may be ordinary words of an answer. */
const MIN_ECHOED_SECRET = 12;

/** The media type of an answer, without its parameters; "" for none. */
export const typeOf = (headers: Record<string, string>): string =>
  (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";

function charset(headers: Record<string, string>): string {
  const named = /charset\s*=\s*"?([\w-]+)/i.exec(headers["content-type"] ?? "")?.[1]?.toLowerCase();
  return named ?? "utf-8";
}

/** Decodes text, without its byte order mark. */
function decode(bytes: Buffer, encoding: string): string {
  if (encoding === "utf-8" || encoding === "utf8") {
    const text = bytes.toString("utf8");
    return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  }
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return bytes.toString("utf8");
  }
}

function asJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** Writing deeper JSON again costs more stack than there is, in this process and in clients. No answer means so many levels. */
const DEEPEST = 500;
const MAX_CUT_LENGTH = 10_000;

const cutText = (text: string): string =>
  `${text.slice(0, MAX_CUT_LENGTH)}[cut: JSON of more than ${DEEPEST} levels, ${text.length} characters in all]`;

/** Whether bytes without a helpful type hold text: no NUL byte in the first 512 and valid UTF-8. */
const looksLikeText = (bytes: Buffer): boolean =>
  !bytes.subarray(0, 512).includes(0) && bytes.subarray(0, 4096).toString("utf8").indexOf("\ufffd") < 0;

/**
 * Reads an answer's body. The declared type may lie: JSON is tried where the text begins like it, and what is declared as
 * JSON but is not stays text, and so does the beginning of JSON that nests too deep to be carried. Credentials that the provider echoes are taken out.
 * @param binary the tool declares bytes: JSON in an answer of status 200 is then a file's content
 */
export function parseBody(
  response: Pick<OutboundResponse, "headers" | "body">,
  secrets: readonly string[] = [],
  binary = false,
): ParsedBody {
  const { body, headers } = response;
  if (body.length === 0) return { kind: "empty" };
  const type = typeOf(headers);
  if (binary || BINARY_TYPE.test(type) || (!TEXT_TYPE.test(type) && !looksLikeText(body)))
    return { kind: "binary", bytes: body, contentType: type || "application/octet-stream" };
  const echoed = secrets.filter((secret) => secret.length >= MIN_ECHOED_SECRET && body.includes(secret));
  const decoded = decode(body, charset(headers));
  const text = echoed.length > 0 ? redactText(decoded, echoed) : decoded;
  if (/json/.test(type) || /^\s*[[{]/.test(text)) {
    if (nestsDeeper(text, DEEPEST)) return { kind: "text", value: cutText(text) };
    const json = asJson(text);
    if (json) return { kind: "json", value: json.value };
  }
  return text.trim() === "" ? { kind: "empty" } : { kind: "text", value: text };
}

/** The `data` of a parsed body; what is not an object is put under `response_data`, as the tools' output schemas say. */
export function toData(parsed: ParsedBody): Record<string, unknown> {
  switch (parsed.kind) {
    case "empty":
      return {};
    case "json":
      return parsed.value !== null && typeof parsed.value === "object" && !Array.isArray(parsed.value)
        ? (parsed.value as Record<string, unknown>)
        : { response_data: parsed.value };
    case "text":
      return { response_data: parsed.value };
    case "binary":
      return { response_data: toBinary(parsed) };
  }
}

/** Bytes as `{content_type, size, base64}`; above 1 MB without the bytes. */
const toBinary = ({ bytes, contentType }: { bytes: Buffer; contentType: string }): Record<string, unknown> => ({
  content_type: contentType,
  size: bytes.length,
  ...(bytes.length <= MAX_INLINE_BYTES && { base64: bytes.toString("base64") }),
});

/** The answer of a tool from the provider's. `provider` is the toolkit's name for sentences. */
export function toToolOutcome(
  provider: string,
  response: Pick<OutboundResponse, "status" | "headers" | "body">,
  options: { secrets?: readonly string[]; binary?: boolean } = {},
): ToolOutcome {
  return toOutcome(
    provider,
    response.status,
    parseBody(response, options.secrets, options.binary && !isFailure(response.status)),
  );
}

/** Whether a tool's answer of this status is a failure. */
export const isFailure = (status: number): boolean => status >= 300 && status !== 304;

/** The answer of a tool from the provider's status and its body, which is parsed already. */
export function toOutcome(provider: string, status: number, parsed: ParsedBody): ToolOutcome {
  const data = toData(parsed);
  if (isFailure(status)) return toFailure(provider, status, data);
  const hidden = parsed.kind === "json" ? hiddenFailure(parsed.value) : undefined;
  return hidden
    ? { data, error: `${provider} refused the request: ${hidden}`, successful: false }
    : { data, error: null, successful: true };
}

/** A failure with the provider's status and words; the body's own fields stay where the provider put them. */
export function toFailure(provider: string, status: number, body: Record<string, unknown>): ToolOutcome {
  const words = findProviderMessage("response_data" in body ? body.response_data : body);
  const reason = reasonPhrase(status);
  const error = `${provider} answered ${status}${reason ? ` ${reason}` : ""}${words ? `: ${words}` : "."}`;
  return { data: { message: words ?? reason, ...body, status_code: status }, error, successful: false };
}

const PHASE: Record<OutboundError["phase"], string> = {
  refused: "the request was not sent",
  connect: "it could not be reached",
  timeout: "it did not answer in time",
  "too-large": "its answer is too large",
  aborted: "the caller went away",
  protocol: "the exchange broke off",
};

/** 504 for a limit that was met, 502 for every other exchange without an answer. */
export const unreachableStatus = ({ phase }: Pick<OutboundError, "phase">): number => (phase === "timeout" ? 504 : 502);

/** An exchange without an answer, as the answer of a tool: the phase in which it ended and the limit that was met. */
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
  return { data, error: `${provider}: ${PHASE[phase]}. ${message}`, successful: false };
}

/** The outcome of a dry run, with the request that was not sent. */
export const toDryRun = (request: Record<string, unknown>): ToolOutcome => ({
  data: { dry_run: true, request },
  error: null,
  successful: true,
});
