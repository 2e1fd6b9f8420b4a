/** A provider's request as it came, and its body as conditions see it. Pure. */
import type { IncomingEvent } from "@/lib/catalog/event-value";
import { readJson, REQUEST_BOUNDS } from "@/lib/kernel/json/read";
import { isObject } from "@/lib/kernel/text/is-object";
import type { Ingress } from "@/lib/catalog/trigger-type";

export type ProviderCall = {
  method: string;
  /** The address as the provider knows it. */
  url: string;
  headers: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  /** The body as it was sent, over which signatures are made. */
  bytes: Buffer;
  /** The body in the encoding that it has, without a byte order mark. */
  text: string;
};

const isForm = ({ headers }: ProviderCall): boolean =>
  (headers["content-type"] ?? "").startsWith("application/x-www-form-urlencoded");

/** The fields of a form. Of a repeated name the last one counts. */
export const formOf = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));

/** Names in brackets are deeper at no provider. */
const MAX_NAMES = 6;
const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);

/** The fields of a form as an object: `data[email]` is the field `email` of `data`. */
function nestedForm(text: string): Record<string, unknown> {
  const form: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(formOf(text))) {
    const names = /^[^[\]]+(\[[^[\]]+\])+$/.test(name) ? name.replaceAll("]", "").split("[") : [name];
    if (names.length > MAX_NAMES || names.some((one) => FORBIDDEN.has(one))) continue;
    let place = form;
    for (const one of names.slice(0, -1)) {
      const inside = Object.hasOwn(place, one) ? place[one] : undefined;
      place = isObject(inside) ? inside : (place[one] = {});
    }
    place[names.at(-1) ?? ""] = value;
  }
  return form;
}

function parsed(text: string): unknown {
  const read = readJson(text, REQUEST_BOUNDS);
  return read.kind === "value" ? read.value : text;
}

/** The body: JSON, the fields of a form, JSON in one field of a form, or the text. */
export function toEvent(call: ProviderCall, { formField }: Pick<Ingress, "formField">): IncomingEvent {
  const fields = isForm(call) ? nestedForm(call.text) : undefined;
  const field = formField === undefined ? undefined : fields?.[formField];
  const body = typeof field === "string" ? parsed(field) : (fields ?? (call.text === "" ? null : parsed(call.text)));
  return { headers: call.headers, query: call.query, body };
}
