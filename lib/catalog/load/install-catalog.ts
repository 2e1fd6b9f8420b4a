/** Loads the catalog's files into the database. No other code changes the rows that all projects share. */
import type { PoolClient } from "pg";
import { narrowed, rowsOf, statement, type StatementRow } from "@/lib/kernel/database/statement";
import {
  readContents,
  readSearchFile,
  readTriggersFile,
  type CatalogContents,
  type CatalogEntry,
} from "./read-contents";
import type { ToolkitVersionSince } from "../compiled-toolkit";
import { copyTools, hasTools } from "./copy-tools";
import { installTriggers } from "./install-triggers";
import { keptVersions } from "./kept-versions";
import { inLoadTransaction } from "./in-load-transaction";

/** Any number that no other part uses for an advisory lock. */
const LOCK = 8_271_001;

/** `newer`: the database has the catalog of a newer generation, which stays. */
export type InstallReport = {
  changed: number;
  removed: number;
  toolkits: number;
  tools: number;
  hash: string;
  newer?: true;
};

const LOADED = statement({
  name: "catalog.loaded",
  text: "SELECT hash, generation FROM catalogue_state WHERE id = 1",
  columns: { hash: "text", generation: "text?" },
});
const LOADED_TOOLKITS = statement({
  name: "catalog.known-toolkits",
  text: "SELECT slug, version, hash, available_versions, versions_since FROM toolkit WHERE project_id IS NULL",
  columns: {
    slug: "text",
    version: "text",
    hash: "text",
    available_versions: "text[]",
    versions_since: narrowed<ToolkitVersionSince[]>()("jsonb"),
  },
});
const COUNTS = statement({
  name: "catalog.counts",
  text: "SELECT count(*)::int AS toolkits, coalesce(sum(tools_count), 0)::int AS tools FROM toolkit WHERE project_id IS NULL",
  columns: { toolkits: "int4", tools: "int4" },
});
const DELETE_TOOLS_OF = statement({
  name: "catalog.delete-tools-of-toolkits",
  text: "DELETE FROM tool WHERE project_id IS NULL AND toolkit_slug = ANY($1)",
});
const DELETE_TOOLKITS = statement({
  name: "catalog.delete-toolkits",
  text: "DELETE FROM toolkit WHERE project_id IS NULL AND slug = ANY($1)",
});
const DELETE_CATEGORIES = statement({ name: "catalog.delete-categories", text: "DELETE FROM category" });
const INSERT_CATEGORIES = statement({
  name: "catalog.insert-categories",
  text: "INSERT INTO category (id, name) SELECT * FROM unnest($1::text[], $2::text[])",
});
const STORE_HASH = statement({
  name: "catalog.store-hash",
  text: `INSERT INTO catalogue_state (id, hash, loaded_at, generation) VALUES (1, $1, now(), $2)
    ON CONFLICT (id) DO UPDATE SET hash = $1, loaded_at = now(), generation = $2`,
});
const STORE_SEARCH = statement({
  name: "catalog.store-search",
  text: "INSERT INTO catalogue_search (id, bytes) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET bytes = $1",
});
const DELETE_VERSIONS = statement({
  name: "catalog.delete-versions",
  text: `DELETE FROM tool USING unnest($1::text[], $2::text[]) AS ended(slug, version)
    WHERE tool.project_id IS NULL AND tool.toolkit_slug = ended.slug AND tool.version = ended.version`,
});
const NO_LONGER_LATEST = statement({
  name: "catalog.no-longer-latest",
  text: "UPDATE tool SET is_latest = false WHERE project_id IS NULL AND toolkit_slug = ANY($1) AND is_latest",
});
const STORE_TOOLKITS = statement({
  name: "catalog.store-toolkits",
  text: `INSERT INTO toolkit (id, slug, name, description, logo, app_url, base_url, categories, auth_schemes, no_auth,
      version, available_versions, tools_count, current_user_endpoint, meta, hash, popularity, versions_since)
    SELECT slug, slug, name, description, logo, app_url, base_url, categories, auth_schemes, no_auth,
      version, available_versions, tools_count, current_user_endpoint, meta, hash, popularity, versions_since
    FROM json_to_recordset($1) AS t(slug text, name text, description text, logo text, app_url text, base_url text,
      categories text[], auth_schemes jsonb, no_auth boolean, version text, available_versions text[], tools_count int,
      current_user_endpoint text, meta jsonb, hash text, popularity int, versions_since jsonb)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, description = excluded.description, logo = excluded.logo,
      app_url = excluded.app_url, base_url = excluded.base_url, categories = excluded.categories,
      auth_schemes = excluded.auth_schemes, no_auth = excluded.no_auth, version = excluded.version,
      available_versions = excluded.available_versions, tools_count = excluded.tools_count,
      current_user_endpoint = excluded.current_user_endpoint, meta = excluded.meta, hash = excluded.hash,
      popularity = excluded.popularity, versions_since = excluded.versions_since, updated_at = now()`,
});

