/** A provider's request as it came, and its body as conditions see it. Pure. */
import type { IncomingEvent } from "@/lib/catalog/event-value";
import { nestsDeeper } from "@/lib/kernel/text/json-depth";
import type { Ingress } from "@/lib/catalog/trigger-type";

export type ProviderCall = {
  method: string;
  /** The address as the provider knows it. */
  url: string;
  headers: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  /** The body as it was sent: signatures are over its bytes. */
  raw: string;
};

const isForm = ({ headers }: ProviderCall): boolean =>
  (headers["content-type"] ?? "").startsWith("application/x-www-form-urlencoded");

/** The fields of a form. Of a repeated name the last one counts. */
export const formOf = (raw: string): Record<string, string> => Object.fromEntries(new URLSearchParams(raw));

const MAX_DEPTH = 64;

function parsed(text: string): unknown {
  if (nestsDeeper(text, MAX_DEPTH)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** The body: JSON, the fields of a form, JSON in one field of a form, or the text. */
export function toEvent(call: ProviderCall, { formField }: Pick<Ingress, "formField">): IncomingEvent {
  const fields = isForm(call) ? formOf(call.raw) : undefined;
  const field = formField === undefined ? undefined : fields?.[formField];
  const body = field !== undefined ? parsed(field) : (fields ?? (call.raw === "" ? null : parsed(call.raw)));
  return { headers: call.headers, query: call.query, body };
}
