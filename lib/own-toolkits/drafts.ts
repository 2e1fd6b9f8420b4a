/** Drafts of a project's own toolkits: compiled for a look, stored, changed, and published as versions. */
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { MOST_OWN_TOOLKITS } from "@/lib/catalog/load/own-toolkit-rows";
import {
  inOwnToolkitTurn,
  readOwnToolTexts,
  rollBackOwnToolkit,
  type StoredToolkit,
} from "@/lib/catalog/load/store-own-toolkit";
import type { OwnToolkitFacts } from "@/lib/catalog/load/own-toolkit-rows";
import { forgetSearch } from "@/lib/catalog/read/search-tools";
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { now } from "@/lib/kernel/time/clock";
import type { CompileFacts, CompileJob, CompileResult } from "./compile/compile-job";
import { MAX_SOURCE_BYTES } from "./constants";
import type { Summary } from "./contract";
import { fetchConfigurations, findSource, type Source, type SourceChoice } from "./find-source";
import { requireOwnToolkit, unknownOwnToolkit, type OwnToolkitRow } from "./own-toolkits";
import { publishRows } from "./publish-rows";
import { ToolkitSettings } from "./settings.contract";
import { runCompile } from "./worker/run-compile";

const unpack = promisify(gunzip);

type Draft = SourceChoice & { slug?: string | undefined; settings?: ToolkitSettings | undefined };
type Who = { createdBy: string | null; signal?: AbortSignal | undefined };

const toSummary = ({ tools, problems, added, removed, changed, breaking }: CompileFacts): Summary => ({
  ...{ tools, problems, added, removed, changed, breaking },
});

/** Compiles; where the document names OpenID providers, a second time with their configurations. */
async function compile(projectId: string, job: CompileJob, signal: AbortSignal | undefined): Promise<CompileResult> {
  const result = await runCompile(projectId, job, signal);
  if (result.facts.wants.length === 0) return result;
  const discovered = await fetchConfigurations(projectId, result.facts.wants);
  return runCompile(projectId, { ...job, discovered }, signal);
}

/** The draft's document. @throws ApiError Unprocessable for a toolkit without one, such as an MCP server's */
export async function readDraft(projectId: string, slug: string): Promise<Source> {
  const row = await db.ownToolkit.findUnique({
    where: { projectId_slug: { projectId, slug } },
    select: { source: true, url: true, kind: true },
  });
  if (!row) throw unknownOwnToolkit(slug);
  if (!row.source)
    throw new ApiError("Unprocessable", `The toolkit ${slug} (${row.kind}) is not made from a document.`, {
      suggestedFix: "Use the operations of its kind.",
    });
  const text = await unpack(row.source, { maxOutputLength: MAX_SOURCE_BYTES });
  return { text: text.toString("utf8"), url: row.url ?? undefined };
}

/** The tools that the next version would replace. */
const readBefore = (projectId: string, row: OwnToolkitRow | undefined): Promise<string[]> =>
  row?.version ? readOwnToolTexts(projectId, row.slug, row.version) : Promise.resolve([]);

/**
 * Compiles without storing.
 * @param draft of an existing toolkit where `slug` names one: its document and settings where none are sent
 * @returns JSON text of the contract's `CompileReport`
 */
export async function previewToolkit(
  projectId: string,
  draft: Draft & { schemas_of?: string[] | undefined },
  signal?: AbortSignal,
): Promise<string> {
  const row = draft.slug === undefined ? undefined : await requireOwnToolkit(projectId, draft.slug);
  const source = (await findSource(projectId, draft)) ?? (row && (await readDraft(projectId, row.slug)));
  if (!source)
    throw new ApiError("Unprocessable", "There is no document to look at.", {
      errors: ["document: send document, file or url, or the slug of a toolkit"],
      suggestedFix: "Send the document.",
    });
  const settings = draft.settings ?? ToolkitSettings.parse(row?.settings ?? {});
  const before = await readBefore(projectId, row);
  const job = { ...source, slug: row?.slug, settings, discovered: [], before, schemasOf: draft.schemas_of ?? [] };
  return (await compile(projectId, job, signal)).report;
}

const useless = ({ facts }: CompileResult): ApiError =>
  new ApiError("Unprocessable", facts.failure ?? "Nothing could be compiled.", {
    suggestedFix: "Preview the document to see every problem with its line.",
  });

/**
 * Stores a document as the draft of a new toolkit. Its tools exist when it is published.
 * @throws ApiError Conflict for a slug that exists or too many toolkits, Unprocessable for a document without tools
 */
export async function createToolkit(
  projectId: string,
  draft: Draft & { access: string },
  { createdBy, signal }: Who,
): Promise<OwnToolkitRow> {
  const source = await findSource(projectId, draft);
  if (!source)
    throw new ApiError("Unprocessable", "There is no document.", {
      errors: ["document: send document, file or url"],
      suggestedFix: "Send the document.",
    });
  const settings = draft.settings ?? {};
  const job = { ...source, slug: draft.slug, settings, discovered: [], before: [], schemasOf: [] };
  const result = await compile(projectId, job, signal);
  const { kind, name } = result.facts;
  if (!result.rows || kind === null) throw useless(result);
  const { slug } = result.rows.facts;
  const time = now();
  await inOwnToolkitTurn(projectId, async (tx) => {
    const rows = await tx.ownToolkit.findMany({ where: { projectId }, select: { slug: true } });
    if (rows.some((row) => row.slug === slug)) throw existsAlready(slug);
    if (rows.length >= MOST_OWN_TOOLKITS) throw tooMany();
    const facts = { kind, name, url: source.url ?? null, source: result.source, sourceBytes: result.sourceBytes };
    const more = { settings, access: draft.access, summary: toSummary(result.facts), createdBy };
    await tx.ownToolkit.create({ data: { projectId, slug, ...facts, ...more, createdAt: time, updatedAt: time } });
  });
  return requireOwnToolkit(projectId, slug);
}

