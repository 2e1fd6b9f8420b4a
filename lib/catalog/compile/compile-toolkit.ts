/** A toolkit file and its descriptions as one compiled toolkit. Pure: reading files is the caller's. */
import { giveCommandNames } from "./names/give-command-names";
import type { ProvidersFile, ToolkitFile, ToolkitSource } from "./sources/toolkit-file";
import type { AnswersFile } from "../answers-file";
import type { ArgumentsFile } from "../argument-alias";
import { addAliases } from "./names/add-aliases";
import { mergeEqualTools } from "./names/merge-equal-tools";
import { nameAnswers } from "./names/name-answers";
import { deepenAnswers } from "./requests/deepen-answer";
import { toolkitHosts } from "./toolkit-hosts";
import { nameArguments } from "./names/name-arguments";
import { toAuthScheme } from "./requests/to-auth-scheme";
import { brokenTools } from "./checks/broken-tools";
import { answerWithLinks } from "./mends/answer-with-links";
import { mendInputs } from "./mends/mend-inputs";
import { requireByWords } from "./mends/required-by-words";
import { composeDescriptions } from "./descriptions/compose-descriptions";
import { namePersonsTools } from "./descriptions/name-persons-tools";
import { MAX_POPULARITY, type Attribution, type CompiledTool, type CompiledToolkit } from "../compiled-toolkit";
import { CatalogSourceError } from "../catalog-source-error";
import { compileCurrentUser } from "../current-user";
import type { RefusalRules } from "../refusals-file";
import { addPaging, type PagingFile } from "./requests/add-paging";
import { fillAnswers } from "./requests/fill-answers";
import { givePathForms } from "./requests/give-path-forms";
import { describedTools } from "./requests/described-tools";
import { markImportant, orderTools } from "./names/order-tools";
import { addMirroredTools } from "./requests/add-mirrored-tools";
import { basisOf } from "./sources/basis";
import type { OpenApiDocument } from "./sources/openapi-document";
import { placeOf, publishSchemas } from "./checks/publish-schemas";
import { joinRefusals } from "./sources/read-refusals";
import { giveScopes, NO_RULES, offerScopes } from "./effects/tool-scopes";
import { giveReadableSlugs } from "./names/give-readable-slugs";
import { giveHints } from "./effects/give-hints";
import { markRetired, type RetiredGroup } from "./sources/mark-retired";
import { giveWords, type WordsFile } from "./descriptions/give-words";
import { builtinTool, compositeTool, handTool } from "./requests/hand-tool";
import { addUndoubled, byAnyName, screaming } from "./names/tool-slug";

/** The place of a toolkit among all by use, the most used first, and its most used tools. */
export type Usage = { popularity: number; tools: readonly string[] };

/** Behind every toolkit that has a place. */
const UNKNOWN: Usage = { popularity: MAX_POPULARITY, tools: [] };

/** The input of a compiled toolkit. `read` returns a source's parsed document. */
export type ToolkitParts = {
  slug: string;
  /** Named in errors: `toolkits/github/toolkit.yaml`. */
  filePath: string;
  file: ToolkitFile;
  providers: ProvidersFile;
  /** An SVG image; a toolkit file's own address comes first. */
  logo?: string;
  /** Operations that the provider has ended. */
  retired?: readonly RetiredGroup[];
  /** Answers of its provider that mean an error despite their status. */
  refusals?: RefusalRules;
  /** Toolkits that `file.mirrors` names. */
  mirrored?: Pick<
    ToolkitParts,
    "slug" | "filePath" | "file" | "usage" | "retired" | "refusals" | "argumentNames" | "words" | "answers" | "paging"
  >[];
  /** Other names of arguments, by tool. */
  argumentNames?: ArgumentsFile;
  /** Words for its tools and arguments, which take precedence over the source's. */
  words?: WordsFile;
  /** Forms and further keys of answers, by tool. */
  answers?: AnswersFile;
  /** Arguments for pages that the description leaves out. */
  paging?: PagingFile;
  /** How much people use it; absent if unknown. */
  usage?: Usage;
  /**
   * Called for an operation or a tool that cannot be offered, which is then left out; absent = the first stops the
   * compiler. `place` is "METHOD /path" or a tool's slug.
   */
  skip?: (place: string, reason: string) => void;
  read: (source: ToolkitSource) => OpenApiDocument;
};

