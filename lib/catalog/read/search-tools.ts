/** This process's copy of the search index: the shared catalog's tools, and a project's own. */
import { LRUCache } from "lru-cache";
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { shareInFlight, type InFlight } from "@/lib/kernel/concurrency/memoize";
import { background, log } from "@/lib/kernel/process/log";
import { processMemory } from "@/lib/kernel/process-memory";
import { buildIndex } from "@/lib/search/build-index";
import type { Recipe } from "@/lib/search/tool-document";
import { findRecipe } from "@/lib/search/find-recipe";
import { findToolkits } from "@/lib/search/find-toolkits";
import { CONFIDENCES, findTools, type FindOptions, type Hit, type SearchResult } from "@/lib/search/find-tools";
import { openIndex, type OpenIndex } from "@/lib/search/open-index";
import { isReading, prerequisitesOf, type Prerequisite } from "@/lib/search/prerequisites-of";
import { MAX_REQUEST_LENGTH, readRequest } from "@/lib/search/read-request";
import { searchDocuments } from "../search-documents";
import { overridesOf, type ProjectOverrides } from "../overrides/project-overrides";
import { catalog, findOwnToolkits } from "./catalog";
import { findKnownTools } from "./find-known-tools";
import { isOwn } from "./own-names";
import { forgetOwnState, ownState } from "./own-state";
import { TOOL_COLUMNS, toolColumns } from "./toolkit-columns";

const OWN_TOOLS = statement({
  name: "catalog.own-tools-searched",
  text: `SELECT ${TOOL_COLUMNS} FROM tool WHERE is_latest AND ${isOwn("$1")} ORDER BY rank, slug`,
  columns: toolColumns,
});

const PROJECTS_KEPT = 200;

type LoadedIndex = { hash: string; open: OpenIndex };
/** `everybodys`: the hidden tools and the weights of words follow from it. `words`: the state of the overrides. */
type OwnIndex = { open: OpenIndex | undefined; stamp: string; everybodys: OpenIndex; words: string };
type Memory = { held?: LoadedIndex; own: LRUCache<string, OwnIndex>; makes: InFlight<OpenIndex | undefined> };

const memory = (): Memory =>
  processMemory(
    "catalog.search",
    (): Memory => ({
      own: new LRUCache<string, OwnIndex>({ max: PROJECTS_KEPT }),
      makes: shareInFlight(),
    }),
  );

/**
 * Everybody's tools. While a newly loaded catalog's index cannot be read, the previous index goes on answering. Its
 * hits can include deleted tools; the code that reads the tools leaves them out.
 */
async function everybodysIndex(): Promise<OpenIndex> {
  const state = memory();
  const { hash, index } = await catalog();
  if (state.held?.hash === hash) return state.held.open;
  try {
    const open = await index();
    state.held = { hash, open };
    return open;
  } catch (error) {
    if (!state.held) throw error;
    log.warn(background("search"), "a new search index could not be read; the one before it answers", { error });
    return state.held.open;
  }
}

/** Reads the index before the first search, which would otherwise block all other requests for a tenth of a second. */
export async function prepareSearch(): Promise<void> {
  await everybodysIndex().catch((error: unknown) =>
    log.warn(background("search"), "the search index could not be read yet; the first search tries again", { error }),
  );
}

/**
 * A project's own tools that are not hidden, and the tools with words of the project; undefined if it has none.
 * Concurrent searches share one read.
 */
async function ownIndex(projectId: string, everybodys: OpenIndex): Promise<OpenIndex | undefined> {
  const { own: indexes, makes } = memory();
  const [overrides, { stamp }] = [await overridesOf(projectId), await ownState(projectId)];
  const cached = indexes.get(projectId);
  if (cached?.words === overrides.state && cached.stamp === stamp && cached.everybodys === everybodys)
    return cached.open;
  return makes.run(`${projectId} ${stamp} ${overrides.state}`, async () => {
    const open = await readOwnIndex(projectId, everybodys, overrides);
    indexes.set(projectId, { open, stamp, everybodys, words: overrides.state });
    return open;
  });
}

