/** Drafts of a project's own toolkits: compiled for a look, stored, changed, and published as versions. */
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
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
import { assertAddressesStay } from "./assert-addresses-stay";
import type { CompileFacts, CompileJob, CompileResult } from "./compile/compile-job";
import { MAX_SOURCE_BYTES } from "./constants";
import type { Summary } from "./contract";
import { fetchConfigurations, findSource, type Source, type SourceChoice } from "./find-source";
import {
  findOwnToolkit,
  insertOwnToolkit,
  requireOwnToolkit,
  unknownOwnToolkit,
  type OwnToolkitRow,
} from "./own-toolkit-row";
import { publishRows } from "./publish-rows";
import { ToolkitSettings } from "./settings.contract";
import { assertStorage } from "./make-room";
import { runCompile, withDocumentPlace } from "./worker/run-compile";

const unpack = promisify(gunzip);

type Draft = SourceChoice & { slug?: string | undefined; settings?: ToolkitSettings | undefined };
type Who = { createdBy: string | null; signal?: AbortSignal | undefined };

const toSummary = ({ tools, problems, added, removed, changed, breaking }: CompileFacts): Summary => ({
  ...{ tools, problems, added, removed, changed, breaking },
});

/** Compiles; where the document names OpenID providers, a second time with their configurations. */
export async function compileSource(
  projectId: string,
  job: Omit<CompileJob, "before" | "discovered">,
  row: OwnToolkitRow | undefined,
  signal: AbortSignal | undefined,
): Promise<CompileResult> {
  const run = (text: CompileJob["text"], discovered: CompileJob["discovered"]): Promise<CompileResult> =>
    runCompile(projectId, async () => ({ ...job, text, discovered, before: await readBefore(projectId, row) }), signal);
  const result = await run(job.text, []);
  if (result.facts.wants.length === 0) return result;
  return run(await unpackBytes(result.source), await fetchConfigurations(projectId, result.facts.wants));
}

const withoutDocument = (slug: string, kind: string): ApiError =>
  new ApiError("Unprocessable", `The toolkit ${slug} (${kind}) was not created from a document.`, {
    suggestedFix: "Use the operations of its kind.",
  });

const unpackBytes = (source: Uint8Array): Promise<Buffer<ArrayBuffer>> =>
  unpack(source, { maxOutputLength: MAX_SOURCE_BYTES });

/** A stored document. */
export const unpackSource = async (source: Uint8Array): Promise<string> => (await unpackBytes(source)).toString("utf8");

/** The draft's document. @throws ApiError Unprocessable for a toolkit without one, such as an MCP server's */
export async function readDraft(projectId: string, slug: string): Promise<Source> {
  const row = await db.ownToolkit.findUnique({
    where: { projectId_slug: { projectId, slug } },
    select: { source: true, url: true, kind: true },
  });
  if (!row) throw unknownOwnToolkit(slug);
  if (!row.source) throw withoutDocument(slug, row.kind);
  return { text: await unpackBytes(row.source), url: row.url ?? undefined };
}

/** The tools that the next version would replace. */
const readBefore = (projectId: string, row: OwnToolkitRow | undefined): Promise<string[]> =>
  row?.version ? readOwnToolTexts(projectId, row.slug, row.version) : Promise.resolve([]);

const noDocument = (): ApiError =>
  new ApiError("Unprocessable", "There is no document.", {
    errors: ["document: send document, file or url"],
    suggestedFix: "Send the document.",
  });

type Choice = SourceChoice & {
  slug: string | undefined;
  settings: ToolkitSettings;
  access?: string;
  schemasOf?: string[] | undefined;
  pick?: string | undefined;
  wantsTools?: boolean;
};
type Compiled = { result: CompileResult; fresh: Source | undefined };

/**
 * Compiles the document that a request names, or that of the draft.
 * @param row the draft, where there is one
 * @returns `fresh`: the document of the request
 */
const compileChoice = (
  projectId: string,
  { slug, settings, access = "all", schemasOf = [], pick, wantsTools = false, ...choice }: Choice,
  row: OwnToolkitRow | undefined,
  signal: AbortSignal | undefined,
): Promise<Compiled> =>
  withDocumentPlace(projectId, async () => {
    const fresh = await findSource(projectId, choice);
    const source = fresh ?? (row && (await readDraft(projectId, row.slug)));
    if (!source) throw noDocument();
    const job = { ...source, slug, settings, schemasOf, pick, wantsTools, access: row?.access ?? access };
    return { fresh, result: await compileSource(projectId, job, row, signal) };
  });

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
  const { settings: ownSettings, schemas_of: schemasOf, slug, ...choice } = draft;
  const row = slug === undefined ? undefined : await requireOwnToolkit(projectId, slug);
  const settings = ownSettings ?? ToolkitSettings.parse(row?.settings ?? {});
  const { result } = await compileChoice(projectId, { ...choice, slug, settings, schemasOf }, row, signal);
  return result.report;
}

/**
 * Checks that a toolkit can be published as it is described, without storing it.
 * @throws ApiError Unprocessable for a document without tools, Conflict if stored credentials would go elsewhere
 */
export async function assertPublishable(
  projectId: string,
  { slug, ...choice }: SourceChoice & { slug: string; settings: ToolkitSettings; access: string },
): Promise<void> {
  const row = (await findOwnToolkit(projectId, slug)) ?? undefined;
  const { result } = await compileChoice(projectId, { ...choice, slug }, row, undefined);
  if (!result.rows) throw useless(result);
  await assertAddressesStay(projectId, slug, result.rows.facts);
}