/** Parts that a mirrored toolkit does not inherit from the toolkit that mirrors it. */
const NOT_INHERITED: Partial<ToolkitParts> = {
  usage: UNKNOWN,
  retired: [],
  refusals: {},
  argumentNames: {},
  answers: {},
  words: undefined,
  paging: [],
  mirrored: [],
};

/** The facts of a toolkit that its executions and its page need. */
function toMeta(
  parts: ToolkitParts,
  mirrored: readonly ToolkitParts[],
  tools: Parameters<typeof toolkitHosts>[1],
): CompiledToolkit["meta"] {
  const { file } = parts;
  const otherFiles = mirrored.map((other) => other.file);
  return {
    ...(file.guideUrl ? { guideUrl: file.guideUrl } : {}),
    hosts: toolkitHosts(
      file,
      tools,
      otherFiles.flatMap(({ hosts }) => hosts),
    ),
    headers: file.headers,
    ...compileCurrentUser(file.currentUser).meta,
    ...refusalsOf([parts, ...mirrored]),
    basis: basisOf(file),
    attribution: attributionOf([file, ...otherFiles]),
  };
}

/** @throws CatalogSourceError naming file, path and reason; a half-compiled toolkit is never returned */
export function compileToolkit(parts: ToolkitParts): CompiledToolkit {
  const { slug, file, filePath } = parts;
  const tools = toolsOf(parts);
  const mirrored = (parts.mirrored ?? []).map((other) => ({ ...parts, ...NOT_INHERITED, ...other }));
  const otherFiles = mirrored.map((other) => other.file);
  const others = mirrored.map((other) => ({
    slug: other.slug,
    baseUrl: other.file.baseUrl,
    tools: mirroredTools(other),
  }));
  const places = addMirroredTools(tools, slug, file, others);
  giveNames(tools, parts, places);
  mendInputs(tools);
  answerWithLinks(tools);
  composeDescriptions(tools);
  const named = canonical(namedTools(parts), tools);
  markImportant(tools, named, filePath);
  orderTools(tools, named, places);
  publishSchemas(tools, filePath, parts.skip);
  const authSchemes = file.auth.map((entry, index) =>
    inFile(filePath, `auth.${index}`, () => offerScopes(toAuthScheme(file.name, entry, parts.providers), tools)),
  );
  namePersonsTools(tools, authSchemes);
  const { baseUrl } = file;
  const compiled: CompiledToolkit = {
    slug,
    name: file.name,
    description: file.description.trim(),
    ...((file.logo ?? parts.logo) ? { logo: file.logo ?? parts.logo } : {}),
    ...(file.appUrl ? { appUrl: file.appUrl } : {}),
    ...(baseUrl ? { baseUrl: baseUrl.replace(/\/+$/, "") } : {}),
    categories: file.categories,
    authSchemes,
    noAuth: authSchemes.every((scheme) => scheme.mode === "NO_AUTH"),
    version: file.version,
    popularity: (parts.usage ?? UNKNOWN).popularity,
    ...compileCurrentUser(file.currentUser).endpoint,
    meta: toMeta(parts, mirrored, tools),
    tools,
  };
  refuseBroken(compiled, [file, ...otherFiles], parts);
  return compiled;
}

function refusalsOf(parts: readonly Pick<ToolkitParts, "refusals">[]): Pick<CompiledToolkit["meta"], "refusals"> {
  const refusals = joinRefusals(parts.map((part) => part.refusals));
  return Object.keys(refusals).length > 0 ? { refusals } : {};
}

/** Checks of tools whose every call would fail; the others are about the care that a catalog takes. */
const UNUSABLE: ReadonlySet<string> = new Set(["path places", "media types"]);

/** A tool that no caller can use would be found, chosen and tried. */
function refuseBroken(
  compiled: CompiledToolkit,
  files: readonly ToolkitFile[],
  { filePath, skip }: ToolkitParts,
): void {
  const broken = brokenTools(compiled, files);
  if (skip) {
    const unusable = broken.filter(({ check }) => UNUSABLE.has(check));
    const places = new Map(compiled.tools.map((tool) => [tool.slug, placeOf(tool)]));
    for (const { tool, problem } of unusable) skip(places.get(tool) ?? tool, problem);
    const slugs = new Set(unusable.map(({ tool }) => tool));
    compiled.tools = compiled.tools.filter(({ slug }) => !slugs.has(slug));
    return;
  }
  const [first] = broken;
  if (!first) return;
  const more = broken.length > 1 ? ` (and ${broken.length - 1} more)` : "";
  throw new CatalogSourceError(filePath, first.tool, `${first.problem}${more}`);
}