async function readOwnIndex(
  projectId: string,
  everybodys: OpenIndex,
  overrides: ProjectOverrides,
): Promise<OpenIndex | undefined> {
  const [shared, ownToolkits, ownTools, reworded] = await Promise.all([
    catalog(),
    findOwnToolkits(projectId),
    rowsOf(OWN_TOOLS, [projectId]),
    overrides.reworded.length > 0 ? findKnownTools(projectId, overrides.reworded) : [],
  ]);
  const isTaken = new Set(ownTools.map(({ slug }) => slug));
  // A former name leads to the same tool.
  const changed = new Map(reworded.filter(({ slug }) => !isTaken.has(slug)).map((tool) => [tool.slug, tool]));
  const tools = overrides.applyAll([...ownTools, ...changed.values()]);
  const slugs = new Set(tools.map(({ toolkitSlug }) => toolkitSlug));
  // Toolkits of the catalog to which the project has added tools, or whose tools have words of the project.
  const extended = [...slugs].flatMap((slug) => shared.toolkits.get(slug) ?? []);
  const toolkits = [...ownToolkits, ...extended];
  if (toolkits.length === 0) return undefined;
  const documents = toolkits.map((toolkit) =>
    searchDocuments({ ...toolkit, tools: tools.filter(({ toolkitSlug }) => toolkitSlug === toolkit.slug) }),
  );
  const index = buildIndex(
    documents.flatMap((document) => document.tools),
    documents.map((document) => document.toolkit),
  );
  return openIndex(index, everybodys);
}

/** The index of the shared tools, and the project's if it has one. */
export async function openIndexes(projectId: string): Promise<OpenIndex[]> {
  const everybodys = await everybodysIndex();
  const ownTools = await ownIndex(projectId, everybodys);
  return ownTools ? [everybodys, ownTools] : [everybodys];
}

/** Whether a project has tools of its own, or tools with words of its own. */
export const hasOwnTools = async (projectId: string): Promise<boolean> =>
  (await ownIndex(projectId, await everybodysIndex())) !== undefined;

const namesToolkit = (open: OpenIndex, text: string): boolean =>
  readRequest(text, [open.names]).mentions.some(({ isSure }) => isSure);

/** Agents repeat a request, or ask for its next page; all of a project get the same answer. */
const ANSWERS_KEPT = { everybodys: 300, own: 30 };
const MAX_KEY_LENGTH = 1_000;
const answers = new WeakMap<OpenIndex, LRUCache<string, SearchResult>>();

function remembered(
  of: keyof typeof ANSWERS_KEPT,
  open: OpenIndex,
  text: string,
  options: FindOptions,
  find: () => SearchResult,
): SearchResult {
  const { toolkits, connected, explain, weights, ...plain } = options;
  // Explained answers are large, and whose apps are connected differs from user to user.
  if (explain || connected || weights) return find();
  const cache = answers.get(open) ?? new LRUCache<string, SearchResult>({ max: ANSWERS_KEPT[of] });
  answers.set(open, cache);
  const key = JSON.stringify([text.slice(0, MAX_REQUEST_LENGTH), toolkits && [...toolkits].sort(), plain]);
  const cachedResult = cache.get(key);
  if (cachedResult) return cachedResult;
  const result = find();
  if (key.length <= MAX_KEY_LENGTH) cache.set(key, result);
  return result;
}

/** The shared tools and the project's own that match a request best, without those that the project has hidden. */
export async function searchTools(projectId: string, text: string, options: FindOptions): Promise<SearchResult> {
  const { hidden } = await overridesOf(projectId);
  if (hidden.length === 0) return searchAll(projectId, text, options);
  const hiddenSlugs = new Set(hidden);
  const result = await searchAll(projectId, text, { ...options, limit: options.limit + hidden.length });
  return { ...result, hits: result.hits.filter(({ slug }) => !hiddenSlugs.has(slug)).slice(0, options.limit) };
}

