/** Which tools give the ids that another tool needs: "delete a draft" needs a draft's id, which "list drafts" gives. */
import type { ToolDocument } from "./tool-document";
import { effectsOf } from "./related-terms";
import { isEmptyWord, plainWords, termOf, unjoined } from "./plain-words";

/** A tool that gives what another one needs; both by their place in the list. */
export type Producer = {
  tool: number;
  /** Place among the required parameters of the tool that needs it. */
  need: number;
};

const MOST_NEEDS = 3;
/**
 * How many of a tool's required parameters are compared, and how many of the tools that read a thing: all pairs would
 * be millions.
 */
const MOST_REQUIRED = 20;
const MOST_READERS = 100;
const MOST_NOUNS = 12;
/** Last words of names that mean "the id of". */
const ID_ENDS = new Set(["id", "ids", "key", "keys", "gid", "sid", "uid", "uuid", "guid", "number", "slug", "hash"]);
/** Of these a tool's own account is meant, or something that no list gives. */
const NOT_LISTED = new Set(
  ["api", "client", "request", "idempotency", "external", "phone", "account", "page"].map(termOf),
);

/** A word comes thousands of times and is stemmed once. */
type Stems = (word: string) => string;

function stems(): Stems {
  const cache = new Map<string, string>();
  return (word) => {
    let term = cache.get(word);
    if (term === undefined) cache.set(word, (term = termOf(word)));
    return term;
  };
}

type Thing = {
  tool: ToolDocument;
  at: number;
  nouns: readonly string[];
  required: ReadonlySet<string>;
  verb: number;
  /** What it costs to ask it, whoever needs its ids. Less is better. */
  cost: number;
};
/** Tools that read a thing, by toolkit and noun: the cheapest first, at most MOST_READERS. */
type Readers = ReadonlyMap<string, ReadonlyMap<string, readonly Thing[]>>;

/** By the first word of a tool's name: what finds by words comes before what lists, and that before what reads one. */
const READERS = new Map(Object.entries({ search: 0, find: 0, list: 1, query: 1, fetch: 2, get: 2, read: 3 }));
const NO_READER = 9;

function toThing(tool: ToolDocument, index: number, stemOf: Stems): Thing {
  const words = plainWords(tool.name).filter((word) => !isEmptyWord(word));
  const nouns = words.map(stemOf).filter((term, place) => place > 0 || effectsOf(term).length === 0);
  const required = tool.parameters.filter((parameter) => parameter.required).slice(0, MOST_REQUIRED);
  const verb = tool.tags.includes("readOnlyHint") ? (READERS.get(words[0] ?? "") ?? NO_READER) : NO_READER;
  const ownNouns = [...new Set(nouns)].slice(0, MOST_NOUNS);
  return {
    tool,
    at: index,
    nouns: ownNouns,
    required: new Set(required.map(({ name }) => name)),
    verb,
    cost: verb + 2 * ownNouns.length + 3 * required.length - (tool.important ? 2 : 0),
  };
}

/** What a required parameter is the id of, as terms; undefined for anything that is no id. */
function idOf(name: string, { nouns, tool }: Thing, stemOf: Stems): readonly string[] | undefined {
  const words = plainWords(unjoined(name).replaceAll("_", " "));
  if (!ID_ENDS.has(words.at(-1) ?? "")) return undefined;
  const things = words.slice(0, -1).map(stemOf);
  if (things.some((term) => NOT_LISTED.has(term))) return undefined;
  // The id of what is only being made is nobody's: it must be the id of what it is made in.
  return things.length > 0 ? things : tool.tags.includes("createHint") ? undefined : nouns;
}

/** How well a tool gives ids of a thing; undefined if it does not. Less is better. */
function costOf(candidate: Thing, of: readonly string[], parameter: string, needing: Thing): number | undefined {
  if (candidate.at === needing.at) return undefined;
  const shared = of.filter((term) => candidate.nouns.includes(term)).length;
  if (of.length === 0 || candidate.required.has(parameter)) return undefined;
  // A producer that itself needs missing ids only moves the problem.
  const had = [...candidate.required].filter((name) => needing.required.has(name)).length;
  return candidate.cost - 4 * shared - 3 * had;
}

/** The best producer of each id that a tool needs. */
function producersOf(needing: Thing, readers: ReadonlyMap<string, readonly Thing[]>, stemOf: Stems): Producer[] {
  const producers: Producer[] = [];
  [...needing.required].forEach((parameter, need) => {
    const of = idOf(parameter, needing, stemOf);
    if (!of || producers.length >= MOST_NEEDS) return;
    let best: { cost: number; at: number } | undefined;
    for (const candidate of readers.get(of.at(-1) ?? "") ?? []) {
      const cost = costOf(candidate, of, parameter, needing);
      if (cost === undefined) continue;
      if (!best || cost < best.cost || (cost === best.cost && candidate.at < best.at))
        best = { cost, at: candidate.at };
    }
    if (best && !producers.some(({ tool }) => tool === best.at)) producers.push({ tool: best.at, need });
  });
  return producers;
}

/** So many that every list is short: each tool looks at few others, whatever a project imports. */
function readersOf(things: readonly Thing[]): Readers {
  const byToolkit = new Map<string, Map<string, Thing[]>>();
  for (const thing of things.toSorted((a, b) => a.cost - b.cost || a.at - b.at)) {
    if (thing.verb === NO_READER || thing.tool.deprecated) continue;
    const readers = byToolkit.get(thing.tool.toolkit) ?? new Map<string, Thing[]>();
    byToolkit.set(thing.tool.toolkit, readers);
    for (const noun of thing.nouns) {
      const list = readers.get(noun);
      if (!list) readers.set(noun, [thing]);
      else if (list.length < MOST_READERS) list.push(thing);
    }
  }
  return byToolkit;
}

/** For each tool, tools of the same toolkit that give the ids it cannot do without. */
export function findProducers(tools: readonly ToolDocument[]): Producer[][] {
  const stemOf = stems();
  const things = tools.map((tool, index) => toThing(tool, index, stemOf));
  const readers = readersOf(things);
  const none = new Map<string, Thing[]>();
  return things.map((thing) => producersOf(thing, readers.get(thing.tool.toolkit) ?? none, stemOf));
}
