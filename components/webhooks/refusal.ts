/** The part of an error that is about a field. */
import { ClientError } from "@/lib/contract/client";

/**
 * The server writes `field: sentence`, in the list of errors or as the message itself. Undefined if there is no such
 * sentence.
 */
export function sentenceAbout(error: unknown, field: string): string | undefined {
  if (!(error instanceof ClientError)) return undefined;
  const lines = [...(error.detail.errors ?? []), error.message];
  for (const line of lines)
    for (const start of [`${field}: `, `body.${field}: `]) if (line.startsWith(start)) return line.slice(start.length);
  return undefined;
}
