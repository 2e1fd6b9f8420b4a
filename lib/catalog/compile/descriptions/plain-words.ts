/** Fallback words for an argument: the unit or the form of its value. Pure. */
import type { ToolSchema } from "../../tool-schema";
import type { Argument, ToolFacts } from "./argument";
import { capital, listNames, spoken } from "./word-forms";

/** Names that do not describe their content. */
export const EMPTY = new RegExp(
  "^(?:data|properties|property|options?|values?|config|payload|body|inputs?|params|parameters|items?|facts|results?|" +
    "response|request|args|arguments|objects?|entity|fields|extra|content|attributes|links|context)$",
);

/** At the end of a name that is half a phrase. */
export const PREPOSITION = /^(?:by|to|of|from|in|on|at|for|with|as|is|has|can|and|or)$/;

const UNITS: readonly (readonly [RegExp, string])[] = [
  [/ (?:ms|millis|milliseconds)$/, "milliseconds"],
  [/ (?:s|secs?|seconds)$/, "seconds"],
  [/ (?:mins?|minutes)$/, "minutes"],
  [/ hours$/, "hours"],
  [/ days$/, "days"],
  [/ (?:bytes)$/, "bytes"],
  [/ (?:cents)$/, "cents"],
  [/ (?:percent|percentage|pct)$/, "percent"],
];
const FORMATS: Readonly<Record<string, string>> = {
  "date-time": "as a time such as 2026-01-31T09:00:00Z",
  date: "as a date such as 2026-01-31",
  email: "as an email address",
  uri: "as a URL",
  uuid: "as a UUID",
};
const MAX_MEMBERS = 5;

function formOf({ type, format, minimum, maximum, items, properties }: ToolSchema): string | undefined {
  if (type === "string") return format !== undefined && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  if (type === "integer" || type === "number") {
    if (minimum !== undefined && maximum !== undefined) return `from ${minimum} to ${maximum}`;
    return maximum === undefined ? undefined : `at most ${maximum}`;
  }
  const members = Object.keys(properties ?? items?.properties ?? {});
  if (members.length === 0) return undefined;
  const names = listNames(members, MAX_MEMBERS);
  return type === "array" ? `a list of objects with ${names}` : `an object with ${names}`;
}

/** Undefined if unit and form add nothing to the name. */
export function plainWords(argument: Argument, facts: ToolFacts): string | undefined {
  const { words, schema, place, isRequired } = argument;
  const phrase = argument.said;
  if (phrase.length < 2 || EMPTY.test(phrase)) return undefined;
  const name = capital(spoken(words));
  const unit = UNITS.find(([ending]) => ending.test(phrase));
  if (unit && (schema.type === "integer" || schema.type === "number"))
    return `${capital(spoken(phrase.replace(unit[0], "").replace(/ in$/, "").split(" ")))}, as a number of ${unit[1]}`;
  const form = formOf(schema);
  if (form) return `${name}, ${form}`;
  return filterOf(spoken(words), { schema, place, isRequired }, facts) ?? ofThing(name, schema, place, facts);
}

/** A query of a list. Nothing is known of the answer, so the name may be one of its members. */
function filterOf(
  text: string,
  { schema, place, isRequired }: Pick<Argument, "schema" | "place" | "isRequired">,
  { isList, answer, plural }: ToolFacts,
): string | undefined {
  if (!isList || answer.size > 0 || place !== "query" || isRequired) return undefined;
  if (plural.length === 0 || schema.type === "object") return undefined;
  const things = spoken(plural);
  if (schema.type === "boolean") return `Only ${things} where ${text} is true, or only those where it is false`;
  return schema.type === "array"
    ? `Only ${things} with one of these values of ${text}`
    : `Only ${things} with this ${text}`;
}

/** What a flag switches, or whose value it is. */
function ofThing(name: string, { type }: ToolSchema, place: Argument["place"], facts: ToolFacts): string | undefined {
  if (place === "path" || place === "header") return undefined;
  const text = name.charAt(0).toLowerCase() + name.slice(1);
  if (type === "boolean")
    return /^with /.test(text) ? `Whether to give ${text.slice(5)}, too` : `Switches ${text} on (true) or off (false)`;
  if (facts.object.length === 0 || PREPOSITION.test(text.split(" ").at(-1) ?? "")) return undefined;
  const thing = spoken(facts.isList ? facts.plural : facts.object);
  return text === thing ? undefined : `${name} of the ${thing}${type === "array" ? ", as a list" : ""}`;
}