const TAKE_TURN = statement({
  name: "catalog.take-turn",
  text: "SELECT pg_advisory_xact_lock($1)",
  columns: { pg_advisory_xact_lock: "void" },
});
const ARRANGE_ALIASES = statement({
  name: "catalog.arrange-aliases",
  text: "SELECT gin_clean_pending_list('tool_aliases_idx')",
  columns: { gin_clean_pending_list: "int8" },
});

/** The columns that conditions name. Reading the schemas of a sample too took a third of the time of a load. */
const ANALYZE = "ANALYZE tool (id, project_id, slug, toolkit_slug, version, is_latest, deprecated, aliases, rank)";

type KnownToolkit = StatementRow<typeof LOADED_TOOLKITS>;

/**
 * Loads the toolkits whose content changed, in one transaction: readers see the old catalog or the new one. Processes
 * that start together wait for each other. Tools of a toolkit's last earlier versions stay, so that pinned calls go on
 * working; the same version with other content is replaced, and toolkits that the folder does not have are removed.
 * @param folder the catalog's files, as scripts/catalog/write-catalog writes them
 * @param options `replace` loads it also over a catalog of a newer generation
 */
export async function installCatalog(folder: string, { replace = false } = {}): Promise<InstallReport> {
  const contents = await readContents(folder);
  return inLoadTransaction(async (client) => {
    await rowsOf(TAKE_TURN, [LOCK], client);
    const report = await install(client, folder, contents, replace);
    // Fresh tables have no statistics: without them the planner reads all tools to find one.
    if (report.changed > 0) {
      await client.query(ANALYZE);
      // A load leaves the aliases of its tools in a list that every search for a name would read whole, 2 ms long.
      await rowsOf(ARRANGE_ALIASES, [], client);
    }
    return report;
  });
}

async function install(
  client: PoolClient,
  folder: string,
  contents: CatalogContents,
  replace: boolean,
): Promise<InstallReport> {
  const { hash, generation, categories, toolkits } = contents;
  const [loaded] = await rowsOf(LOADED, [], client);
  if (loaded?.hash === hash) return { changed: 0, removed: 0, hash, ...(await counts(client)) };
  if (!replace && generation !== null && loaded?.generation && loaded.generation > generation)
    return { changed: 0, removed: 0, newer: true, hash: loaded.hash, ...(await counts(client)) };
  const before = new Map((await rowsOf(LOADED_TOOLKITS, [], client)).map((row) => [row.slug, row]));
  const changed = toolkits.filter((toolkit) => before.get(toolkit.slug)?.hash !== toolkit.hash);
  await installToolkits(client, folder, changed, before);
  const current = new Set(toolkits.map(({ slug }) => slug));
  const removed = [...before.keys()].filter((slug) => !current.has(slug));
  await rowsOf(DELETE_TOOLS_OF, [removed], client);
  await rowsOf(DELETE_TOOLKITS, [removed], client);
  await rowsOf(DELETE_CATEGORIES, [], client);
  await rowsOf(INSERT_CATEGORIES, [Object.keys(categories), Object.values(categories)], client);
  await installTriggers(client, (await readTriggersFile(folder, contents)).triggers);
  await rowsOf(STORE_SEARCH, [await readSearchFile(folder, contents)], client);
  await rowsOf(STORE_HASH, [hash, generation], client);
  return { changed: changed.length, removed: removed.length, hash, ...(await counts(client)) };
}

async function counts(client: PoolClient): Promise<{ toolkits: number; tools: number }> {
  const [row] = await rowsOf(COUNTS, [], client);
  return row ?? { toolkits: 0, tools: 0 };
}

type Version = { slug: string; version: string };

const deleteVersions = (client: PoolClient, versions: Version[]): Promise<unknown> =>
  rowsOf(DELETE_VERSIONS, [versions.map(({ slug }) => slug), versions.map(({ version }) => version)], client);

async function installToolkits(
  client: PoolClient,
  folder: string,
  changed: CatalogEntry[],
  before: ReadonlyMap<string, KnownToolkit>,
): Promise<void> {
  const isFirst = !(await hasTools(client));
  await deleteVersions(client, changed);
  await rowsOf(NO_LONGER_LATEST, [changed.map(({ slug }) => slug)], client);
  const rows = (await copyTools(client, folder, changed, isFirst)).map((row) => {
    const { since, kept: retainedVersions, dropped } = keptVersions(row.version, before.get(row.slug));
    return { dropped, row: { ...row, available_versions: retainedVersions, versions_since: since } };
  });
  await deleteVersions(
    client,
    rows.flatMap(({ row, dropped }) => dropped.map((version) => ({ slug: row.slug, version }))),
  );
  await rowsOf(STORE_TOOLKITS, [JSON.stringify(rows.map(({ row }) => row))], client);
}
