/**
 * Composes descriptions for tools whose description only repeats the name, and for arguments without one, from the
 * request and the schemas. Words of a source or of a toolkit's file are never replaced; an argument that
 * is described as an ID only gets the tool that returns it, and a description of one line the contents of the answer.
 */
import type { CompiledTool } from "../../compiled-toolkit";
import { FACT_LEADS } from "../../remove-facts";
import type { RootSchema, ToolSchema } from "../../tool-schema";
import type { Argument, ToolFacts } from "./argument";
import { argumentsOf, describeArgument, lookupBases } from "./describe-argument";
import { composeLead } from "./compose-lead";
import { lookupOf } from "./known-argument";
import { listsByPath, listsOf, requestFacts, type RequestFacts } from "./request-facts";
import { withSourceOfId } from "./with-source-of-id";
import { tellApart } from "./tell-apart";
import { listNames, singular, wordsIn } from "./word-forms";

/** Characters of an input with the words made here; some room is left below what clients take. */
const MAX_INPUT = 20_500;
const MAX_NAMES = 6;

/** Members of answers of all kinds, without a meaning of their own. */
const ENVELOPE = new Set(
  (
    "status error errors meta success message messages code result " +
    // This server's own, in answers whose keys are not known.
    "status_code phase auto_paginate"
  ).split(" "),
);

const SAYS_NOTHING = new Set(
  (
    "a an the of for to by in on with from and or all any each one this that your its it is are be " +
    "will given specified specific certain single existing new"
  ).split(" "),
);

const meaning = (text: string): string[] =>
  wordsIn(text)
    .filter((word) => !SAYS_NOTHING.has(word))
    .map((word) => singular(word).replace(/(?:ing|ed|e?s|e)$/, ""));

/** Whether a description only repeats the tool's name in other words. */
export function saysNoMore(name: string, description: string): boolean {
  if (description.length > 2 * name.length + 40) return false;
  const nameWords = new Set(meaning(name));
  return meaning(description).every((word) => nameWords.has(word));
}

/** Fewer words, or fewer characters, name a thing at most. */
const FEW = { words: 4, characters: 60 };
export const isShort = (description: string): boolean =>
  description.length < FEW.characters && description.split(/\s+/).length < FEW.words;

const isWhole = (text: string): boolean => /[.!?…]$/.test(text);

/** The sentence about the required arguments. */
function neededOf(all: readonly Argument[]): string {
  const names = all
    .filter(({ isRequired, schema }) => isRequired && schema.default === undefined && schema.const === undefined)
    .map(({ key }) => key);
  return names.length === 0 ? "" : `${FACT_LEADS.needs} ${listNames(names, MAX_NAMES)}.`;
}

function optionalOf(all: readonly Argument[], { method, tool, isList }: ToolFacts): string {
  const free = all.filter(
    (argument) => !argument.isRequired && argument.place !== "header" && argument.place !== "path" && !argument.role,
  );
  if (method === "GET") {
    const bases = lookupBases(all);
    const names = free
      .filter(({ place, name }) => place === "query" && !bases.has(lookupOf(name)?.base ?? ""))
      .map(({ key }) => key);
    return names.length === 0
      ? ""
      : `${isList ? FACT_LEADS.filters : FACT_LEADS.options} ${listNames(names, MAX_NAMES)}.`;
  }
  const names = free.filter(({ place }) => place === "body").map(({ key }) => key);
  if (names.length === 0) return "";
  return tool.tags.includes("updateHint")
    ? `${FACT_LEADS.canSet} ${listNames(names, MAX_NAMES)}.`
    : `${FACT_LEADS.optional} ${listNames(names, MAX_NAMES)}.`;
}

const isPaged = (all: readonly Argument[]): boolean => all.some(({ role }) => role === "page");

/** One sentence with fewer characters does not describe the answer. */
const ONE_LINE = 75;
const isOneLine = (text: string): boolean => text.length < ONE_LINE && !/[.!?;] ./.test(text);

/** Names by which people know a thing come first. */
const TELLING = ["id", "uuid", "key", "name", "title", "slug", "status", "state", "type", "email", "url"];
function namesOf(schema: ToolSchema): string[] {
  const names = Object.keys(schema.properties ?? {}).filter((name) => !/^[_@$]|[.@$]/.test(name));
  const first = TELLING.filter((name) => names.includes(name));
  return [...first, ...names.filter((name) => !first.includes(name))];
}

/** JSON:API has the values of a thing in an object next to the ID; elsewhere such an object has other facts. */
const valuesOf = (schema: ToolSchema): ToolSchema => {
  const values = schema.properties?.id && schema.properties.attributes?.properties;
  return values ? { ...schema, properties: { id: {}, ...values } } : schema;
};

const WRAPPERS = ["data", "result", "response", "item"];
/** Members next to the values: links, facts about the answer, and those that only machines read (`_links`). */
const BESIDE = /^(?:included|errors?|warnings?|links|meta|messages|[_@$].*)$/;

/** What the executor writes into the answer of a failure; a map of IDs, days or the like has names for these only. */
const OF_FAILURES = ["message", "status_code", "phase", "auto_paginate"];

