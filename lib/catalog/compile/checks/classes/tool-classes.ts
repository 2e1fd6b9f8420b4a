/** Classes of faults of a tool as a whole: its words, hints, pages and answer. */
import type { CompiledTool, CompiledToolkit } from "../../../compiled-toolkit";
import type { ToolSchema } from "../../../tool-schema";
import { addsEachTime, effectOfArguments, writesElsewhere } from "../../effects/effect-of-arguments";
import { isOpenOutput } from "../../requests/fill-answers";
import { isShort } from "../../descriptions/compose-descriptions";
import { knownArgument } from "../../descriptions/known-argument";
import { sharedWords } from "../../descriptions/tell-apart";
import { spoken, wordsIn } from "../../descriptions/word-forms";
import { modelProblems, schemaProblems } from "../schema-problems";
import { saysTwice } from "../../names/give-command-names";
import { screaming } from "../../names/tool-slug";

/** A description of three words or fewer. */
const shortWords = ({ description }: CompiledTool): string[] => (isShort(description) ? [description] : []);

/** The tools of a toolkit whose whole description another operation has, too. */
const sameWords = (tools: readonly CompiledTool[]): string[] =>
  sharedWords(tools).flatMap((group) => group.map(({ slug }) => slug));

/** Words about parts of a page that a tool does not have: its tables and examples, the text before or after. */
const ELSEWHERE = new RegExp(
  String.raw`\b(?:as (?:noted|described|mentioned|explained|listed|shown) (?:above|below|earlier)|` +
    String.raw`(?:shown|described|listed|explained) (?:above|below)(?=[.,;)]|$)|` +
    String.raw`(?:see|in) the (?:section|table|examples?) (?:above|below)|` +
    String.raw`(?:examples?|tables?) (?:above|below)|in the following (?:table|example))\b`,
  "i",
);
const pointsElsewhere = ({ description }: CompiledTool): string[] => ELSEWHERE.exec(description)?.slice(0, 1) ?? [];

/** A name made of the words of a path: "Get prices price". */
const doubledName = ({ name }: CompiledTool): string[] =>
  /^(?:get|post|put|patch|delete) /i.test(name) && saysTwice(name) ? [name] : [];

const dataOf = ({ outputSchema }: CompiledTool): ToolSchema => outputSchema.properties.data ?? {};

/** An answer without a known form. */
const openAnswer = (tool: CompiledTool): string[] =>
  isOpenOutput(tool) && tool.run.request?.method !== "DELETE" ? ["data"] : [];

const PAGE_NAMES =
  /^(?:page|limit|offset|cursor|after|start|skip|top|count|first|per page|page (?:size|token|number)|max)$/;

const hasPaging = ({ inputSchema }: CompiledTool): boolean =>
  Object.entries(inputSchema.properties).some(([key, schema]) => {
    const phrase = spoken(wordsIn(key)).toLowerCase();
    const facts = { said: phrase, schema, isRead: true, things: "entries" };
    return (
      knownArgument(facts)?.role === "page" ||
      PAGE_NAMES.test(phrase) ||
      /\b(?:page|limit|offset|cursor|token)\b/.test(phrase)
    );
  });

const holdsList = ({ type, items, properties, anyOf }: ToolSchema, depth = 2): boolean =>
  type === "array" ||
  items !== undefined ||
  anyOf !== undefined ||
  (type === undefined && properties === undefined) ||
  (type === "object" && properties === undefined) ||
  (depth > 0 && Object.values(properties ?? {}).some((member) => holdsList(member, depth - 1)));

/** Whether the answer is one object: it has an ID, or no list anywhere. */
function answersOne(tool: CompiledTool): boolean {
  const { properties } = dataOf(tool);
  return (
    properties !== undefined && Object.keys(properties).length > 0 && ("id" in properties || !holdsList(dataOf(tool)))
  );
}

const isList = (tool: CompiledTool): boolean =>
  tool.run.request?.method === "GET" && /_(?:LIST|SEARCH)(?:_|$)|_LISTS?_/.test(tool.slug) && !answersOne(tool);

/** A list that takes no page, limit or cursor. */
const unpagedList = (tool: CompiledTool): string[] => (isList(tool) && !hasPaging(tool) ? [tool.slug] : []);

const MORE = new RegExp(
  "^(?:next|next_?(?:page|cursor|page_?token|link|token|url)|has_?(?:more|next)|total_?pages|" +
    "page_?(?:count|token)|cursor|pagelen)$",
  "i",
);

/** Marks that an answer about one thing has of its own: the pages of a document, the rest of a calculated result. */
const OF_ONE_THING = /^(?:has_?more|page_?count)$/i;

