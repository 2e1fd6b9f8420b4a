/** The source of an execution, read from its request's headers. */
import { cutText } from "@/lib/kernel/text/storable";

export type LogSource = { sdk?: string; framework?: string; language?: string; runtime?: string; host?: string };

const HEADER: Record<keyof LogSource, string> = {
  sdk: "x-sdk-version",
  framework: "x-framework",
  language: "x-source",
  runtime: "x-runtime",
  host: "user-agent",
};
const HEADERS = Object.entries(HEADER) as [keyof LogSource, string][];
const MAX = 120;

/** Reads the source headers of the official clients; anything else is left out. Values are cut at 120 characters. */
export function toLogSource(headers: { get: (name: string) => string | null }): LogSource {
  const source: LogSource = {};
  for (const [field, header] of HEADERS) {
    const value = headers.get(header);
    if (value) source[field] = cutText(value, MAX);
  }
  return source;
}
