/** Finds parts of guides by words: an index of every guide's headings and texts, made once from the files. */
import MiniSearch, { type SearchResult } from "minisearch";
import { readGuideText, toPlainText, type GuideText } from "@/lib/contract/markdown/guide-text";
import { GUIDES, toAddress, type Guide } from "@/lib/contract/guides";
import { memoize } from "@/lib/kernel/concurrency/memoize";
import { stem } from "@/lib/search/stem";
import type { Operation } from "@/lib/contract/operation";
import { readGuideFile } from "./read-guide";
import { listReference, type ReferenceEntry } from "./reference/list-reference";

/** A part of a guide: what follows one heading. `heading` is empty for the beginning of a guide. */
export type GuidePart = { address: string; title: string; heading: string; excerpt: string };
/** What the index returns of a part. */
type PartFields = GuidePart & { about: string; file: string };
type Indexed = PartFields & { id: number; text: string };

const MAX_RESULTS = 12;
/** Of one guide, so that a long one does not fill the list. */
const MAX_OF_GUIDE = 3;
const EXCERPT_LENGTH = 180;

/** Words without a meaning of their own. */
const FILLERS = new Set(
  (
    "a an and are as at be by can do does for from get how i in into is it my of on or set should that the their them " +
    "this to use using want we what when where which with you your"
  ).split(" "),
);

/** Other words of readers for ours. A map, because a word can be "constructor". */
const SAME: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    docker: ["container"],
    signature: ["verify"],
    k8s: ["kubernetes"],
    kubernetes: ["container"],
    openapi: ["document"],
    swagger: ["document"],
    postgres: ["postgresql"],
    team: ["member"],
    teammate: ["member"],
    colleague: ["member"],
    rename: ["rewrite"],
    human: ["approval"],
    websocket: ["stream"],
    monitor: ["watching"],
    monitoring: ["watching"],
    prometheus: ["metrics"],
    scale: ["copies", "processes"],
    sso: ["members"],
    search: ["find"],
    find: ["search"],
    old: ["before", "older"],
    servers: ["copies"],
    external: ["copies"],
    import: ["add"],
    checked: ["proof"],
    env: ["settings"],
    environment: ["settings"],
  }),
);

const toTerm = (word: string): string | null => {
  const term = word.toLowerCase();
  return FILLERS.has(term) ? null : stem(term);
};
const toSoughtTerms = (word: string): string[] =>
  [word, ...(SAME.get(word.toLowerCase()) ?? [])].flatMap((term) => toTerm(term) ?? []);

/** The text after each heading, and before the first one. */
function toParts({ file, title, about }: Guide, { headings, blocks }: GuideText): Omit<Indexed, "id">[] {
  const address = toAddress(file);
  const parts: Omit<Indexed, "id">[] = [{ address, title, heading: "", excerpt: "", about, file, text: "" }];
  let headingIndex = 0;
  for (const block of blocks) {
    if (block.type === "heading") {
      const { text: heading = "", anchor = "" } = headings[headingIndex++] ?? {};
      parts.push({ address: `${address}#${anchor}`, title, heading, excerpt: "", about: "", file, text: "" });
      continue;
    }
    const part = parts.at(-1);
    if (!part) continue;
    const text = "children" in block ? block.children.map((child) => toPlainText(child)).join(" ") : toPlainText(block);
    part.text += `${text}\n`;
    if (!part.excerpt && block.type === "paragraph") part.excerpt = toExcerpt(text);
  }
  return parts;
}

/** The beginning of a text, up to the end of a word. */
function toExcerpt(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= EXCERPT_LENGTH ? line : `${line.slice(0, line.lastIndexOf(" ", EXCERPT_LENGTH))}…`;
}

/** The operations of the API reference count as one guide. */
const REFERENCE = "api";

function toPart({ id, method, path, summary, tag }: ReferenceEntry): Omit<Indexed, "id"> {
  const [about, excerpt] = [path.split(/\W+/).join(" "), `${method} ${path}`];
  const address = `/docs/api/${id}`;
  return { address, title: "API reference", heading: summary, excerpt, about, file: REFERENCE, text: `${id} ${tag}` };
}

