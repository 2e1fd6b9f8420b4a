/**
 * Facts about a tool from its request: the kind of thing it concerns, where its arguments go, what the answer contains.
 * Pure.
 */
import type { CompiledTool } from "../../compiled-toolkit";
import type { ToolRequest } from "../../tool-request";
import type { ToolSchema } from "../../tool-schema";
import { EDGE, SURE, words as wordSet } from "../effects/effects";
import { isPlural, singular, wordsIn } from "./word-forms";

type Segment = { text: string; isPlace: boolean };

export type RequestFacts = {
  method: ToolRequest["method"];
  /** The thing that the last written part of the path names, in the singular; empty where the path names none. */
  object: readonly string[];
  /** `object` as written, if that is a plural. */
  plural: readonly string[];
  /** The object whose placeholder comes before: the account of `/accounts/{id}/members`. */
  container: readonly string[];
  /** `isItem`: the path ends with the placeholder of one object. `isCollection`: it ends with the object's name. */
  isItem: boolean;
  isCollection: boolean;
  /** The product or part of the API that the path begins with; "" where it begins with the thing itself. */
  area: string;
  /** A GET that returns a list. */
  isList: boolean;
  /** Names of what the answer holds: its own members, and those of the things in its lists. */
  answer: ReadonlySet<string>;
  /** Place of an argument in the path to the word before it. */
  before: ReadonlyMap<string, readonly string[]>;
  /** Place of an argument in the path to the path before it, which lists what the place names one of. */
  collections: ReadonlyMap<string, string>;
};

const NO_THING = wordSet(
  `me self all api rest json xml rpc v1 v2 v3 v4 admin public current batch bulk async graphql latest default new by my this
  buying selling shopping following trending pending upcoming running existing missing incoming outgoing
  list index find one many multiple www web http https beta internal external services service data private organization-wide`,
);
const NO_THINGS_ALONE = wordSet(
  "search query count export import download upload sync status info details actions action",
);

