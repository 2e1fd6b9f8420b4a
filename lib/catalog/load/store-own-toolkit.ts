/** Stores toolkits that belong to one project. No other code changes their rows. */
import { db, type Prisma } from "@/lib/kernel/database/db";
import { changeIn, narrowed, rowsIn, rowsOf, statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { now } from "@/lib/kernel/time/clock";
import type { ToolkitVersionSince } from "../compiled-toolkit";
import { announceOverrides } from "../overrides/project-overrides";
import { keptVersions } from "./kept-versions";
import { MOST_OWN_TOOLKITS, MOST_OWN_TOOLS, MOST_TOOLS } from "./own-toolkit-rows";
import { nextVersion } from "./next-version";
import { toJson, toToolkitColumns } from "./to-copy-text";
import type { OwnToolkitFacts, OwnToolkitRows } from "./own-toolkit-rows";

type Tx = Prisma.TransactionClient;

/** Milliseconds for a whole store: the largest toolkits have some 30 MB of rows. */
const STORE_MS = 60_000;

/** Two stores of a project wait for each other, or it could have more than the most. */
const TAKE_TURN = statement({
  name: "own-toolkit.take-turn",
  text: "SELECT pg_advisory_xact_lock(hashtextextended('patchbay.own-toolkit:' || $1::text, 0))",
  columns: { pg_advisory_xact_lock: "void" },
});
const BEFORE = statement({
  name: "own-toolkit.before",
  text: `SELECT version, hash, available_versions, versions_since FROM toolkit WHERE project_id = $1 AND slug = $2`,
  columns: {
    version: "text",
    hash: "text",
    available_versions: "text[]",
    versions_since: narrowed<ToolkitVersionSince[]>()("jsonb"),
  },
});
const COUNTS = statement({
  name: "own-toolkit.counts",
  text: `SELECT count(*)::int AS toolkits, coalesce(sum(tools_count), 0)::int AS tools FROM toolkit
    WHERE project_id = $1 AND slug <> $2`,
  columns: { toolkits: "int4", tools: "int4" },
});
const STORE_TOOLKIT = statement({
  name: "own-toolkit.store",
  text: `INSERT INTO toolkit (id, project_id, slug, name, description, kind, logo, app_url, base_url, categories,
      auth_schemes, no_auth, version, available_versions, tools_count, current_user_endpoint, meta, hash, popularity,
      versions_since, updated_at)
    SELECT $1 || '/' || slug, $1, slug, name, description, 'custom', logo, app_url, base_url, categories,
      auth_schemes, no_auth, version, available_versions, tools_count, current_user_endpoint, meta, hash, popularity,
      versions_since, clock_timestamp()
    FROM json_to_record($2::json) AS t(slug text, name text, description text, logo text, app_url text, base_url text,
      categories text[], auth_schemes jsonb, no_auth boolean, version text, available_versions text[], tools_count int,
      current_user_endpoint text, meta jsonb, hash text, popularity int, versions_since jsonb)
    ON CONFLICT (project_id, slug) DO UPDATE SET name = excluded.name, description = excluded.description,
      logo = excluded.logo, app_url = excluded.app_url, base_url = excluded.base_url, categories = excluded.categories,
      auth_schemes = excluded.auth_schemes, no_auth = excluded.no_auth, version = excluded.version,
      available_versions = excluded.available_versions, tools_count = excluded.tools_count,
      current_user_endpoint = excluded.current_user_endpoint, meta = excluded.meta, hash = excluded.hash,
      popularity = excluded.popularity, versions_since = excluded.versions_since, updated_at = excluded.updated_at`,
});
/** The schemas stay JSON texts, which keep the order of arguments. */
export const STORE_TOOLS = statement({
  name: "own-toolkit.store-tools",
  text: `INSERT INTO tool (id, project_id, slug, toolkit_slug, version, is_latest, name, description, tags, scopes,
      input_schema, output_schema, run, important, deprecated, aliases, rank)
    SELECT $1 || '/' || slug || '@' || $3, $1, slug, $2, $3, true, name, description, tags, scopes,
      input_schema, output_schema, run, important, deprecated, aliases, rank
    FROM json_to_recordset($4::json) AS t(slug text, name text, description text, tags text[], scopes text[],
      input_schema json, output_schema json, run jsonb, important boolean, deprecated boolean, aliases text[], rank int)`,
});
const MARK_LATEST = statement({
  name: "own-toolkit.mark-latest",
  text: `UPDATE tool SET is_latest = (version = $3) WHERE project_id = $1 AND toolkit_slug = $2
    AND is_latest <> (version = $3) AND NOT run ? 'added'`,
});
const DELETE_VERSIONS = statement({
  name: "own-toolkit.delete-versions",
  text: "DELETE FROM tool WHERE project_id = $1 AND toolkit_slug = $2 AND version = ANY($3) AND NOT run ? 'added'",
});
const DELETE_TOOLS = statement({
  name: "own-toolkit.delete-tools",
  text: "DELETE FROM tool WHERE project_id = $1 AND toolkit_slug = $2",
});
/** Another toolkit of this name gets none of the arguments that the project has fixed here. */
const DELETE_OVERRIDES = statement({
  name: "own-toolkit.delete-overrides",
  text: `DELETE FROM tool_override WHERE project_id = $1
    AND tool_slug IN (SELECT slug FROM tool WHERE project_id = $1 AND toolkit_slug = $2)`,
});
const DELETE_TOOLKIT = statement({
  name: "own-toolkit.delete",
  text: "DELETE FROM toolkit WHERE project_id = $1 AND slug = $2",
});
const NAMED_ELSEWHERE = statement({
  name: "own-toolkit.named-elsewhere",
  text: `SELECT slug, toolkit_slug FROM tool WHERE project_id = $1 AND (toolkit_slug <> $2 OR run ? 'added')
    AND (slug = ANY($3::text[]) OR aliases && $3::text[]) ORDER BY slug LIMIT 1`,
  columns: { slug: "text", toolkit_slug: "text" },
});
const COUNT_TOOLS = statement({
  name: "own-toolkit.count-tools",
  text: `SELECT count(*)::int AS tools FROM tool WHERE project_id = $1 AND toolkit_slug = $2 AND version = $3
    AND NOT deprecated AND NOT run ? 'added'`,
  columns: { tools: "int4" },
});
const MCP_SLUGS = statement({
  name: "own-toolkit.mcp-slugs",
  text: `SELECT slug, run->'mcp'->>'name' AS name FROM tool
    WHERE project_id = $1 AND toolkit_slug = $2 AND is_latest AND run->'mcp'->>'name' IS NOT NULL`,
  columns: { slug: "text", name: "text" },
});
const TEXTS = statement({
  name: "own-toolkit.tool-texts",
  text: `SELECT json_build_object('projectId', project_id, 'slug', slug, 'toolkitSlug', toolkit_slug, 'version', version,
      'isLatest', is_latest, 'name', name, 'description', description, 'tags', tags, 'scopes', scopes,
      'inputSchema', input_schema, 'outputSchema', output_schema, 'run', run, 'important', important,
      'deprecated', deprecated, 'aliases', aliases)::text AS text
    FROM tool WHERE project_id = $1 AND toolkit_slug = $2 AND version = $3 AND NOT run ? 'added' ORDER BY slug`,
  columns: { text: "text" },
});

/**
 * `version`: the latest now. `versions`: those whose tools are kept. `changed`: false if the toolkit was stored like
 * this before, and is the latest.
 */
export type StoredToolkit = { slug: string; version: string; versions: string[]; changed: boolean };

/** Runs work on a project's own toolkits in one transaction; works of the same project wait for each other. */
export const inOwnToolkitTurn = <T>(projectId: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.$transaction(
    async (tx) => {
      await changeIn(tx, TAKE_TURN, [projectId]);
      return work(tx);
    },
    { timeout: STORE_MS },
  );

const tooMany = (what: string): ApiError =>
  new ApiError("Conflict", `The project would have more than ${what} of its own.`, {
    suggestedFix: "Delete a toolkit that nobody needs, or choose fewer tools.",
    headers: { "x-should-retry": "false" },
  });

function assertSize({ tools }: OwnToolkitRows): void {
  if (tools <= MOST_TOOLS) return;
  throw new ApiError("Unprocessable", `A toolkit has at most ${MOST_TOOLS} tools; this has ${tools}.`, {
    suggestedFix: "Choose fewer operations of the description.",
  });
}

/** @throws ApiError Conflict if the project would have too many toolkits or tools with this version of a toolkit */
async function assertCapacity(tx: Tx, projectId: string, slug: string, listedTools: number): Promise<void> {
  const [others] = await rowsIn(tx, COUNTS, [projectId, slug]);
  if ((others?.toolkits ?? 0) >= MOST_OWN_TOOLKITS) throw tooMany(`${MOST_OWN_TOOLKITS} toolkits`);
  if ((others?.tools ?? 0) + listedTools > MOST_OWN_TOOLS) throw tooMany(`${MOST_OWN_TOOLS} tools`);
}

/** `custom_a` can name a tool `B_SEND`, and `custom_a_b` a tool `SEND`: one name must not mean two tools. */
async function assertOwnNames(tx: Tx, projectId: string, { facts, names }: OwnToolkitRows): Promise<void> {
  const [other] = await rowsIn(tx, NAMED_ELSEWHERE, [projectId, facts.slug, names]);
  if (!other) return;
  throw new ApiError(
    "Conflict",
    `The toolkit ${other.toolkit_slug} of this project already has the tool ${other.slug}.`,
    {
      suggestedFix: "Give the tool another name, or leave it out.",
      headers: { "x-should-retry": "false" },
    },
  );
}

const toToolkitRow = (facts: OwnToolkitFacts, more: object): string => toJson({ ...toToolkitColumns(facts), ...more });

/**
 * Stores a toolkit as the project's own, of the kind `custom`, as a new version `YYYYMMDD_NN`. Earlier versions stay as
 * those of the catalog do. The same content as the latest version's changes nothing.
 * @param tx inside of `inOwnToolkitTurn`
 * @throws ApiError Unprocessable for too many tools, Conflict if the project has too many, or another of its toolkits
 *   has a tool of one of the names
 */
export async function storeOwnToolkit(tx: Tx, projectId: string, rows: OwnToolkitRows): Promise<StoredToolkit> {
  const { facts, hash, listedTools, batches } = rows;
  const [before] = await rowsIn(tx, BEFORE, [projectId, facts.slug]);
  if (before?.hash === hash)
    return { slug: facts.slug, version: before.version, versions: before.available_versions, changed: false };
  assertSize(rows);
  await assertCapacity(tx, projectId, facts.slug, listedTools);
  await assertOwnNames(tx, projectId, rows);
  const version = nextVersion(now(), before?.available_versions ?? []);
  const { since, kept: retainedVersions, dropped } = keptVersions(version, before);
  await changeIn(tx, DELETE_VERSIONS, [projectId, facts.slug, dropped]);
  for (const batch of batches) await changeIn(tx, STORE_TOOLS, [projectId, facts.slug, version, batch]);
  await changeIn(tx, MARK_LATEST, [projectId, facts.slug, version]);
  const more = { version, hash, tools_count: listedTools, available_versions: retainedVersions, versions_since: since };
  await changeIn(tx, STORE_TOOLKIT, [projectId, toToolkitRow(facts, more)]);
  return { slug: facts.slug, version, versions: retainedVersions, changed: true };
}

/**
 * Makes an earlier version the latest again, with the facts that it had.
 * @param rows `facts` and `hash` of that version
 * @param tx inside of `inOwnToolkitTurn`
 * @throws ApiError NotFound for an unknown toolkit, or a version that is not kept, Conflict if the project would have
 *   too many tools
 */
export async function rollBackOwnToolkit(
  tx: Tx,
  projectId: string,
  version: string,
  { facts, hash }: Pick<OwnToolkitRows, "facts" | "hash">,
): Promise<StoredToolkit> {
  const { slug } = facts;
  const [before] = await rowsIn(tx, BEFORE, [projectId, slug]);
  if (!before?.available_versions.includes(version))
    throw new ApiError("NotFound", `The toolkit ${slug} has no version ${JSON.stringify(version)}.`, {
      suggestedFix: `Use one of: ${(before?.available_versions ?? []).join(", ")}.`,
    });
  if (before.version === version) return { slug, version, versions: before.available_versions, changed: false };
  const [counts] = await rowsIn(tx, COUNT_TOOLS, [projectId, slug, version]);
  const toolCount = counts?.tools ?? 0;
  await assertCapacity(tx, projectId, slug, toolCount);
  const { since, kept: retainedVersions } = keptVersions(version, before);
  await changeIn(tx, MARK_LATEST, [projectId, slug, version]);
  const more = {
    ...{ version, hash, tools_count: toolCount },
    ...{ available_versions: retainedVersions, versions_since: since },
  };
  await changeIn(tx, STORE_TOOLKIT, [projectId, toToolkitRow(facts, more)]);
  return { slug, version, versions: retainedVersions, changed: true };
}

/**
 * Deletes a project's own toolkit with all versions of its tools, and what the project has changed about them.
 * @param tx inside of `inOwnToolkitTurn`
 * @returns whether there was one
 */
export async function deleteOwnToolkit(tx: Tx, projectId: string, slug: string): Promise<boolean> {
  if ((await changeIn(tx, DELETE_OVERRIDES, [projectId, slug])) > 0) await announceOverrides(tx, projectId);
  await changeIn(tx, DELETE_TOOLS, [projectId, slug]);
  return (await changeIn(tx, DELETE_TOOLKIT, [projectId, slug])) > 0;
}

/** Slugs of the tools that a toolkit of an MCP server has now, by their names at the server. */
export const readMcpSlugs = async (projectId: string, slug: string): Promise<Map<string, string>> =>
  new Map((await rowsOf(MCP_SLUGS, [projectId, slug])).map((row) => [row.name, row.slug]));

/** The tools of one version as JSON texts of `CatalogTool`: whoever compares them parses them elsewhere. */
export const readOwnToolTexts = async (projectId: string, slug: string, version: string): Promise<string[]> =>
  (await rowsOf(TEXTS, [projectId, slug, version])).map(({ text }) => text);