/** The hits in order, each tool once: a tool with words of the project is in both indexes. */
function bestOfEach(hits: readonly Hit[]): Hit[] {
  const bySlug = new Map<string, Hit>();
  for (const hit of hits) if (hit.score > (bySlug.get(hit.slug)?.score ?? -1)) bySlug.set(hit.slug, hit);
  return [...bySlug.values()].sort((a, b) => b.score - a.score);
}

async function searchAll(projectId: string, text: string, options: FindOptions): Promise<SearchResult> {
  const everybodys = await everybodysIndex();
  const ownTools = await ownIndex(projectId, everybodys);
  if (!ownTools) return searchShared(everybodys, text, options);
  // The project's index is opened again with each catalog: its answers never outlive the shared index.
  return remembered("own", ownTools, text, options, () => searchBoth(everybodys, ownTools, text, options));
}

const searchShared = (everybodys: OpenIndex, text: string, options: FindOptions): SearchResult =>
  remembered("everybodys", everybodys, text, options, () => findTools(everybodys, text, options));

function searchBoth(everybodys: OpenIndex, ownTools: OpenIndex, text: string, options: FindOptions): SearchResult {
  const result = searchShared(everybodys, text, { ...options, namesAnother: namesToolkit(ownTools, text) });
  const more = findTools(ownTools, text, { ...options, namesAnother: namesToolkit(everybodys, text) });
  return {
    ...result,
    confidence:
      CONFIDENCES[Math.max(CONFIDENCES.indexOf(result.confidence), CONFIDENCES.indexOf(more.confidence))] ?? "low",
    hits: bestOfEach([...result.hits, ...more.hits]).slice(0, options.limit),
  };
}

/** Facts from the index about the tools that a search returned. */
export type Around = {
  /** How people have written down that it is done. */
  recipe: Recipe | undefined;
  /** The tools that return the ids that a tool needs. */
  prerequisitesOf: (slug: string) => Prerequisite[];
  isReading: (slug: string) => boolean;
  /** Slugs of the toolkits that the request names. */
  named: string[];
};

/**
 * Reads facts about the tools that a search returned.
 * @param only the allowed toolkits; all if left out
 */
export async function searchAround(
  projectId: string,
  text: string,
  result: SearchResult,
  only?: ReadonlySet<string>,
): Promise<Around> {
  const everybodys = await everybodysIndex();
  const ownTools = await ownIndex(projectId, everybodys);
  const hiddenSlugs = new Set((await overridesOf(projectId)).hidden);
  // A tool with words of the project is in both; only the shared index knows what it needs.
  const homeOf = (slug: string): OpenIndex => (everybodys.places.has(slug) ? everybodys : (ownTools ?? everybodys));
  const sure = readRequest(text, [everybodys.names]).mentions.filter(({ isSure }) => isSure);
  return {
    recipe: findRecipe(everybodys, text, result, only),
    prerequisitesOf: (slug) =>
      prerequisitesOf(homeOf(slug), slug).filter((prerequisite) => !hiddenSlugs.has(prerequisite.slug)),
    isReading: (slug) => isReading(homeOf(slug), slug),
    named: sure.flatMap(({ toolkits }) => toolkits.flatMap((index) => everybodys.index.toolkits[index]?.slug ?? [])),
  };
}

/** A recipe that came with the catalog. */
export const findShippedRecipe = async (id: string): Promise<Recipe | undefined> =>
  (await everybodysIndex()).recipes?.bySlug.get(id)?.recipe;

/** The shared toolkits and the project's own that fit a person's search text or question: slugs, the best first. */
export async function searchToolkits(projectId: string, text: string): Promise<string[]> {
  const hits = (await openIndexes(projectId)).flatMap((open) => findToolkits(open, text));
  // A toolkit of the catalog with added tools is in both.
  return [...new Set(hits.sort((a, b) => b.score - a.score).map(({ slug }) => slug))];
}

/** Makes the next search read the database; call it after loading another catalog or tools in this process. */
export function forgetSearch(): void {
  const state = memory();
  delete state.held;
  state.own.clear();
  forgetOwnState();
}