const existsAlready = (slug: string): ApiError =>
  new ApiError("Conflict", `The project has a toolkit ${slug} already.`, {
    suggestedFix: "Change that toolkit, or choose another slug.",
    headers: { "x-should-retry": "false" },
  });

const tooMany = (): ApiError =>
  new ApiError("Conflict", `The project has ${MOST_OWN_TOOLKITS} toolkits of its own, which is the most.`, {
    suggestedFix: "Delete a toolkit that nobody needs.",
    headers: { "x-should-retry": "false" },
  });

const seenOther = (slug: string, revision: number): ApiError =>
  new ApiError("Conflict", `The draft of ${slug} has the revision ${revision}, because somebody has changed it.`, {
    suggestedFix: "Read it again, and repeat your change.",
    headers: { "x-should-retry": "false" },
  });

/**
 * Changes a draft: its document, its settings, or both. What is left out stays.
 * @throws ApiError NotFound; Conflict if the draft has another revision than the expected; Unprocessable for a document
 *   without tools
 */
export async function updateToolkit(
  projectId: string,
  slug: string,
  change: SourceChoice & { settings?: ToolkitSettings | undefined; expected_revision?: number | undefined },
  { signal }: Pick<Who, "signal">,
): Promise<OwnToolkitRow> {
  const row = await requireOwnToolkit(projectId, slug);
  const expected = change.expected_revision ?? row.revision;
  if (expected !== row.revision) throw seenOther(slug, row.revision);
  const fresh = await findSource(projectId, change);
  const source = fresh ?? (await readDraft(projectId, slug));
  const settings = change.settings ?? ToolkitSettings.parse(row.settings);
  const before = await readBefore(projectId, row);
  const result = await compile(projectId, { ...source, slug, settings, discovered: [], before, schemasOf: [] }, signal);
  if (!result.rows || result.facts.kind === null) throw useless(result);
  const { count } = await db.ownToolkit.updateMany({
    where: { projectId, slug, revision: expected },
    data: {
      ...{ kind: result.facts.kind, name: result.facts.name, settings, summary: toSummary(result.facts) },
      ...(fresh ? { url: fresh.url ?? null, source: result.source, sourceBytes: result.sourceBytes } : {}),
      ...{ state: "draft", revision: expected + 1, updatedAt: now() },
    },
  });
  if (count === 0) throw seenOther(slug, (await requireOwnToolkit(projectId, slug)).revision);
  return requireOwnToolkit(projectId, slug);
}

/**
 * Publishes the draft as the next version.
 * @throws ApiError NotFound, Conflict if the draft is changed meanwhile, Unprocessable if nothing can be compiled
 */
export async function publishToolkit(
  projectId: string,
  slug: string,
  { createdBy, signal }: Who,
): Promise<StoredToolkit & { row: OwnToolkitRow }> {
  const row = await requireOwnToolkit(projectId, slug);
  const [source, before] = await Promise.all([readDraft(projectId, slug), readBefore(projectId, row)]);
  const settings = ToolkitSettings.parse(row.settings);
  const result = await compile(projectId, { ...source, slug, settings, discovered: [], before, schemasOf: [] }, signal);
  if (!result.rows) throw useless(result);
  const facts = {
    revision: row.revision,
    source: result.source,
    settings,
    summary: toSummary(result.facts),
    createdBy,
  };
  const version = await publishRows(projectId, result.rows, facts);
  return { ...version, row: await requireOwnToolkit(projectId, slug) };
}

/**
 * Makes an earlier version the latest again, and its document the draft.
 * @throws ApiError NotFound for an unknown toolkit or a version that is not kept
 */
export async function rollBackToolkit(projectId: string, slug: string, version: string): Promise<OwnToolkitRow> {
  await requireOwnToolkit(projectId, slug);
  await inOwnToolkitTurn(projectId, async (tx) => {
    const key = { projectId, slug };
    const earlier = await tx.ownToolkitVersion.findUnique({ where: { projectId_slug_version: { ...key, version } } });
    if (!earlier)
      throw new ApiError("NotFound", `The toolkit ${slug} has no version ${JSON.stringify(version.slice(0, 50))}.`, {
        suggestedFix: "List its versions.",
      });
    const facts = earlier.facts as OwnToolkitFacts;
    await rollBackOwnToolkit(tx, projectId, version, { facts, hash: earlier.hash });
    const { source, settings, summary } = earlier;
    await tx.ownToolkit.update({
      where: { projectId_slug: key },
      data: {
        ...{ version, state: "published", name: facts.name, settings: settings ?? {}, summary: summary ?? {} },
        ...(source ? { source } : {}),
        ...{ revision: { increment: 1 }, updatedAt: now() },
      },
    });
  });
  forgetSearch();
  return requireOwnToolkit(projectId, slug);
}

/** The document and the settings of a draft; null for a toolkit without a document. @throws ApiError NotFound */
export async function readSource(
  projectId: string,
  slug: string,
): Promise<{ document: string | null; settings: Record<string, unknown>; revision: number }> {
  const row = await requireOwnToolkit(projectId, slug);
  const document = row.sourceBytes > 0 ? (await readDraft(projectId, slug)).text : null;
  return { document, settings: row.settings as Record<string, unknown>, revision: row.revision };
}
