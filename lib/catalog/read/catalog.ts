/**
 * This process's copy of the loaded catalog: toolkits, categories and recently used tools, dropped when another catalog
 * is loaded.
 */
import type { LRUCache } from "lru-cache";
import { CountedCache } from "@/lib/kernel/metrics/counted-cache";
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { processMemory } from "@/lib/kernel/process-memory";
import { OTHER } from "@/lib/kernel/metrics/counter";
import { memoize, shareInFlight, type InFlight } from "@/lib/kernel/concurrency/memoize";
import { buildIndex } from "@/lib/search/build-index";
import { openIndex, type OpenIndex } from "@/lib/search/open-index";
import { fromBytes } from "@/lib/search/index-bytes";
import type { ToolkitAuthScheme } from "../toolkit-auth-scheme";
import type { LaidOver } from "../overrides/tool-override";
import type { CompiledTool, ToolkitMeta, ToolkitVersionSince } from "../compiled-toolkit";
import type { TriggerType } from "../trigger-type";
import { withoutHidden } from "./own-names";
import type { FoundTool } from "./found-tool";
import type { PreparedPage } from "./pages/prepared-page";
import { readSearchBytes } from "./read-search-bytes";
import { TOOLKIT_COLUMNS, toolkitColumns } from "./toolkit-columns";

export type CatalogToolkit = {
  id: string;
  projectId: string | null;
  slug: string;
  name: string;
  description: string;
  kind: "native" | "custom";
  /** An address, or an SVG image of the catalog; "" = a generated one. */
  logo: string;
  appUrl: string | null;
  baseUrl: string | null;
  categories: string[];
  authSchemes: ToolkitAuthScheme[];
  noAuth: boolean;
  version: string;
  /** Newest first. */
  availableVersions: string[];
  toolsCount: number;
  triggersCount: number;
  currentUserEndpoint: string | null;
  meta: ToolkitMeta;
  createdAt: Date;
  updatedAt: Date;
  /** Its place among all toolkits by use, 0 for the most used. */
  popularity: number;
  /** Which version became the latest when, oldest first. */
  versionsSince: ToolkitVersionSince[];
};

export type CatalogTool = CompiledTool & {
  projectId: string | null;
  toolkitSlug: string;
  version: string;
  isLatest: boolean;
  /** The only user for whom the project made its toolkit; null for all users. */
  onlyUser: string | null;
  /** If the project has changed arguments of the tool: the rest of the change, which `inputSchema` does not show. */
  laidOver?: LaidOver;
};

export type Category = { id: string; name: string };

export type ToolkitChanges = { slug: string; name: string; versions: { version: string; changelog: string }[] };

export type Catalog = {
  hash: string;
  toolkits: ReadonlyMap<string, CatalogToolkit>;
  categories: readonly Category[];
  /** Everybody's parsed tools by `name@version`, as they were asked for. */
  tools: LRUCache<string, CatalogTool>;
  /** Everybody's tools in their latest version, as they are searched; read once. */
  index: () => Promise<OpenIndex>;
  /** The slugs of everybody's tools, in order; read once. */
  slugs: () => Promise<string[]>;
  /** JSON texts of tools by id, for lists. */
  texts?: LRUCache<string, Buffer>;
  /** Where tools stand in lists, by slug. */
  places?: LRUCache<string, FoundTool>;
  changelog?: () => Promise<ToolkitChanges[]>;
  /** Every trigger type in every version that is kept; read once. */
  triggers?: () => Promise<readonly TriggerType[]>;
  /** The slugs of all of the catalog's tools, as JSON text. */
  slugsText?: string;
  /** Numbers of everybody's tools by condition, for lists. */
  counts?: LRUCache<string, number>;
  /** Pages of lists, by what they depend on. */
  pages?: LRUCache<string, PreparedPage>;
  /** Keys of the versions that choices select. */
  choices?: LRUCache<string, string>;
};

