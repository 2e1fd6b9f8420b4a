/** Finding trigger types. All of them are kept in memory: there are a few hundred. */
import { narrowed, rowsOf, statement } from "@/lib/kernel/database/statement";
import { readCursor, toPage, type Page } from "@/lib/kernel/database/cursor";
import { memoize } from "@/lib/kernel/concurrency/memoize";
import { ApiError } from "@/lib/kernel/errors";
import type { Ingress, TriggerRun, TriggerType } from "../trigger-type";
import { catalog } from "./catalog";
import { meantNames, nearest } from "./nearest";
import { findToolkit } from "./find-toolkits";
import { resolveVersion, type MissingVersion, type VersionChoice } from "./resolve-version";

const ALL = statement({
  name: "catalog.trigger-types",
  text: `SELECT slug, toolkit_slug AS "toolkitSlug", version, is_latest AS "isLatest", name, description,
    instructions, kind, config, payload, sample,
    needs_endpoint AS "needsEndpoint", run FROM trigger_type ORDER BY slug, version`,
  columns: {
    slug: "text",
    toolkitSlug: "text",
    version: "text",
    isLatest: "bool",
    name: "text",
    description: "text",
    instructions: "text",
    kind: narrowed<TriggerType["kind"]>()("text"),
    config: narrowed<Record<string, unknown>>()("json"),
    payload: narrowed<Record<string, unknown>>()("json"),
    sample: narrowed<Record<string, unknown>>()("json"),
    needsEndpoint: "bool",
    run: narrowed<TriggerRun>()("jsonb"),
  },
});

async function everyType(): Promise<readonly TriggerType[]> {
  const loaded = await catalog();
  loaded.triggers ??= memoize(() => rowsOf(ALL, []));
  return loaded.triggers();
}

type Lookup = { bySlug: Map<string, TriggerType[]>; ingress: Map<string, Ingress> };
const lookups = new WeakMap<readonly TriggerType[], Lookup>();

/** What each event of a provider asks for, made once for a loaded catalog. */
async function lookup(): Promise<Lookup> {
  const all = await everyType();
  const cachedLookup = lookups.get(all);
  if (cachedLookup) return cachedLookup;
  const created: Lookup = { bySlug: new Map(), ingress: new Map() };
  for (const type of all) {
    const { slug, toolkitSlug, isLatest, run } = type;
    created.bySlug.set(slug, [...(created.bySlug.get(slug) ?? []), type]);
    if (isLatest && run.ingress && !created.ingress.has(toolkitSlug)) created.ingress.set(toolkitSlug, run.ingress);
  }
  lookups.set(all, created);
  return created;
}

/** The types in the versions that a choice means, by slug, and the versions that it asks for in vain. */
async function findTriggerTypes(
  projectId: string,
  choice: VersionChoice,
  toolkits?: readonly string[],
): Promise<{ types: TriggerType[]; missing: MissingVersion[] }> {
  const slugs = toolkits && new Set(toolkits.map((slug) => slug.toLowerCase()));
  const missing = new Map<string, MissingVersion>();
  const versions = new Map<string, string>();
  const types: TriggerType[] = [];
  for (const type of await everyType()) {
    const { toolkitSlug } = type;
    if (slugs && !slugs.has(toolkitSlug)) continue;
    if (!versions.has(toolkitSlug)) {
      const toolkit = await findToolkit(projectId, toolkitSlug);
      const resolved = toolkit ? resolveVersion(toolkit, choice) : { version: "" };
      versions.set(toolkitSlug, resolved.version);
      if (resolved.missing) missing.set(toolkitSlug, resolved.missing);
    }
    if (type.version === versions.get(toolkitSlug)) types.push(type);
  }
  return { types, missing: [...missing.values()] };
}

/** A page of the types in the versions that a choice means, by slug. */
export async function listTriggerTypes(
  projectId: string,
  choice: VersionChoice,
  { toolkits, limit, cursor: text }: { toolkits?: string[] | undefined; limit: number; cursor?: string | undefined },
): Promise<{ page: Page<TriggerType>; missing: MissingVersion[] }> {
  const { types, missing } = await findTriggerTypes(projectId, choice, toolkits);
  const cursor = readCursor(text);
  const rows = cursor ? types.filter(({ slug }) => slug > cursor.id) : types;
  return { page: toPage(rows, types.length, limit, cursor, ({ slug }) => ({ time: slug, id: slug })), missing };
}

/** The slugs of all types in their latest versions, in order. */
export const findTriggerSlugs = async (): Promise<string[]> =>
  (await everyType()).flatMap(({ slug, isLatest }) => (isLatest ? [slug] : []));

/**
 * A type by its slug, in the version that a choice means.
 * @throws ApiError NotFound, naming similar types, or the existing version
 */
export async function requireTriggerType(
  projectId: string,
  slug: string,
  choice: VersionChoice = {},
): Promise<{ type: TriggerType; missing: MissingVersion[] }> {
  const key = slug.toUpperCase();
  const all = await everyType();
  const latest = all.find((type) => type.slug === key && type.isLatest);
  const { types, missing } = await findTriggerTypes(projectId, choice, latest && [latest.toolkitSlug]);
  const type = types.find((candidate) => candidate.slug === key);
  if (type) return { type, missing };
  const near = nearest(
    key,
    all.flatMap((type) => (type.isLatest ? [type.slug] : [])),
    5,
  );
  throw new ApiError(
    "NotFound",
    `There is no trigger type ${JSON.stringify(slug.slice(0, 100))}${latest ? " in that version" : ""}.`,
    {
      suggestedFix: latest
        ? `Its toolkit ${latest.toolkitSlug} has the version ${latest.version} here.`
        : meantNames(near, "List them with GET /api/v3/triggers_types."),
    },
  );
}

/**
 * The type with which a trigger was made, or its latest version if that no longer exists. Undefined if the type no
 * longer exists.
 */
export async function findTriggerType(slug: string, version: string): Promise<TriggerType | undefined> {
  const same = (await lookup()).bySlug.get(slug) ?? [];
  return same.find((type) => type.version === version) ?? same.find(({ isLatest }) => isLatest);
}

/** The slugs of the types that are polled and have a hook, in any version. */
export const findSlugsWithEndingHooks = async (): Promise<string[]> => [
  ...new Set((await everyType()).flatMap(({ slug, run }) => (run.poll && run.hook ? [slug] : []))),
];

/** The common part of a toolkit's webhook triggers; undefined if it has none. */
export async function findIngress(toolkitSlug: string): Promise<Ingress | undefined> {
  return (await lookup()).ingress.get(toolkitSlug.toLowerCase());
}
