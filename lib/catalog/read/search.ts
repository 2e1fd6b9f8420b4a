/** The search index as this process holds it: everybody's tools, and beside them a project's own. */
import { LRUCache } from "lru-cache";
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { background, log } from "@/lib/kernel/process/log";
import { processMemory } from "@/lib/kernel/process-memory";
import { buildIndex } from "@/lib/search/build-index";
import { findToolkits } from "@/lib/search/find-toolkits";
import { findTools, type Found, type FindOptions } from "@/lib/search/find-tools";
import { openIndex, type OpenIndex } from "@/lib/search/open-index";
import { readRequest } from "@/lib/search/request";
import { searchDocuments } from "../search-documents";
import { catalogue, findOwnToolkits } from "./catalogue";
import { isOwn } from "./own-names";
import { TOOL_COLUMNS, toolColumns } from "./rows";

const OWN_TOOLS = statement({
  name: "catalog.own-tools-searched",
  text: `SELECT ${TOOL_COLUMNS} FROM tool WHERE is_latest AND ${isOwn("$1")} ORDER BY rank, slug`,
  columns: toolColumns,
});

/** A project's changed tools are found after this time at the latest. */
const OWN_KEPT_MS = 1_500;
const PROJECTS_KEPT = 200;

type Held = { hash: string; open: OpenIndex };
type OwnIndex = { open: OpenIndex | undefined };
type Memory = { held?: Held; own: LRUCache<string, OwnIndex> };

const memory = (): Memory =>
  processMemory(
    "catalog.search",
    (): Memory => ({ own: new LRUCache<string, OwnIndex>({ max: PROJECTS_KEPT, ttl: OWN_KEPT_MS }) }),
  );

/**
 * Everybody's tools. While a newly loaded catalogue's index cannot be read, the one before it goes on answering: what it
 * finds and is gone now is left out by whoever reads the tools.
 */
async function everybodysIndex(): Promise<OpenIndex> {
  const state = memory();
  const { hash, index } = await catalogue();
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

/** Reads the index before anybody searches: the first search would hold up all other requests for a tenth of a second. */
export async function prepareSearch(): Promise<void> {
  await everybodysIndex().catch((error: unknown) =>
    log.warn(background("search"), "the search index could not be read yet; the first search tries again", { error }),
  );
}

/** A project's own tools that count; undefined if it has none. */
async function ownIndex(projectId: string, everybodys: OpenIndex): Promise<OpenIndex | undefined> {
  const { own } = memory();
  const known = own.get(projectId);
  if (known) return known.open;
  const toolkits = await findOwnToolkits(projectId);
  const tools = toolkits.length > 0 ? await rowsOf(OWN_TOOLS, [projectId]) : [];
  const made = toolkits.map((toolkit) =>
    searchDocuments({ ...toolkit, tools: tools.filter(({ toolkitSlug }) => toolkitSlug === toolkit.slug) }),
  );
  const open =
    toolkits.length > 0
      ? openIndex(
          buildIndex(
            made.flatMap((one) => one.tools),
            made.map((one) => one.toolkit),
          ),
          everybodys,
        )
      : undefined;
  own.set(projectId, { open });
  return open;
}

const namesToolkit = (open: OpenIndex, text: string): boolean =>
  readRequest(text, [open.names]).mentions.some(({ isSure }) => isSure);

const CONFIDENCE = ["low", "medium", "high"] as const;

/** The tools, everybody's and the project's own, that fit a request best. */
export async function searchTools(projectId: string, text: string, options: FindOptions): Promise<Found> {
  const everybodys = await everybodysIndex();
  const own = await ownIndex(projectId, everybodys);
  if (!own) return findTools(everybodys, text, options);
  const found = findTools(everybodys, text, { ...options, namesAnother: namesToolkit(own, text) });
  const more = findTools(own, text, { ...options, namesAnother: namesToolkit(everybodys, text) });
  return {
    ...found,
    confidence:
      CONFIDENCE[Math.max(CONFIDENCE.indexOf(found.confidence), CONFIDENCE.indexOf(more.confidence))] ?? "low",
    hits: [...found.hits, ...more.hits].sort((a, b) => b.score - a.score).slice(0, options.limit),
  };
}

/** The toolkits, everybody's and the project's own, that fit what somebody types or asks: slugs, the best first. */
export async function searchToolkits(projectId: string, text: string): Promise<string[]> {
  const everybodys = await everybodysIndex();
  const own = await ownIndex(projectId, everybodys);
  const hits = [everybodys, ...(own ? [own] : [])].flatMap((open) => findToolkits(open, text));
  return hits.sort((a, b) => b.score - a.score).map(({ slug }) => slug);
}

/** Makes the next search read the database: for whoever has just loaded another catalogue or tools in this process. */
export function forgetSearch(): void {
  const state = memory();
  delete state.held;
  state.own.clear();
}
