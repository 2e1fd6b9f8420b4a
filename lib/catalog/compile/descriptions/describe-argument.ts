/**
 * Describes arguments without a description: from the name, the position in the path, the type, and the subject of the
 * tool. No sentence is made that would only repeat the name. Pure.
 */
import type { CompiledTool } from "../../compiled-toolkit";
import type { ToolRequest } from "../../tool-request";
import { EDGE, SURE } from "../effects/effects";
import { EMPTY, plainWords, PREPOSITION } from "./plain-words";
import { flagOf, knownArgument, lookupOf, lookupTime, timeFilter, timeOf } from "./known-argument";
import type { Argument, ArgumentLocation, ToolFacts } from "./argument";
import type { RequestFacts } from "./request-facts";
import { capital, plural, singular, spoken, wordsIn } from "./word-forms";

/** `idBoard` means the same as `boardId`. */
const withIdLast = (words: string[]): string[] =>
  words.length > 1 && /^ids?$/.test(words[0] ?? "") ? [...words.slice(1), words[0] ?? ""] : words;

export function argumentsOf(tool: CompiledTool, request: ToolRequest, facts: RequestFacts): Argument[] {
  const wire = new Map<string, { name: string; place: ArgumentLocation }>();
  for (const { key, name, in: place } of request.parameters) wire.set(key, { name, place });
  if (request.body?.mode === "flat")
    for (const { key, name } of request.body.fields) wire.set(key, { name, place: "body" });
  const required = new Set(tool.inputSchema.required);
  return Object.entries(tool.inputSchema.properties).map(([key, schema]) => {
    const { name, place } = wire.get(key) ?? { name: key, place: "body" as const };
    const words = withIdLast(wordsIn(name));
    const phrase = words.join(" ");
    const argumentFacts = { said: phrase, schema, isRead: facts.method === "GET", things: thingsOf(facts) };
    const role = place === "path" ? undefined : knownArgument(argumentFacts)?.role;
    return { key, name, words, said: phrase, place, schema, isRequired: required.has(key), role };
  });
}

export const thingsOf = ({ isList, plural }: RequestFacts): string =>
  isList && plural.length > 0 ? spoken(plural) : "entries";

const ID_WORDS = /^(?:id|ids|uuid|guid|key|slug|number|code|handle|sku|token|hash|identifier|name|username)$/;
/** Before the thing that an id is of: whose part it plays. */
const PARTS = /^(?:parent|source|target|from|to|new|old|destination|primary|default|related|current|linked|original)$/;

/** The tool that lists the objects of a name, if a caller of this tool can call it and it means the same objects. */
function listOf(name: string, { lists, tool, area }: ToolFacts): string | undefined {
  const areas = lists.get(name);
  const list = areas?.get(area) ?? (areas?.size === 1 ? [...areas.values()][0] : undefined);
  const properties = tool.inputSchema.properties;
  return list && list.slug !== tool.slug && list.required.every((name) => Object.hasOwn(properties, name))
    ? list.slug
    : undefined;
}

/** The tool that lists what a place of the path names one of: `/orgs/{org}/teams` for the team of an organization. */
export function listBefore(place: string | undefined, facts: ToolFacts): string | undefined {
  const path = place === undefined ? undefined : facts.collections.get(place);
  const list = path === undefined ? undefined : facts.listsByPath.get(path);
  const { properties } = facts.tool.inputSchema;
  return list && list.slug !== facts.tool.slug && list.required.every((name) => Object.hasOwn(properties, name))
    ? list.slug
    : undefined;
}

/** Where the id of a thing comes from. `place` is the argument's place in the path, if it has one. */
export function source(rest: readonly string[], facts: ToolFacts, pronoun = "it", place?: string): string {
  const names = [rest, ...(PARTS.test(rest[0] ?? "") ? [rest.slice(1)] : [])].map((words) => words.join(" "));
  const list = listBefore(place, facts) ?? names.map((name) => listOf(name, facts)).find((slug) => slug !== undefined);
  return list ? `, as ${list} gives ${pronoun}` : "";
}