/** The operations whose path was typed, or a part of it; those with the whole path and the typed method come first. */
function findByPath(words: string, operations: readonly Operation[]): GuidePart[] {
  const typed = words.toLowerCase().split(/\s+/);
  const path = typed.find((word) => word.startsWith("/"));
  if (path === undefined || path.length < 3) return [];
  const countFits = (entry: ReferenceEntry): number =>
    Number(entry.path.toLowerCase().endsWith(path)) + Number(typed.includes(entry.method.toLowerCase()));
  return listReference(operations)
    .flatMap((group) => group.operations)
    .filter((entry) => entry.path.toLowerCase().includes(path))
    .sort((left, right) => countFits(right) - countFits(left))
    .slice(0, MAX_OF_GUIDE)
    .map((entry) => {
      const { address, title, heading, excerpt } = toPart(entry);
      return { address, title, heading, excerpt };
    });
}

const openIndex = memoize(async () => {
  const index = new MiniSearch<Indexed>({
    fields: ["title", "heading", "about", "file", "text"],
    storeFields: ["address", "title", "heading", "excerpt", "about", "file"],
    processTerm: toTerm,
    searchOptions: {
      processTerm: toSoughtTerms,
      boost: { title: 6, about: 4, heading: 5, file: 2 },
      prefix: (_term, index, terms) => index === terms.length - 1,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      maxFuzzy: 2,
      weights: { prefix: 0.5, fuzzy: 0.2 },
    },
  });
  let id = 0;
  // One guide at a time: reading its file lets other requests run between two guides.
  for (const guide of GUIDES) {
    const parts = toParts(guide, readGuideText(await readGuideFile(guide)));
    index.addAll(parts.map((part) => ({ ...part, id: id++ })));
  }
  return { index, nextId: id, hasReference: false };
});

/** The index with the operations in it, which do not change while a process runs. */
async function openWhole(operations: readonly Operation[]): Promise<MiniSearch<Indexed>> {
  const state = await openIndex();
  const { index, nextId } = state;
  if (state.hasReference) return index;
  state.hasReference = true;
  const entries = listReference(operations).flatMap((group) => group.operations);
  index.addAll(entries.map((entry, position) => ({ ...toPart(entry), id: nextId + position })));
  return index;
}

/** Guides about former versions are read once, and operations by few; the others answer the same question for today. */
const WEIGHTS: readonly [RegExp, number][] = [
  [/^(migrate\/|operate\/upgrading)/, 0.25],
  [/^api$/, 0.6],
];

/** Longer questions are cut: each word is looked up with its misspellings. */
const MAX_WORDS = 20;

/** A part with all of the words is worth more than one with some of them, however often it has those. */
function findParts(index: MiniSearch<Indexed>, words: string): PartFields[] {
  const parts = index.search(words.split(/\s+/).slice(0, MAX_WORDS).join(" ")) as (SearchResult & PartFields)[];
  const most = Math.max(...parts.map(({ queryTerms }) => queryTerms.length));
  const worth = ({ score, queryTerms, file }: SearchResult & PartFields): number =>
    score * (queryTerms.length / most) ** 2 * (WEIGHTS.find(([files]) => files.test(file))?.[1] ?? 1);
  return parts.sort((left, right) => worth(right) - worth(left));
}

/**
 * The parts of guides, and the operations, that fit the words best, best first.
 * @param words at most 200 characters
 */
export async function searchGuides(words: string, operations: readonly Operation[]): Promise<GuidePart[]> {
  const index = await openWhole(operations);
  const results: GuidePart[] = findByPath(words, operations);
  const uses = new Map([[REFERENCE, results.length]]);
  for (const { address, title, heading, excerpt, about, file } of findParts(index, words)) {
    const count = uses.get(file) ?? 0;
    if (count >= MAX_OF_GUIDE) continue;
    if (results.some((result) => result.address === address)) continue;
    uses.set(file, count + 1);
    if (results.push({ address, title, heading, excerpt: excerpt || about }) === MAX_RESULTS) break;
  }
  return results;
}
