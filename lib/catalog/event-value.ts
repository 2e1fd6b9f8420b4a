/** Values of events by their ways, conditions on them, and texts with places for them. Pure. */
import { isObject } from "@/lib/kernel/text/is-object";
import type { Condition, PayloadRule } from "./trigger-type";
import type { RequestLocation } from "./verification";

/** A provider's request as conditions see it. */
export type IncomingEvent = {
  headers: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  body: unknown;
};

/** One step of a way: a field, a place in a list, or `@name=From`, the first item of a list with that value. */
function stepInto(value: unknown, part: string): unknown {
  if (isObject(value)) return Object.hasOwn(value, part) ? value[part] : undefined;
  if (!Array.isArray(value)) return undefined;
  if (/^\d+$/.test(part)) return (value as unknown[])[Number(part)];
  const [, name = "", expected = ""] = /^@([^=]+)=(.*)$/.exec(part) ?? [];
  return value.find((item) => isObject(item) && String(item[name] ?? "").toLowerCase() === expected.toLowerCase());
}

/** The value at a path such as `issue.labels.0.name`; `*` applies the rest of the path to each item of a list. */
export function valueAt(value: unknown, way: string): unknown {
  if (way === "") return value;
  const parts = way.split(".");
  let current = value;
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] ?? "";
    // Some providers have names with dots in them: `@odata.nextLink`.
    const whole = part === "*" || !isObject(current) || index === parts.length - 1 ? "" : parts.slice(index).join(".");
    if (whole !== "" && Object.hasOwn(current as object, whole)) return (current as Record<string, unknown>)[whole];
    if (part === "*") {
      const rest = parts.slice(index + 1).join(".");
      return Array.isArray(current) ? current.map((item) => valueAt(item, rest)) : undefined;
    }
    current = stepInto(current, part);
  }
  return current;
}