/** Words before "id" that mean which id it is, not whose. */
const KINDS_OF_ID = new RegExp(
  "^(?:after|before|external|internal|next|previous|last|first|other|custom|unique|alternate|" +
    "legacy|global|local|remote|original|numeric|short|long|ref|reference|request|trace|correlation|public|private)$",
);
/** Words before "name" that mean which name it is, not whose. */
const QUALITIES = new RegExp(
  "^(?:first|last|full|given|family|middle|nick|display|short|long|given|sur|common|legal|zip|post|postal|" +
    "area|phone|country|currency|language|status|api|access|secret|line|serial|page|version)$",
);

/** The identifying word at the end of a name (`id`, `key`) and the words before it; undefined without such a word. */
function identity(words: readonly string[]): { kind: string; rest: readonly string[] } | undefined {
  const text = words.join(" ").replace(/\b(id|key|slug|name|uuid) or (id|key|slug|name|uuid)$/, "$1_or_$2");
  const all = text.split(" ");
  const last = all.at(-1) ?? "";
  if (last.includes("_or_")) return { kind: last.replaceAll("_", " "), rest: all.slice(0, -1) };
  return ID_WORDS.test(last) ? { kind: last, rest: all.slice(0, -1) } : undefined;
}

function placeWords({ words, name, place, schema }: Argument, facts: ToolFacts): string | undefined {
  if (place !== "path") return undefined;
  const before = facts.before.get(name) ?? [];
  const id = identity(words);
  if (!id) {
    // `/sites/{site}`: the thing itself stands for its id.
    return before.length > 0 && before.join(" ") === words.join(" ")
      ? `Which ${spoken(before)}: its id, or the name that the provider uses as one${source(before, facts, "it", name)}`
      : undefined;
  }
  const rest =
    id.rest.length > 0 ? id.rest.map((word, index) => (index === id.rest.length - 1 ? singular(word) : word)) : before;
  const isItself = rest.join(" ") === id.kind;
  if (rest.length === 0 || isItself || schema.type === "boolean") return undefined;
  if (QUALITIES.test(rest.join(" ")))
    return before.length > 0 ? `${capital(spoken(words))} of the ${spoken(before)}` : undefined;
  const list = /id|key|slug|number|code/.test(id.kind) ? source(rest, facts, "it", name) : "";
  return `${capital(spoken([id.kind]))} of the ${spoken(rest)}${list}`;
}

function idWords({ words, schema, place, isRequired }: Argument, facts: ToolFacts): string | undefined {
  if (place === "path" || place === "header" || schema.type === "boolean" || schema.type === "object") return undefined;
  const last = words.at(-1) ?? "";
  const isMany = last === "ids" || schema.type === "array";
  if (!/^(?:ids?|uuid|guid)$/.test(last)) return undefined;
  const rest = words.slice(0, -1);
  if (rest.length === 0) {
    if (facts.method === "GET") return `Only ${thingsOf(facts)} with ${isMany ? "one of these ids" : "this id"}`;
    return isMany && facts.plural.length > 0 && isRequired ? `Ids of the ${spoken(facts.plural)}` : undefined;
  }
  if (KINDS_OF_ID.test(rest.join(" "))) return undefined;
  const thing = [...rest.slice(0, -1), singular(rest.at(-1) ?? "")];
  const id = last.startsWith("id") ? "id" : last.toUpperCase();
  const from = source(thing, facts, isMany ? "them" : "it");
  if (facts.isList && !isRequired && place === "query")
    return `Only ${thingsOf(facts)} of ${isMany ? "one of these" : "this"} ${spoken(thing)}, by ${isMany ? "their ids" : "its id"}${from}`;
  return isMany
    ? `${capital(id)}s of the ${spoken([...rest.slice(0, -1), plural(rest.at(-1) ?? "")])}${from}`
    : `${capital(id)} of the ${spoken(thing)}${from}`;
}

