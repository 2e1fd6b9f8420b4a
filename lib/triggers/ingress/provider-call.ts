/** A provider's request as it came, and its body as conditions see it. Pure. */
import { type IncomingEvent, valueAt } from "@/lib/catalog/event-value";
import { readJson, REQUEST_BOUNDS } from "@/lib/kernel/json/read-json";
import { decodeAnyText } from "@/lib/kernel/text/decode-text";
import { hasTooManyFields } from "@/lib/kernel/text/has-too-many-fields";
import { isObject } from "@/lib/kernel/text/is-object";
import type { Ingress } from "@/lib/catalog/trigger-type";
import type { Verification } from "@/lib/catalog/verification";

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

/** The first characters of JSON and XML, which no form begins with. */
const NO_FORM = /^\s*[{["<]/;

/** The type of a report is not signed: what is no form by its bytes does not become one by a header. */
const isForm = ({ headers, text }: ProviderCall): boolean =>
  (headers["content-type"] ?? "").startsWith("application/x-www-form-urlencoded") && !NO_FORM.test(text);

/**
 * The fields of a form, of a repeated name the last one; undefined for too many of them, as strangers send forms too.
 */
export const formOf = (text: string): Record<string, string> | undefined =>
  hasTooManyFields(text) ? undefined : Object.fromEntries(new URLSearchParams(text));

/** Names in brackets are deeper at no provider. */
const MAX_NAMES = 6;
const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);

/** The fields of a form as an object: `data[email]` is the field `email` of `data`. */
function nestedForm(text: string): Record<string, unknown> | undefined {
  const fields = formOf(text);
  if (fields === undefined) return undefined;
  const form: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const names = /^[^[\]]+(\[[^[\]]+\])+$/.test(name) ? name.replaceAll("]", "").split("[") : [name];
    if (names.length > MAX_NAMES || names.some((part) => FORBIDDEN.has(part))) continue;
    let place = form;
    for (const part of names.slice(0, -1)) {
      const inside = Object.hasOwn(place, part) ? place[part] : undefined;
      place = isObject(inside) ? inside : (place[part] = {});
    }
    place[names.at(-1) ?? ""] = value;
  }
  return form;
}

function parsed(text: string): unknown {
  const read = readJson(text, REQUEST_BOUNDS);
  return read.kind === "value" ? read.value : text;
}

type Reading = { fields: Record<string, unknown> | undefined; body: unknown };

const readings = new WeakMap<ProviderCall, Reading>();

/** A body is read once, however many rules and apps look at it. */
function readingOf(call: ProviderCall): Reading {
  const cachedReading = readings.get(call);
  if (cachedReading) return cachedReading;
  const fields = isForm(call) ? nestedForm(call.text) : undefined;
  const reading = { fields, body: fields ?? (call.text === "" ? null : parsed(call.text)) };
  readings.set(call, reading);
  return reading;
}

/** The body: JSON, the fields of a form, JSON in one field of a form, or the text. */
export function toEvent(
  call: ProviderCall,
  { formField, decode }: Pick<Ingress, "formField" | "decode">,
): IncomingEvent {
  const { fields, body } = readingOf(call);
  const field = formField === undefined ? undefined : fields?.[formField];
  const event = { headers: call.headers, query: call.query, body: typeof field === "string" ? parsed(field) : body };
  const encoded = decode === undefined ? undefined : valueAt(body, decode);
  return typeof encoded === "string"
    ? { ...event, body: parsed(Buffer.from(encoded, "base64").toString("utf8")) }
    : event;
}

/** Whether the proof of a request is a signature over its bytes, not a separate token. */
const isSigned = (rule: Verification, headers: ProviderCall["headers"]): boolean =>
  rule.by === "anyOf"
    ? rule.rules.some((innerRule) => isSigned(innerRule, headers))
    : rule.by !== "token" && rule.by !== "address" && rule.by !== "jwt" && headers[rule.header] !== undefined;

/**
 * A request whose text is decoded from its signed bytes. The charset of a header is not signed: with another charset,
 * such as UTF-7, an attacker who repeats a signed report could turn content of a field into fields.
 */
export const asSigned = <C extends ProviderCall>(call: C, verify: Verification): C =>
  isSigned(verify, call.headers) ? { ...call, text: decodeAnyText(call.bytes) } : call;
