/** What the thread that compiles receives and returns. Texts and bytes only: nobody parses them on the way. */
import { gunzipSync, gzipSync } from "node:zlib";
import { toOwnRows, type OwnToolkitRows } from "@/lib/catalog/load/own-toolkit-rows";
import type { CatalogTool } from "@/lib/catalog/read/catalog";
import { compareTools, type ToolDiff } from "@/lib/catalog/read/compare-tools";
import type { CompiledTool, CompiledToolkit } from "@/lib/catalog/compiled-toolkit";
import type { EFFECT_CHOICES, SourceKind } from "../constants";
import { decodeSource } from "./decode-source";
import { openIdAddresses } from "./find-auth";
import { compileDocument, type CompiledDocument } from "./compile-document";
import type { CompileInput } from "./compile-input";
import { toCatalogFiles } from "./to-catalog-files";
import { rateTools } from "./rate-tools";

export type CompileJob = Omit<CompileInput, "text"> & {
  /** The document; bytes are UTF-8, and the thread takes them: its caller has them no longer. */
  text: string | Uint8Array<ArrayBuffer>;
  /** Tools of the version that would be replaced, as JSON texts of `CatalogTool`. */
  before: string[];
  /** For whom the toolkit is: `all`, or the ID of the only user. */
  access: string;
  /** Slugs of the tools whose schemas the report contains. */
  schemasOf: string[];
  /** Whether the files of a catalog are wanted. */
  wantsFiles?: boolean;
  /** The slug of the tool that is returned as it would be stored. */
  pick?: string | undefined;
  /** Whether the tools are stored: they have megabytes, which the thread of the API would receive at once. */
  wantsTools?: boolean;
};

/** Facts of a report that the other side needs without parsing it. */
export type CompileFacts = {
  kind: SourceKind | null;
  name: string;
  tools: number;
  problems: number;
  /** Differences to the version before. */
  added: number;
  removed: number;
  changed: number;
  breaking: boolean;
  /** Addresses of OpenID configurations that were not sent along. */
  wants: string[];
  /** The first problem, where nothing could be compiled. */
  failure: string | null;
};

export type CompileResult = {
  facts: CompileFacts;
  /** JSON text of the contract's `CompileReport`. */
  report: string;
  /** Null if nothing could be compiled; without batches of tools if they are not wanted. */
  rows: OwnToolkitRows | null;
  /** The document, compressed by gzip. */
  source: Uint8Array<ArrayBuffer>;
  sourceBytes: number;
  /** JSON text: the files of a catalog's folder by their names; null if not wanted, or nothing was compiled. */
  files: string | null;
  /** JSON text of the `CompiledTool` that `pick` names; null without such a tool. */
  picked: string | null;
};

const EFFECTS: Readonly<Record<string, (typeof EFFECT_CHOICES)[number]>> = {
  readOnlyHint: "read",
  createHint: "create",
  updateHint: "update",
  destructiveHint: "destroy",
};
/** What a tool does to data, by its hints. */
export const effectOf = ({ tags }: Pick<CompiledTool, "tags">): (typeof EFFECT_CHOICES)[number] | null =>
  tags.map((tag) => EFFECTS[tag]).find(Boolean) ?? null;

/** Fewer tools come with their schemas, without being asked for. */
const FEW_TOOLS = 20;

function compareWithBefore(before: readonly string[], { tools, slug }: CompiledToolkit): ToolDiff {
  const after = tools.map(
    (tool): CatalogTool => ({
      ...tool,
      ...{ projectId: null, toolkitSlug: slug, version: "", isLatest: true, onlyUser: null },
    }),
  );
  return compareTools(
    before.map((text) => JSON.parse(text) as CatalogTool),
    after,
  );
}

const toAuth = ({ authSchemes }: CompiledToolkit) =>
  authSchemes.map(({ mode, name, fields, availableScopes, oauth }) => ({
    mode,
    name,
    auth_config_fields: fields.authConfigCreation.map(({ name: field }) => field),
    connection_fields: fields.connectedAccountInitiation.map(({ name: field, displayName, required, description }) => ({
      ...{ name: field, display_name: displayName, required, description },
    })),
    scopes: availableScopes,
    ...(oauth ? { authorization_url: oauth.authorizationUrl, token_url: oauth.tokenUrl } : {}),
  }));

type Rated = ReturnType<typeof rateTools>;