/** A newly loaded catalog is seen by running processes after this time at the latest. */
const RECHECK_MS = 2_000;
/** Bounds of the parsed tools, in characters of their JSON text; parsed they take twice as many bytes. */
const TOOLS_KEPT = { max: 5_000, maxSize: 16 * 1024 * 1024 };

type Holder = { held?: Catalog; checkedAt: number; loads: InFlight<Catalog> };

const holder = (): Holder => processMemory("catalog.holder", (): Holder => ({ checkedAt: 0, loads: shareInFlight() }));

const STATE = statement({
  name: "catalog.state",
  text: "SELECT hash FROM catalogue_state WHERE id = 1",
  columns: { hash: "text" },
});
const TOOLKITS = statement({
  name: "catalog.toolkits",
  text: `SELECT ${TOOLKIT_COLUMNS} FROM toolkit WHERE project_id IS NULL ORDER BY slug`,
  columns: toolkitColumns,
});
const OWN_TOOLKITS = statement({
  name: "catalog.own-toolkits",
  text: `SELECT ${TOOLKIT_COLUMNS} FROM toolkit WHERE project_id = $1 ORDER BY slug`,
  columns: toolkitColumns,
});
const CATEGORIES = statement({
  name: "catalog.categories",
  text: "SELECT id, name FROM category ORDER BY name",
  columns: { id: "text", name: "text" },
});

const SLUGS = statement({
  name: "catalog.slugs",
  text: "SELECT slug FROM tool WHERE is_latest AND project_id IS NULL ORDER BY slug",
  columns: { slug: "text" },
});

/** The catalog of this moment. Costs a statement every two seconds, otherwise nothing. */
export function catalog(): Catalog | Promise<Catalog> {
  const state = holder();
  if (state.held && performance.now() - state.checkedAt < RECHECK_MS) return state.held;
  // A request that comes during a read of the database continues with the known catalog.
  return (state.loads.find("") && state.held) ?? state.loads.run("", () => refresh(state));
}

async function refresh(state: Holder): Promise<Catalog> {
  const [row] = await rowsOf(STATE, []);
  const hash = row?.hash ?? "";
  if (state.held?.hash !== hash) state.held = await load(hash);
  state.checkedAt = performance.now();
  return state.held;
}

async function load(hash: string): Promise<Catalog> {
  const [toolkits, categories] = await Promise.all([rowsOf(TOOLKITS, []), rowsOf(CATEGORIES, [])]);
  return {
    hash,
    toolkits: new Map(toolkits.map((toolkit) => [toolkit.slug, toolkit])),
    categories,
    tools: new CountedCache("tools", { ...TOOLS_KEPT, sizeCalculation: (tool) => JSON.stringify(tool).length }),
    index: memoize(readIndex),
    slugs: memoize(async () => (await rowsOf(SLUGS, [])).map(({ slug }) => slug)),
  };
}

/**
 * An index in another format was written by another version of the product: searches find nothing until this version
 * loads its catalog.
 */
async function readIndex(): Promise<OpenIndex> {
  const bytes = await readSearchBytes();
  return openIndex((bytes && fromBytes(bytes)) ?? buildIndex([], []));
}

/**
 * A toolkit's slug for the counts of this server, which all operators see: that of a project's own toolkit is left out.
 */
export const toToolkitLabel = (slug: string): string => (holder().held?.toolkits.has(slug) ? slug : OTHER);

/** A project's own toolkits that count. */
export async function findOwnToolkits(projectId: string): Promise<CatalogToolkit[]> {
  const [shared, ownRows] = await Promise.all([catalog(), rowsOf(OWN_TOOLKITS, [projectId])]);
  return withoutHidden(ownRows, shared.toolkits);
}

/** Makes the next call read the database; call it after loading another catalog in this process. */
export function forgetCatalog(): void {
  const state = holder();
  delete state.held;
  state.loads = shareInFlight();
}
