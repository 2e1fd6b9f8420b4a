/** Loads compiled toolkits into the database. No other code changes the rows that all projects share. */
import { createHash } from "node:crypto";
import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { PoolClient } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { pool } from "@/lib/kernel/database/db";
import { narrowed, rowsOf, statement, type StatementRow } from "@/lib/kernel/database/statement";
import { LIMITS, limitTransaction } from "@/lib/kernel/database/limit-statements";
import { buildIndex } from "@/lib/search/build-index";
import { toBytes } from "@/lib/search/index-bytes";
import type { CompiledTool, CompiledToolkit, ToolkitVersionSince } from "./compiled-toolkit";
import { installTriggers } from "./install-triggers";
import { keptVersions } from "./kept-versions";
import { toolRank } from "./tool-rank";
import { searchDocuments } from "./search-documents";
import type { CompiledTriggers } from "./trigger-type";

/** Any number that no other part uses for an advisory lock. */
const LOCK = 8_271_001;

/** The compiler's output for one toolkit. */
export type CompiledFile = { hash: string; toolCount: number; toolkit: CompiledToolkit };

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
const DELETE_VERSION = statement({
  name: "catalog.delete-version",
  text: "DELETE FROM tool WHERE project_id IS NULL AND toolkit_slug = $1 AND version = $2",
});
const DELETE_VERSIONS = statement({
  name: "catalog.delete-versions",
  text: "DELETE FROM tool WHERE project_id IS NULL AND toolkit_slug = $1 AND version = ANY($2)",
});
const NO_LONGER_LATEST = statement({
  name: "catalog.no-longer-latest",
  text: "UPDATE tool SET is_latest = false WHERE project_id IS NULL AND toolkit_slug = $1 AND is_latest",
});
const STORE_TOOLKIT = statement({
  name: "catalog.store-toolkit",
  text: `INSERT INTO toolkit (id, slug, name, description, logo, app_url, base_url, categories, auth_schemes, no_auth, version, available_versions, tools_count, current_user_endpoint, meta, hash, popularity, versions_since)
     VALUES ($1, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
     ON CONFLICT (id) DO UPDATE SET name = $2, description = $3, logo = $4, app_url = $5, base_url = $6, categories = $7, auth_schemes = $8, no_auth = $9,
       version = $10, available_versions = $11, tools_count = $12, current_user_endpoint = $13, meta = $14, hash = $15, popularity = $16, versions_since = $17, updated_at = now()`,
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

type KnownToolkit = StatementRow<typeof LOADED_TOOLKITS>;

/**
 * Loads the toolkits whose content changed, in one transaction: readers see the old catalog or the new one. Processes
 * that start together wait for each other. Tools of a toolkit's last earlier versions stay, so that pinned calls go on
 * working; the same version with other content is replaced.
 * @param files paths of compiled toolkits; all of them, as toolkits that are not among them are removed
 * @param search the index of their tools; built of the files alone if absent
 * @param triggers the trigger types of all toolkits
 * @param generation how new the catalog is: a text that is greater for a newer one. One of an older generation than the
 *   database's is not loaded
 */
export async function installCatalog(
  files: string[],
  categories: Record<string, string>,
  search?: Uint8Array,
  triggers?: CompiledTriggers,
  generation?: string,
): Promise<InstallReport> {
  const client = await pool().connect();
  try {
    await client.query("BEGIN");
    await client.query(limitTransaction(LIMITS.loads));
    await rowsOf(TAKE_TURN, [LOCK], client);
    const report = await install(client, files, categories, { search, triggers, generation });
    // Fresh tables have no statistics: without them the planner reads all tools to find one.
    if (report.changed > 0) {
      await client.query("ANALYZE tool");
      // A load leaves the aliases of its tools in a list that every search for a name would read whole, 2 ms long.
      await rowsOf(ARRANGE_ALIASES, [], client);
    }
    await client.query("COMMIT");
    return report;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

async function install(
  client: PoolClient,
  files: string[],
  categories: Record<string, string>,
  { search, triggers, generation }: { search?: Uint8Array; triggers?: CompiledTriggers; generation?: string },
): Promise<InstallReport> {
  const compiled = files.map((file) => ({ file, hash: headOf(file) }));
  const hash = createHash("sha256")
    .update(JSON.stringify([compiled.map((toolkit) => toolkit.hash).sort(), categories]))
    .update(search ?? "")
    .update(triggers?.hash ?? "")
    .digest("hex");
  const [loaded] = await rowsOf(LOADED, [], client);
  if (loaded?.hash === hash) return { changed: 0, removed: 0, hash, ...(await counts(client)) };
  if (generation !== undefined && loaded?.generation && loaded.generation > generation)
    return { changed: 0, removed: 0, newer: true, hash: loaded.hash, ...(await counts(client)) };
  const loadedToolkits = new Map((await rowsOf(LOADED_TOOLKITS, [], client)).map((row) => [row.slug, row]));
  let changed = 0;
  const current = new Set<string>();
  for (const compiledFile of compiled) {
    // One at a time: all compiled toolkits together would not fit a small machine.
    const { toolkit } = JSON.parse(readFileSync(compiledFile.file, "utf8")) as CompiledFile;
    current.add(toolkit.slug);
    const before = loadedToolkits.get(toolkit.slug);
    if (before?.hash === compiledFile.hash) continue;
    await installToolkit(client, toolkit, compiledFile.hash, before);
    changed += 1;
  }
  const removed = [...loadedToolkits.keys()].filter((slug) => !current.has(slug));
  await rowsOf(DELETE_TOOLS_OF, [removed], client);
  await rowsOf(DELETE_TOOLKITS, [removed], client);
  await rowsOf(DELETE_CATEGORIES, [], client);
  await rowsOf(INSERT_CATEGORIES, [Object.keys(categories), Object.values(categories)], client);
  await installTriggers(client, triggers?.triggers ?? []);
  await rowsOf(STORE_SEARCH, [search ?? indexOf(files)], client);
  await rowsOf(STORE_HASH, [hash, generation ?? null], client);
  return { changed, removed: removed.length, hash, ...(await counts(client)) };
}

function indexOf(files: string[]): Uint8Array {
  const documents = files.map((file) =>
    searchDocuments((JSON.parse(readFileSync(file, "utf8")) as CompiledFile).toolkit),
  );
  return toBytes(
    buildIndex(
      documents.flatMap(({ tools }) => tools),
      documents.map(({ toolkit }) => toolkit),
    ),
  );
}

const HEAD_BYTES = 80;

/** The content hash at the head of a compiled file. All files together have more than 100 MB, and are rarely needed. */
function headOf(file: string): string {
  const head = Buffer.alloc(HEAD_BYTES);
  const fd = openSync(file, "r");
  try {
    readSync(fd, head, 0, HEAD_BYTES, 0);
  } finally {
    closeSync(fd);
  }
  const hash = /^\{"hash":"([0-9a-f]{64})"/.exec(head.toString("utf8"))?.[1];
  if (!hash) throw new Error(`${file} is not a compiled toolkit`);
  return hash;
}

async function counts(client: PoolClient): Promise<{ toolkits: number; tools: number }> {
  const [row] = await rowsOf(COUNTS, [], client);
  return row ?? { toolkits: 0, tools: 0 };
}

async function installToolkit(
  client: PoolClient,
  toolkit: CompiledToolkit,
  hash: string,
  before: KnownToolkit | undefined,
): Promise<void> {
  await rowsOf(DELETE_VERSION, [toolkit.slug, toolkit.version], client);
  await rowsOf(NO_LONGER_LATEST, [toolkit.slug], client);
  await copyTools(client, toolkit);
  const { since, kept: retainedVersions, dropped } = keptVersions(toolkit.version, before);
  await rowsOf(DELETE_VERSIONS, [toolkit.slug, dropped], client);
  const values = [
    toolkit.slug,
    toolkit.name,
    toolkit.description,
    toolkit.logo ?? "",
    toolkit.appUrl ?? null,
    toolkit.baseUrl ?? null,
    toolkit.categories,
    toJson(toolkit.authSchemes),
    toolkit.noAuth,
    toolkit.version,
    retainedVersions,
    listedTools(toolkit),
    toolkit.currentUserEndpoint ?? null,
    toJson(toolkit.meta),
    hash,
    toolkit.popularity,
    toJson(since),
  ];
  await rowsOf(STORE_TOOLKIT, values, client);
}

/** The number of tools in a list that does not ask for deprecated tools. */
const listedTools = ({ tools }: CompiledToolkit): number => tools.filter(({ deprecated }) => !deprecated).length;

const COLUMNS =
  "id, slug, toolkit_slug, version, is_latest, name, description, tags, scopes, input_schema, output_schema, run, important, deprecated, aliases, rank";

async function copyTools(client: PoolClient, toolkit: CompiledToolkit): Promise<void> {
  const stream = client.query(copyFrom(`COPY tool (${COLUMNS}) FROM STDIN`));
  await pipeline(Readable.from(toolkit.tools.map((tool, place) => copyLine(toolkit, tool, place))), stream);
}

const clean = (text: string): string => text.replace(/\0|\p{Surrogate}/gu, "");

/** PostgreSQL refuses a NUL and half a surrogate pair, which descriptions of APIs do hold. */
const toJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === "string" ? clean(part) : part));

/** COPY's text format: a tab between columns, a backslash before characters with a special meaning. */
const escaped = (text: string): string =>
  text.replace(/[\\\t\n\r]/g, (sign) => ({ "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" })[sign] ?? sign);

const arrayOf = (items: string[]): string =>
  `{${items.map((item) => `"${clean(item).replace(/["\\]/g, "\\$&")}"`).join(",")}}`;

function copyLine(toolkit: CompiledToolkit, tool: CompiledTool, place: number): string {
  const columns = [
    `${tool.slug}@${toolkit.version}`,
    tool.slug,
    toolkit.slug,
    toolkit.version,
    "t",
    clean(tool.name),
    clean(tool.description),
    arrayOf(tool.tags),
    arrayOf(tool.scopes),
    toJson(tool.inputSchema),
    toJson(tool.outputSchema),
    toJson(tool.run),
    tool.important ? "t" : "f",
    tool.deprecated ? "t" : "f",
    arrayOf(tool.aliases),
    String(toolRank(tool, place, toolkit.popularity)),
  ];
  return `${columns.map(escaped).join("\t")}\n`;
}