const toTool = (tool: CompiledTool, operation: string | undefined, ratings: Rated, hasSchema: boolean) => {
  const { score = 0, reasons = [], tokens = 0 } = ratings.get(tool.slug) ?? {};
  return {
    ...{ slug: tool.slug, name: tool.name, description: tool.description, operation: operation ?? null },
    effect: effectOf(tool),
    ...{ important: tool.important, deprecated: tool.deprecated, tokens, score, reasons },
    ...(hasSchema ? { input_schema: tool.inputSchema, output_schema: tool.outputSchema } : {}),
  };
};

function toFiles(compiled: CompiledDocument, { settings }: CompileJob): string | null {
  const { toolkit, parts, document, operations, kind } = compiled;
  if (!toolkit || !parts) return null;
  const isGraphql = kind === "graphql";
  return JSON.stringify(toCatalogFiles({ toolkit, parts, document, operations, isGraphql, settings }));
}

/** Parts of a result that need the whole document, which then is not held any more. */
function takeFromDocument(compiled: CompiledDocument, job: CompileJob) {
  const { toolkit, document } = compiled;
  const parts = {
    ratings: toolkit ? rateTools(toolkit.tools, document) : (new Map() as Rated),
    wants: job.discovered.length > 0 ? [] : openIdAddresses(document),
    files: job.wantsFiles ? toFiles(compiled, job) : null,
  };
  compiled.document = {};
  delete compiled.parts;
  return parts;
}

function toReport(compiled: CompiledDocument, job: CompileJob, ratings: Rated, diff: ToolDiff | undefined): string {
  const { kind, toolkit, operations, total, problems } = compiled;
  const hasSchema = ({ slug }: CompiledTool): boolean =>
    (toolkit?.tools.length ?? 0) <= FEW_TOOLS || job.schemasOf.includes(slug);
  return JSON.stringify({
    ...{ slug: toolkit?.slug ?? job.slug ?? "", kind: kind ?? null },
    ...{ name: toolkit?.name ?? "", description: toolkit?.description ?? "" },
    ...{ base_url: toolkit?.baseUrl ?? null, logo: toolkit?.logo ?? null, app_url: toolkit?.appUrl ?? null },
    operations: total,
    auth_schemes: toolkit ? toAuth(toolkit) : [],
    tools: (toolkit?.tools ?? []).map((tool) => toTool(tool, operations.get(tool.slug), ratings, hasSchema(tool))),
    problems: problems.items.map(({ fatal: isFatal = false, ...problem }) => ({ ...problem, fatal: isFatal })),
    problem_count: problems.count,
    // A first version has nothing to be compared with.
    diff: job.before.length > 0 ? (diff ?? null) : null,
  });
}

/** The document compressed; the job no longer holds its text, which is megabytes. */
function takeSource(job: CompileJob): Pick<CompileResult, "source" | "sourceBytes"> {
  const packed = { source: new Uint8Array(gzipSync(job.text)), sourceBytes: Buffer.byteLength(job.text) };
  job.text = "";
  return packed;
}

/** Compiles, rates and compares. Its text is taken out of the job. @throws RangeError if the stack is exhausted */
export function runCompileJob(job: CompileJob): CompileResult {
  const source = takeSource(job);
  const compiled = compileDocument({ ...job, text: () => decodeSource(gunzipSync(source.source)) });
  const { kind, toolkit, problems } = compiled;
  const { ratings, wants, files } = takeFromDocument(compiled, job);
  const diff = toolkit && compareWithBefore(job.before, toolkit);
  const report = toReport(compiled, job, ratings, diff);
  const onlyUser = job.access === "all" ? {} : { onlyUser: job.access };
  const rows = toolkit
    ? toOwnRows({ ...toolkit, meta: { ...toolkit.meta, ...onlyUser } }, job.wantsTools ?? false)
    : null;
  return {
    facts: {
      ...{ kind: kind ?? null, name: rows?.facts.name ?? "", tools: rows?.tools ?? 0, problems: problems.count, wants },
      ...{ added: diff?.added.length ?? 0, removed: diff?.removed.length ?? 0, changed: diff?.changed.length ?? 0 },
      breaking: diff?.breaking ?? false,
      failure: rows ? null : (problems.items.find(({ fatal }) => fatal)?.message ?? "Nothing could be compiled."),
    },
    ...{ ...source, report, rows, files },
    picked: JSON.stringify(toolkit?.tools.find(({ slug }) => slug === job.pick)) ?? null,
  };
}