function valueNames(names: readonly string[]): string[] {
  const beside = [
    "response_data",
    "headers",
    ...(OF_FAILURES.every((name) => names.includes(name)) ? OF_FAILURES : []),
  ];
  return names.filter((name) => !beside.includes(name));
}

/** The content of the answer, of the single object that it wraps, or of the objects in its only list. */
function answerOf({ outputSchema }: CompiledTool): string {
  const data = outputSchema.properties.data;
  if (!data?.properties || data.properties.response_data?.file_downloadable) return "";
  const lists = Object.entries(data.properties).filter(([name, { items }]) => items?.properties && !BESIDE.test(name));
  const [only] = lists;
  if (only?.[1].items && lists.length === 1 && namesOf(data).length < 9) {
    const names = listNames(namesOf(valuesOf(only[1].items)), MAX_NAMES);
    return `${FACT_LEADS.each} ${only[0] === "response_data" ? "entries" : only[0]} has ${names}.`;
  }
  const members = Object.entries(data.properties).filter(([name]) => !BESIDE.test(name) && name !== "response_data");
  const [sole] = members.length === 1 && members[0]?.[1].properties ? members[0] : [];
  const wrapper =
    (sole && /^\w{1,40}$/.test(sole) ? sole : undefined) ??
    WRAPPERS.find((name) => data.properties?.[name]?.properties);
  const inner = wrapper === undefined ? data : (data.properties[wrapper] ?? data);
  const names = valueNames(namesOf(valuesOf(inner)));
  return names.every((name) => ENVELOPE.has(name))
    ? ""
    : `${FACT_LEADS.answer}${wrapper === undefined ? "" : `'s ${wrapper}`} holds ${listNames(names, MAX_NAMES)}.`;
}

function describe(tool: CompiledTool, all: readonly Argument[], facts: ToolFacts): string {
  // A person wrote a short description that has other words than the name.
  const isWritten = !saysNoMore(tool.name, tool.description) && !/^(?:the|an?)\b/i.test(tool.description);
  const lead = (isWritten ? tool.description : composeLead(tool.name, facts)).replace(/[.,;:\s]+$/, "");
  const isPages = facts.method === "GET" && isPaged(all);
  const whole = isWhole(lead) ? lead : `${lead}.`;
  const opening = !isPages
    ? whole
    : /[.!?:;] /.test(lead)
      ? `${whole} It comes page by page.`
      : `${lead}, page by page.`;
  // The first sentence already names the object of the path, so its id is mentioned only if there is nothing else.
  const beside = all.filter(({ place }) => place !== "path");
  const more = [neededOf(beside), optionalOf(all, facts), answerOf(tool)].filter(Boolean);
  if (more.length === 0) more.push(all.length === 0 ? FACT_LEADS.none : neededOf(all));
  return [opening, ...more].filter(Boolean).join(" ");
}

/** A description of one line, with what the answer of a call that reads or creates holds. */
function withAnswer(tool: CompiledTool): string {
  const { description, tags } = tool;
  const tellsNothing = !isOneLine(description) || !tags.some((tag) => tag === "readOnlyHint" || tag === "createHint");
  const answer = tellsNothing ? "" : answerOf(tool);
  return answer === "" ? description : `${isWhole(description) ? description : `${description}.`} ${answer}`;
}

/** The input with words for all arguments and with the source of IDs: a copy, because tools share schemas. */
function withWords(input: RootSchema, all: readonly Argument[], facts: ToolFacts): RootSchema {
  const bases = lookupBases(all);
  const sentences = all.flatMap((argument) => {
    const { description } = argument.schema;
    const place = argument.place === "path" ? argument.name : undefined;
    const words = description ? withSourceOfId(description, facts, place) : describeArgument(argument, facts, bases);
    return words && words !== description ? [[argument.key, words] as const] : [];
  });
  if (sentences.length === 0) return input;
  let room = MAX_INPUT - JSON.stringify(input).length;
  const properties = { ...input.properties };
  for (const [key, description] of sentences) {
    room -= description.length + 20;
    if (room > 0) properties[key] = { ...properties[key], description };
  }
  return { ...input, properties };
}

/** Gives words to the tools of a toolkit that need some. */
export function composeDescriptions(tools: readonly CompiledTool[]): void {
  const factsByTool = new Map<CompiledTool, RequestFacts>();
  for (const tool of tools) if (tool.run.request) factsByTool.set(tool, requestFacts(tool, tool.run.request));
  const lists = listsOf(factsByTool);
  const byPath = listsByPath(factsByTool);
  for (const [tool, request] of factsByTool) {
    if (!tool.run.request) continue;
    const facts: ToolFacts = { ...request, tool, lists, listsByPath: byPath };
    const all = argumentsOf(tool, tool.run.request, facts);
    if (saysNoMore(tool.name, tool.description) || isShort(tool.description))
      tool.description = describe(tool, all, facts);
    tool.inputSchema = withWords(tool.inputSchema, all, facts);
  }
  tellApart(tools);
  for (const tool of tools) tool.description = withAnswer(tool);
}