const segmentsOf = (path: string): Segment[] =>
  path
    .replace(/[?#].*$/, "")
    .replace(/\.(?:json|xml|php|html)$/, "")
    .split("/")
    .filter((text) => text !== "")
    .map((text) => ({ text, isPlace: /^\{[^{}]+\}$/.test(text) }));

/** The words of a part of a path where it names a thing: no version, no verb. */
function thingOf({ text, isPlace }: Segment): readonly string[] {
  if (isPlace || !/^[A-Za-z][A-Za-z0-9_-]*$/.test(text) || /^v\d/i.test(text)) return [];
  const all = wordsIn(text);
  const [first = ""] = all;
  // `merge_requests` are things, `merge_accounts` is an act.
  const isVerb = (SURE.has(first) || EDGE.has(first)) && all.at(-1) !== "requests";
  const isNone =
    (all.length === 1 && /^(?!feed|seed|embed|need|speed)\w+ed$/.test(first)) ||
    (all.length === 1 && (NO_THING.has(first) || NO_THINGS_ALONE.has(first) || first.length < 3));
  return isVerb || isNone || all.length > 5 ? [] : all;
}

const oneOf = (all: readonly string[]): string[] => [...all.slice(0, -1), ...all.slice(-1).map(singular)];

/** The thing whose place follows a part of a path: before a place, each plural is one (`/actions/{id}`). */
function beforePlace(segment: Segment): string[] {
  const thing = thingOf(segment);
  const [only = "", ...more] = segment.isPlace || thing.length > 0 ? [] : wordsIn(segment.text);
  return oneOf(more.length === 0 && isPlural(only) ? [only] : thing);
}

function placesOf(segments: readonly Segment[]): Map<string, readonly string[]> {
  const places = new Map<string, readonly string[]>();
  for (const [index, { text, isPlace }] of segments.entries()) {
    const previous = segments[index - 1];
    if (isPlace) places.set(text.slice(1, -1), previous ? beforePlace(previous) : []);
  }
  return places;
}

/** A path without the names of its places, to compare it with the paths of other tools. */
const pathForm = (segments: readonly Segment[]): string =>
  segments.map(({ text, isPlace }) => (isPlace ? "{}" : text)).join("/");

const collectionsOf = (segments: readonly Segment[]): Map<string, string> =>
  new Map(
    segments.flatMap(({ text, isPlace }, index) =>
      isPlace ? [[text.slice(1, -1), pathForm(segments.slice(0, index))] as const] : [],
    ),
  );

/** The members of an answer and of the things in its lists, two levels deep. */
function answerOf(tool: CompiledTool): Set<string> {
  const names = new Set<string>();
  const add = (schema: ToolSchema | undefined, depth: number): void => {
    for (const [name, inner] of Object.entries(schema?.properties ?? {})) {
      names.add(name.toLowerCase());
      if (depth > 0 && (inner.items ?? inner.properties)) add(inner.items ?? inner, depth - 1);
    }
  };
  add(tool.outputSchema.properties.data, 2);
  return names;
}

/** `salesorder` as "sales order", where the tool's own name writes it so. */
function asNamed(thing: readonly string[], names: readonly string[]): readonly string[] {
  const [word = ""] = thing;
  if (thing.length !== 1 || names.includes(word)) return thing;
  const from = names.findIndex(
    (_, index) => word.startsWith(names.slice(index, index + 2).join("")) && index + 1 < names.length,
  );
  for (let end = from + 2; from !== -1 && end <= names.length; end++) {
    const joined = names.slice(from, end).join("");
    if (joined === word) return names.slice(from, end);
    if (`${joined}s` === word) return [...names.slice(from, end - 1), `${names[end - 1] ?? ""}s`];
    if (!word.startsWith(joined)) break;
  }
  return thing;
}

/** A written part before the thing that no place follows. */
const areaOf = (segments: readonly Segment[], thing: number): string =>
  segments.find((segment, index) => index < thing && !segments[index + 1]?.isPlace && thingOf(segment).length > 0)
    ?.text ?? "";

export function requestFacts(tool: CompiledTool, request: ToolRequest): RequestFacts {
  const segments = segmentsOf(request.path);
  const names = wordsIn(tool.slug);
  const index = segments.findLastIndex((segment) => thingOf(segment).length > 0);
  const thing = segments[index] ? asNamed(thingOf(segments[index]), names) : [];
  const owner = segments.slice(0, Math.max(index, 0)).findLastIndex(({ isPlace }) => isPlace);
  const owning = segments[owner - 1];
  const isItem = segments.at(-1)?.isPlace === true && index === segments.length - 2;
  const isMany = isPlural(thing.at(-1) ?? "");
  return {
    method: request.method,
    object: oneOf(thing),
    plural: isMany ? thing : [],
    container: owning ? oneOf(asNamed(thingOf(owning), names)) : [],
    isItem,
    isCollection: index >= 0 && index === segments.length - 1,
    area: areaOf(segments, index),
    isList: request.method === "GET" && !isItem && isMany,
    answer: answerOf(tool),
    before: placesOf(segments),
    collections: collectionsOf(segments),
  };
}

type ListTool = { slug: string; required: readonly string[]; path: string; area: string };

/** The tools that return the ids of a thing: the shortest list of it in each area, by the thing's name. */
export type Lists = ReadonlyMap<string, ReadonlyMap<string, ListTool | undefined>>;

/** The list tools by the form of their path: the first of those that take the fewest arguments. */
export type ListsByPath = ReadonlyMap<string, ListTool>;

export function listsByPath(tools: Iterable<readonly [CompiledTool, RequestFacts]>): ListsByPath {
  const lists = new Map<string, ListTool>();
  for (const [tool, { area, isList, isCollection }] of tools) {
    if (!isList || !isCollection || tool.deprecated) continue;
    const { path = "", parameters = [] } = tool.run.request ?? {};
    // The places of the path have the same values here and there, whatever their names are.
    const inPath = new Set(parameters.filter((part) => part.in === "path").map(({ key }) => key));
    const required = (tool.inputSchema.required ?? []).filter((key) => !inPath.has(key));
    const form = pathForm(segmentsOf(path));
    const other = lists.get(form);
    if (other === undefined || required.length < other.required.length)
      lists.set(form, { slug: tool.slug, required, path, area });
  }
  return lists;
}

/** Contains areas that have the thing but no list of it, too: their things are others. */
export function listsOf(tools: Iterable<readonly [CompiledTool, RequestFacts]>): Lists {
  const lists = new Map<string, Map<string, ListTool | undefined>>();
  for (const [tool, { object, area, isList, isCollection }] of tools) {
    if (object.length === 0 || tool.deprecated) continue;
    const name = object.join(" ");
    const areas = lists.get(name) ?? new Map<string, ListTool | undefined>();
    lists.set(name, areas);
    const path = tool.run.request?.path ?? "";
    const list = areas.get(area);
    const isBetter = isList && isCollection && (list === undefined || path.length < list.path.length);
    areas.set(area, isBetter ? { slug: tool.slug, required: tool.inputSchema.required ?? [], path, area } : list);
  }
  return lists;
}
