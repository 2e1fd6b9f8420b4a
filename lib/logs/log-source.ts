/** The source of an execution, read from its request's headers. */
import { toCallerRequestId } from "@/lib/kernel/process/find-caller-request-id";
import { cutText } from "@/lib/kernel/text/storable";

export type LogSource = {
  sdk?: string;
  framework?: string;
  language?: string;
  runtime?: string;
  host?: string;
  /** The caller's own ID of the request. */
  request?: string;
};

const HEADER: Record<Exclude<keyof LogSource, "request">, string> = {
  sdk: "x-sdk-version",
  framework: "x-framework",
  language: "x-source",
  runtime: "x-runtime",
  host: "user-agent",
};
const HEADERS = Object.entries(HEADER) as [keyof typeof HEADER, string][];
const MAX = 120;

/** Reads the source headers of the official clients; anything else is left out. Values are cut at 120 characters. */
export function toLogSource(headers: { get: (name: string) => string | null }): LogSource {
  const source: LogSource = {};
  for (const [field, header] of HEADERS) {
    const value = headers.get(header);
    if (value) source[field] = cutText(value, MAX);
  }
  const request = toCallerRequestId(headers.get("x-request-id"));
  if (request !== undefined) source.request = request;
  return source;
}