/** A read with marks of further pages in its answer, and without an argument that asks for them. */
function unreachablePages(tool: CompiledTool): string[] {
  if (tool.run.request?.method !== "GET" || hasPaging(tool)) return [];
  const { properties = {} } = dataOf(tool);
  const hasList = Object.values(properties).some(({ type }) => type === "array");
  const isOneThing = tool.run.request.path.replace(/\/$/, "").endsWith("}");
  const marks = Object.keys(properties).filter((name) => MORE.test(name) && !(isOneThing && OF_ONE_THING.test(name)));
  return hasList ? marks : [];
}

/** An empty answer of a call that creates something: its id or address stands in a header, if anywhere. */
function lostResult(tool: CompiledTool): string[] {
  const { properties } = dataOf(tool);
  const isEmpty = properties !== undefined && Object.keys(properties).length === 0;
  return isEmpty && tool.run.request?.method === "POST" && tool.tags.includes("createHint") ? ["data"] : [];
}

const CREATES = /^create (?:an?|new) (?!.*\b(?:or|if)\b)/i;

/** A hint that the request contradicts. */
function wrongHints(tool: CompiledTool, { slug: toolkit }: Pick<CompiledToolkit, "slug">): string[] {
  const { tags, slug, aliases, run } = tool;
  const method = run.request?.method;
  const prefix = `${screaming(toolkit)}_`;
  const original = aliases[0] ?? slug;
  const name = original.replace(prefix, "").replace(prefix, "");
  const isReading = tags.includes("readOnlyHint");
  return [
    ...(tags.includes("idempotentHint") && !isReading && addsEachTime(name, tool)
      ? ["idempotentHint: each POST adds"]
      : []),
    ...(isReading && method === "POST" && writesElsewhere(tool)
      ? ["readOnlyHint: the result is written elsewhere"]
      : []),
    ...(method === "POST" && tags.includes("updateHint") && CREATES.test(tool.name) && !/_?UPDATE_|UPSERT/.test(slug)
      ? ["updateHint: it creates"]
      : []),
    ...(isReading && method === "DELETE" ? ["readOnlyHint: a deletion"] : []),
    ...(effectOfArguments(tool) === "other" && !tags.includes("destructiveHint")
      ? ["carries requests of any kind"]
      : []),
  ];
}

const operationOf = ({ run: { request } }: CompiledTool): string =>
  request ? JSON.stringify([request.method, request.baseUrl, request.path, request.headers]) : "";

/** Whether one of two tools takes what the other takes, with the same values where there is no choice. */
function isSameOrPart(a: CompiledTool, b: CompiledTool): boolean {
  const [few, many] = [a, b]
    .map(({ inputSchema }) => inputSchema.properties)
    .sort((a, b) => Object.keys(a).length - Object.keys(b).length);
  return Object.entries(few ?? {}).every(([key, { enum: values }]) => {
    const other = many && Object.hasOwn(many, key) ? many[key] : undefined;
    const isFixed = values?.length === 1 || other?.enum?.length === 1;
    return other !== undefined && (!isFixed || values?.join() === other.enum?.join());
  });
}

/** Where an argument goes in the request: the member that it sets, which can have another name. */
function wireName({ run: { request } }: CompiledTool, key: string): string {
  const { body } = request ?? {};
  const fields = body?.mode === "flat" ? body.fields : [];
  return [...(request?.parameters ?? []), ...fields].find((place) => place.key === key)?.name ?? key;
}

/** Tools that call the operation of an earlier tool with no argument of their own. */
function duplicates(tools: readonly CompiledTool[]): string[] {
  const byOperation = new Map<string, CompiledTool[]>();
  return tools
    .filter((tool) => tool.run.request && !tool.deprecated)
    .flatMap((tool) => {
      const needed = [...(tool.inputSchema.required ?? []), ...(tool.run.request?.defaulted ?? [])];
      const places = needed.map((key) => wireName(tool, key));
      const key = `${operationOf(tool)} ${places.sort().join()}`;
      const before = byOperation.get(key) ?? [];
      byOperation.set(key, [...before, tool]);
      const earlier = before.find((other) => isSameOrPart(tool, other));
      return earlier === undefined ? [] : [`${tool.slug} = ${earlier.slug}`];
    });
}

/** The classes of a tool, by name. */
export const toolClasses: Readonly<Record<string, (tool: CompiledTool, toolkit: CompiledToolkit) => string[]>> = {
  "descriptions of three words": shortWords,
  "words of another page": pointsElsewhere,
  "names that say a thing twice": doubledName,
  "lists without pages": unpagedList,
  "pages that nothing asks for": unreachablePages,
  "results lost in headers": lostResult,
  "hints against the request": wrongHints,
  "open answers": openAnswer,
  "refused by model providers": (tool) => [...schemaProblems(tool.inputSchema), ...modelProblems(tool)],
};

/** The classes of a toolkit's tools together. */
export const toolkitClasses: Readonly<Record<string, (tools: readonly CompiledTool[]) => string[]>> = {
  "descriptions of another operation": sameWords,
  "one operation under two slugs": duplicates,
};