/** The text that a place of a request holds. */
export function textAt(place: RequestLocation, event: IncomingEvent): string | undefined {
  if ("header" in place) return event.headers[place.header];
  if ("query" in place) return event.query[place.query];
  const value = valueAt(event.body, place.path);
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

const valueOf = ({ header, query, path }: Condition, event: IncomingEvent): unknown =>
  header !== undefined
    ? event.headers[header]
    : query !== undefined
      ? event.query[query]
      : valueAt(event.body, path ?? "");

const oneOf = (value: unknown, expected: unknown): boolean =>
  [expected].flat().some((candidate) => candidate === (value ?? null));

const isLeftOut = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** Whether a field of the config allows the value; a config that leaves the field out allows all. */
function fitsConfig(expected: unknown, value: unknown): boolean {
  if (isLeftOut(expected)) return true;
  const values = [value].flat().map(String);
  return [expected].flat().some((candidate) => values.includes(String(candidate)));
}

/** Whether all conditions hold for an event and the config of a trigger. */
export const holdsAll = (
  conditions: readonly Condition[],
  event: IncomingEvent,
  config: Readonly<Record<string, unknown>>,
): boolean =>
  conditions.every((condition) => {
    const value = valueOf(condition, event);
    if (condition.is !== undefined && !oneOf(value, condition.is)) return false;
    if (condition.not !== undefined && oneOf(value, condition.not)) return false;
    if (condition.exists !== undefined && (value !== undefined && value !== null) !== condition.exists) return false;
    if (condition.config !== undefined && !fitsConfig(config[condition.config], value)) return false;
    const least = condition.least === undefined ? undefined : config[condition.least];
    if (!isLeftOut(least) && !(Number(value) >= Number(least))) return false;
    const part = condition.contains === undefined ? undefined : config[condition.contains];
    return isLeftOut(part) || (typeof value === "string" && value.toLowerCase().includes(String(part).toLowerCase()));
  });

/** The names with which placeholders of a template can begin. */
export const TEMPLATE_ROOTS = [
  "account",
  "answer",
  "body",
  "change",
  "config",
  "connection",
  "cursor",
  "detail",
  "ends",
  "endsMs",
  "events",
  "facts",
  "fresh",
  "header",
  "hook",
  "item",
  "method",
  "now",
  "page",
  "query",
  "secret",
  "setup",
  "timestamp",
  "url",
] as const;

const PLACE = `\\{((?:${TEMPLATE_ROOTS.join("|")})(?:\\.[A-Za-z0-9_.*$@:=/-]+)?)\\}`;
const WHOLE = new RegExp(`^${PLACE}$`);

/** The ways of the places of a template, for checks of written templates. */
export const placesOf = (template: unknown): string[] =>
  typeof template === "string"
    ? [...template.matchAll(new RegExp(PLACE, "g"))].map(([, way = ""]) => way)
    : Array.isArray(template)
      ? template.flatMap(placesOf)
      : isObject(template)
        ? Object.values(template).flatMap(placesOf)
        : [];

/** A placeholder without a value: the template around it is not sent. */
export class MissingValue extends Error {
  override name = "MissingValue";
  constructor(readonly way: string) {
    super(`${way} has no value`);
  }
}

const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/**
 * Fills a text.
 * @param encode for each value
 * @throws MissingValue for a place without a value
 */
export const fillText = (
  template: string,
  values: unknown,
  encode: (text: string) => string = (text) => text,
): string =>
  template.replace(new RegExp(PLACE, "g"), (_, way: string) => {
    const value = valueAt(values, way);
    if (value === undefined || value === null) throw new MissingValue(way);
    return encode(asText(value));
  });

/**
 * Fills a JSON value of templates. A text that is one placeholder becomes the value itself; a placeholder without a
 * value is left out.
 */
export function fillTemplate(template: unknown, values: unknown): unknown {
  if (typeof template === "string") {
    const whole = WHOLE.exec(template)?.[1];
    if (whole !== undefined) return valueAt(values, whole);
    try {
      return fillText(template, values);
    } catch (error) {
      if (error instanceof MissingValue) return undefined;
      throw error;
    }
  }
  if (Array.isArray(template))
    return template.map((item) => fillTemplate(item, values)).filter((item) => item !== undefined);
  if (!isObject(template)) return template;
  const result: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(template)) {
    const value = fillTemplate(part, values);
    if (value !== undefined) result[name] = value;
  }
  return result;
}

/** Conversions of a value before it is delivered. */
const FORMS: Record<NonNullable<PayloadRule["as"]>, (value: unknown) => unknown> = {
  base64url: (value) => (typeof value === "string" ? Buffer.from(value, "base64url").toString("utf8") : null),
  seconds: (value) => isoTime(Number(value) * 1000),
  milliseconds: (value) => isoTime(Number(value)),
  text: (value) => (value === null ? null : asText(value)),
};

const isoTime = (ms: number): string | null =>
  Number.isFinite(ms) && Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : null;

/**
 * A field's value: a path into the event, or a template over the whole scope if it contains placeholders. Of several,
 * the first with a value counts.
 */
function ruledValue({ from, as, fixed }: PayloadRule, event: unknown, scope: object): unknown {
  if (fixed !== undefined) return fixed;
  for (const way of [from].flat()) {
    const value = way.includes("{") ? fillTemplate(way, scope) : valueAt(event, way);
    if (value !== undefined && value !== null) return as ? FORMS[as](value) : value;
  }
  return null;
}

/**
 * The delivered data of an event: its fields by the rules, or the whole event. Fields without a value are null.
 * @param scope the values for templates, in addition to the event
 */
export function toPayload(
  rules: readonly PayloadRule[] | null,
  event: unknown,
  scope: object,
): Record<string, unknown> {
  if (rules === null) return isObject(event) ? event : { data: event };
  return Object.fromEntries(rules.map((rule) => [rule.name, ruledValue(rule, event, scope)]));
}