/** In a list, an argument that asks for a value of what is listed. */
function filterWords(
  { key, name, words, place, schema, isRequired }: Argument,
  facts: ToolFacts,
  bases: ReadonlySet<string>,
): string | undefined {
  if (facts.method !== "GET" || place !== "query" || isRequired) return undefined;
  const things = thingsOf(facts);
  const lookup = lookupOf(name);
  if (lookup)
    return lookupTime(lookup, things) ?? `Only ${things} whose ${spoken(wordsIn(lookup.base))} ${lookup.asks}`;
  const time = timeFilter(words.join(" "), things, schema);
  if (time) return time;
  if (
    !facts.isList ||
    !(bases.has(name) || facts.answer.has(name.toLowerCase()) || facts.answer.has(key.toLowerCase()))
  )
    return undefined;
  if (schema.type === "object") return undefined;
  if (schema.type === "boolean")
    return `Only ${things} where ${spoken(words)} is true, or only those where it is false`;
  return schema.type === "array"
    ? `Only ${things} with one of these values of ${spoken(words)}`
    : `Only ${things} with this ${spoken(words)}`;
}

const isVerb = (word: string): boolean => SURE.has(word) || EDGE.has(word);

/** Values of the thing that a call makes or changes. */
function valueWords({ words, place, schema }: Argument, facts: ToolFacts): string | undefined {
  const { object, method, isItem, isCollection, tool } = facts;
  const isChange = tool.tags.some((tag) => tag === "createHint" || tag === "updateHint");
  if (place !== "body" || method === "GET" || !isChange || object.length === 0 || !(isItem || isCollection))
    return undefined;
  const thing = spoken(object);
  if (schema.type === "boolean") return flagOf(words, thing);
  const [first = "", last = ""] = [words[0], words.at(-1)];
  if (words.length === 1 && (EMPTY.test(first) || singular(first) === object.at(-1) || first.length < 2))
    return undefined;
  const time = timeOf(words, thing, schema);
  if (time) return time;
  if (isVerb(first) || PREPOSITION.test(last)) return undefined;
  const isReference = schema.type === "integer" && facts.lists.has(words.join(" "));
  if (isReference) return `Id of the ${spoken(words)}${source(words, facts)}`;
  if (words.length > 6 || /^\d+$/.test(last)) return undefined;
  const thingWords = object.join(" ");
  const nameWords = words.join(" ").startsWith(`${thingWords} `) ? words.slice(object.length) : words;
  const isName =
    typeof schema.title === "string" &&
    /^[A-Z][a-z]+(?: [a-z]+){1,5}$/.test(schema.title) &&
    schema.title.toLowerCase() !== words.join(" ");
  return `${isName ? (schema.title ?? "") : capital(spoken(nameWords))} of the ${thing}`;
}

/** `includeData`: what the call does besides. */
function switchWords({ words, schema }: Argument): string | undefined {
  const flagWords = schema.type === "boolean" ? flagOf(words, "") : undefined;
  return flagWords?.startsWith("Whether to ") ? flagWords : undefined;
}

/** The description of an argument; undefined if nothing true and useful is known. */
export function describeArgument(argument: Argument, facts: ToolFacts, bases: ReadonlySet<string>): string | undefined {
  if (argument.schema.const !== undefined || argument.words.length === 0) return undefined;
  const { said: phrase, schema, place } = argument;
  const argumentFacts = { said: phrase, schema, isRead: facts.method === "GET", things: thingsOf(facts) };
  return (
    placeWords(argument, facts) ??
    (place === "path" || bases.has(argument.name) ? undefined : knownArgument(argumentFacts)?.words) ??
    idWords(argument, facts) ??
    filterWords(argument, facts, bases) ??
    valueWords(argument, facts) ??
    switchWords(argument) ??
    plainWords(argument, facts)
  );
}

/** The names that other arguments look up: `name` of `name__ic`. */
export const lookupBases = (all: readonly Argument[]): Set<string> =>
  new Set(all.flatMap(({ name, place }) => (place === "query" ? (lookupOf(name)?.base ?? []) : [])));