const attributionOf = (files: readonly ToolkitFile[]): Attribution[] =>
  files
    .flatMap((part) => part.sources)
    .map((source) => ({
      package: source.origin ?? source.package,
      file: source.file,
      ...(source.license ? { license: source.license } : {}),
      ...(source.licenseUrl ? { licenseUrl: source.licenseUrl } : {}),
      ...(source.note ? { note: source.note } : {}),
    }));

function inFile<T>(filePath: string, place: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof CatalogSourceError) throw error;
    throw new CatalogSourceError(filePath, place, error instanceof Error ? error.message : String(error));
  }
}

/** The tools of a toolkit without mirrors and aliases. Our own words come after what the source's words require. */
function toolsOf(parts: ToolkitParts): CompiledTool[] {
  const tools = compiledTools(parts);
  markRetired(tools, parts.slug, parts.retired ?? [], namedTools(parts));
  givePathForms(tools, parts.file.pathForms, parts.filePath);
  giveCommandNames(tools, `${screaming(parts.slug)}_`);
  if (parts.paging) addPaging(tools, parts.slug, parts.paging);
  tools.forEach(requireByWords);
  if (parts.words) giveWords(tools, parts.slug, parts.words);
  return tools;
}

/** Other names of tools and of arguments, further keys of answers, and one tool for each operation. */
function giveNames(tools: CompiledTool[], parts: ToolkitParts, places?: ReadonlyMap<string, number>): void {
  addAliases(tools, parts.file, parts.filePath);
  addUndoubled(tools, screaming(parts.slug));
  nameArguments(tools, parts.slug, parts.argumentNames ?? {}, places);
  nameAnswers(tools, parts.slug, parts.answers ?? {}, places);
  deepenAnswers(tools);
  mergeEqualTools(tools, canonical(namedTools(parts), tools));
}

function mirroredTools(parts: ToolkitParts): CompiledTool[] {
  const tools = toolsOf(parts);
  giveNames(tools, parts);
  const named = canonical(namedTools(parts), tools);
  markImportant(tools, named, parts.filePath);
  orderTools(tools, named);
  return tools;
}

/** Tool slugs for names; files can use any name of a tool. */
function canonical(names: readonly string[], tools: readonly CompiledTool[]): string[] {
  const byName = byAnyName(tools);
  return names.map((name) => byName.get(name)?.slug ?? name);
}

/** The most used tools, then those that the toolkit's file calls important. */
const namedTools = ({ file, usage = UNKNOWN }: ToolkitParts): string[] => [
  ...new Set([...usage.tools, ...file.important]),
];

function compiledTools(parts: ToolkitParts): CompiledTool[] {
  const { slug: toolkit, file, filePath, read } = parts;
  const listedNames = [
    ...Object.entries(file.composites).map(([slug, tool]) =>
      inFile(filePath, `composites.${slug}`, () => compositeTool(slug, tool)),
    ),
    ...Object.entries(file.builtins).map(([slug, tool]) =>
      inFile(filePath, `builtins.${slug}`, () => builtinTool(slug, tool)),
    ),
    ...Object.entries(file.tools).map(([slug, tool]) =>
      inFile(filePath, `tools.${slug}`, () => handTool(slug, tool, { baseUrl: file.baseUrl, headers: file.headers })),
    ),
  ];
  // Names in the file are reserved before any rule assigns a name.
  const fixed = new Set([
    ...listedNames.map((tool) => tool.slug),
    ...Object.keys(file.aliases),
    ...file.sources.flatMap((source) => Object.keys(source.tools)),
  ]);
  const usedNames = new Set(fixed);
  const described = file.sources
    .filter((source) => !source.answersOnly)
    .flatMap((source) =>
      describedTools(read(source), source, {
        toolkit,
        baseUrl: file.baseUrl,
        headers: file.headers,
        usedSlugs: usedNames,
        ...(parts.skip ? { skip: parts.skip } : {}),
      }),
    );
  const all = [...listedNames, ...described];
  for (const source of file.sources) if (source.answersOnly) fillAnswers(all, read(source), source.exclude);
  const twice = all.find((tool, index) => all.findIndex((other) => other.slug === tool.slug) !== index);
  if (twice) throw new CatalogSourceError(filePath, twice.slug, "two tools have this slug");
  inFile(filePath, "scopes", () => giveScopes(all, file.scopes ?? NO_RULES));
  giveReadableSlugs(described, screaming(toolkit), fixed);
  giveHints(all, toolkit, file.effects, filePath);
  return all;
}
