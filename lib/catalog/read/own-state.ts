/**
 * This process's copy of a project's own tools, for lists and searches. It is at most 0.9 seconds old; changes in this
 * process are seen immediately, because they call `forgetOwnState`.
 */
import { LRUCache } from "lru-cache";
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { shareInFlight, type InFlight } from "@/lib/kernel/concurrency/memoize";
import { processMemory } from "@/lib/kernel/process-memory";
import { catalog, findOwnToolkits, type CatalogToolkit } from "./catalog";
import { hiddenTools, isOwn } from "./own-names";
import { PLACE_COLUMNS, placeTypes, type FoundTool } from "./found-tool";

/** Changes with each row of the project's own that is stored, changed or deleted. */
const OWN_STAMP = statement({
  name: "catalog.own-stamp",
  text: `SELECT count(*)::text || ':' || coalesce(bit_xor(hashtext(id || ':' || xmin::text)), 0)::text AS stamp FROM (
    SELECT id, xmin FROM tool WHERE project_id = $1 AND is_latest UNION ALL
    SELECT id, xmin FROM toolkit WHERE project_id = $1) AS own`,
  columns: { stamp: "text" },
});
/** The stamp of a project without any. */
const NOTHING = "0:0";
export const isEmpty = ({ stamp }: OwnState): boolean => stamp === NOTHING;

const PLACES = statement({
  name: "catalog.own-places",
  text: `SELECT ${PLACE_COLUMNS}, 0 AS fit FROM tool WHERE is_latest AND ${isOwn("$1")}`,
  columns: placeTypes,
});

const HIDDEN = statement({
  name: "catalog.own-hidden",
  text: `SELECT EXISTS (${hiddenTools("$1")}) AS "hasHidden"`,
  columns: { hasHidden: "bool" },
});

export type OwnState = {
  stamp: string;
  hash: string;
  readAt: number;
  /** Whether the catalog has the name of one of the tools, in any version. */
  hasHidden: boolean;
  /** The latest tools that are not hidden, by slug. */
  places: ReadonlyMap<string, FoundTool>;
  /** The toolkits that are not hidden, by slug. */
  toolkits: ReadonlyMap<string, CatalogToolkit>;
  /** JSON texts of tools by ID, for lists. */
  texts: LRUCache<string, Buffer>;
  /** How many of the tools fit a list, by the conditions of the list. */
  counts: LRUCache<string, number>;
};

const KEPT_MS = 900;
const PROJECTS_KEPT = 200;
const TEXTS_KEPT = { max: 2_000, maxSize: 4 * 1024 * 1024 };
const COUNTS_KEPT = 100;

/** `generation`: a read that began before a change must not be kept after it. */
type Memory = { states: LRUCache<string, OwnState>; reads: InFlight<OwnState>; generation: number };

const memory = (): Memory =>
  processMemory(
    "catalog.own-state",
    (): Memory => ({
      states: new LRUCache<string, OwnState>({ max: PROJECTS_KEPT }),
      reads: shareInFlight(),
      generation: 0,
    }),
  );

/** The state of a project's own tools. Costs a statement every 0.9 seconds; more only after a change. */
export async function ownState(projectId: string): Promise<OwnState> {
  const { states, reads, generation } = memory();
  const previous = states.get(projectId);
  if (previous && performance.now() - previous.readAt < KEPT_MS) return previous;
  return reads.run(`${generation} ${projectId}`, async () => {
    const state = await refreshState(projectId, previous);
    if (memory().generation === generation) states.set(projectId, state);
    return state;
  });
}

/** The stamp that the database has now; `ownState` is perhaps older. */
export async function readOwnStamp(projectId: string): Promise<string> {
  const [row] = await rowsOf(OWN_STAMP, [projectId]);
  return row?.stamp ?? NOTHING;
}

async function refreshState(projectId: string, previous: OwnState | undefined): Promise<OwnState> {
  const readAt = performance.now();
  const [{ hash }, stamp] = await Promise.all([catalog(), readOwnStamp(projectId)]);
  // Reading a thousand tools takes a hundred times as long as the stamp.
  if (previous?.stamp === stamp && previous.hash === hash) return { ...previous, readAt };
  return { stamp, hash, readAt, ...(await readState(projectId, stamp)) };
}

async function readState(projectId: string, stamp: string): Promise<Omit<OwnState, "stamp" | "hash" | "readAt">> {
  const texts = new LRUCache<string, Buffer>({ ...TEXTS_KEPT, sizeCalculation: (text) => text.length });
  const counts = new LRUCache<string, number>({ max: COUNTS_KEPT });
  if (stamp === NOTHING) return { hasHidden: false, places: new Map(), toolkits: new Map(), texts, counts };
  const [hidden, places, toolkits] = await Promise.all([
    rowsOf(HIDDEN, [projectId]),
    rowsOf(PLACES, [projectId]),
    findOwnToolkits(projectId),
  ]);
  return {
    hasHidden: hidden[0]?.hasHidden ?? false,
    places: new Map(places.map((place) => [place.slug, place])),
    toolkits: new Map(toolkits.map((toolkit) => [toolkit.slug, toolkit])),
    ...{ texts, counts },
  };
}

/** Makes the next list or search read the database; call it after a change of own tools in this process. */
export function forgetOwnState(): void {
  const state = memory();
  state.generation++;
  state.states.clear();
}