/**
 * One tool of a draft as it would be published.
 * @param draft what is not stored yet: its document, its settings, or both
 * @returns JSON text of the tool, null if the draft has none of this slug; `facts` of its toolkit
 */
export async function compileDraftTool(
  projectId: string,
  slug: string,
  { settings: ownSettings, ...choice }: Omit<Draft, "slug">,
  pick: string,
  signal?: AbortSignal,
): Promise<{ facts: OwnToolkitFacts | undefined; picked: string | null }> {
  const row = await requireOwnToolkit(projectId, slug);
  if (row.kind === "mcp") throw withoutDocument(slug, row.kind);
  const settings = ownSettings ?? ToolkitSettings.parse(row.settings);
  const { result } = await compileChoice(projectId, { ...choice, slug, settings, pick }, row, signal);
  return { facts: result.rows?.facts, picked: result.picked };
}

/** The refusal of a document that gives nothing. */
export const useless = ({ facts }: CompileResult): ApiError =>
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
  const { access, settings = {}, slug: chosenSlug, ...choice } = draft;
  const { result, fresh } = await compileChoice(
    projectId,
    { ...choice, slug: chosenSlug, settings },
    undefined,
    signal,
  );
  const { kind, name } = result.facts;
  if (!result.rows || kind === null) throw useless(result);
  const { slug } = result.rows.facts;
  const time = now();
  await inOwnToolkitTurn(projectId, async (tx) => {
    const facts = { kind, name, url: fresh?.url ?? null, source: result.source, sourceBytes: result.sourceBytes };
    const more = { settings, access, summary: toSummary(result.facts), createdBy };
    await insertOwnToolkit(tx, { projectId, slug, ...facts, ...more, createdAt: time, updatedAt: time });
  });
  return requireOwnToolkit(projectId, slug);
}

const seenOther = (slug: string, revision: number): ApiError =>
  new ApiError("Conflict", `The draft of ${slug} has the revision ${revision}, because someone changed it.`, {
    suggestedFix: "Read it again, and repeat your change.",
    headers: { "x-should-retry": "false" },
  });

/**
 * Changes a draft: its document, its settings, or both. What is left out stays.
 * @throws ApiError NotFound; Conflict if the draft has another revision than the expected, or there is no room;
 *   Unprocessable for a document without tools, and for a toolkit that is made from a server
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
  // Its accounts have credentials for that server, which no document leads elsewhere.
  if (row.kind === "mcp") throw withoutDocument(slug, row.kind);
  const { settings: ownSettings, expected_revision: _, ...choice } = change;
  const settings = ownSettings ?? ToolkitSettings.parse(row.settings);
  const { result, fresh } = await compileChoice(projectId, { ...choice, slug, settings }, row, signal);
  if (!result.rows || result.facts.kind === null) throw useless(result);
  const data = {
    ...{ kind: result.facts.kind, name: result.facts.name, settings, summary: toSummary(result.facts) },
    ...(fresh ? { url: fresh.url ?? null, source: result.source, sourceBytes: result.sourceBytes } : {}),
    ...{ state: "draft", revision: expected + 1, updatedAt: now() },
  };
  const count = await inOwnToolkitTurn(projectId, async (tx) => {
    const update = await tx.ownToolkit.updateMany({ where: { projectId, slug, revision: expected }, data });
    await assertStorage(tx, projectId);
    return update.count;
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
  const settings = ToolkitSettings.parse(row.settings);
  const { result } = await compileChoice(projectId, { slug, settings, wantsTools: true }, row, signal);
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

/** The length of what gzip compressed, which its last four bytes hold (RFC 1952, 2.3.1). */
const unpackedBytes = (source: Uint8Array): number => Buffer.from(source).readUInt32LE(source.byteLength - 4);

/**
 * Makes an earlier version the latest again, and its document the draft.
 * @throws ApiError NotFound for an unknown toolkit or a version that is not kept, Conflict if stored credentials would
 *   go to another address
 */
export async function rollBackToolkit(projectId: string, slug: string, version: string): Promise<OwnToolkitRow> {
  await requireOwnToolkit(projectId, slug);
  const key = { projectId, slug };
  const earlier = await db.ownToolkitVersion.findUnique({ where: { projectId_slug_version: { ...key, version } } });
  if (!earlier)
    throw new ApiError("NotFound", `The toolkit ${slug} has no version ${JSON.stringify(version.slice(0, 50))}.`, {
      suggestedFix: "List its versions.",
    });
  const facts = earlier.facts as OwnToolkitFacts;
  await assertAddressesStay(projectId, slug, facts);
  await inOwnToolkitTurn(projectId, async (tx) => {
    await rollBackOwnToolkit(tx, projectId, version, { facts, hash: earlier.hash });
    const { source, settings, summary } = earlier;
    await tx.ownToolkit.update({
      where: { projectId_slug: key },
      data: {
        ...{ version, state: "published", name: facts.name, settings: settings ?? {}, summary: summary ?? {} },
        ...(source ? { source, sourceBytes: unpackedBytes(source) } : {}),
        ...{ revision: { increment: 1 }, updatedAt: now() },
      },
    });
  });
  forgetSearch();
  return requireOwnToolkit(projectId, slug);
}
