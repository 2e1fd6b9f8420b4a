/** Reads toolkits/: every toolkit with its files, and a hash that changes with any of them. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { z } from "zod";
import { AnswersFile } from "../../answers-file";
import { ArgumentsFile } from "../../argument-alias";
import { ValuesFile } from "../../values-file";
import { CatalogSourceError } from "../../catalog-source-error";
import type { RefusalRules, RefusalsFile } from "../../refusals-file";
import type { Usage } from "../compile-toolkit";
import { refuseOutdated } from "../checks/refuse-outdated";
import { CurrentFile } from "./basis";
import { PagingFile } from "../requests/add-paging";
import { LOGO_PACKAGES } from "./logo-image";
import { parseYamlFile } from "./parse-yaml-file";
import { readRefusals, refusalsByToolkit } from "./read-refusals";
import { readRetired, RETIRED_FILE, type RetiredFile, type RetiredGroup } from "./mark-retired";
import { CategoriesFile, LogosFile, PopularityFile, ProvidersFile, SourcesFile, ToolkitFile } from "./toolkit-file";
import { WordsFile } from "../descriptions/give-words";

/** Paths inside the project; errors name these. */
const FOLDER = "toolkits";
const PROVIDERS_FILE = `${FOLDER}/providers.yaml`;

export type SharedFiles = {
  providers: ProvidersFile;
  sources: SourcesFile;
  categories: CategoriesFile;
  logos: LogosFile;
  popularity: PopularityFile;
  current: CurrentFile;
  retired: RetiredFile;
  refusals: RefusalsFile;
};

/** Reads the providers that the folder of one toolkit brings. @throws CatalogSourceError for the key of another */
function readOwnProviders(root: string, slug: string): ProvidersFile {
  const filePath = `${FOLDER}/${slug}/providers.yaml`;
  const text = readIfExists(path.join(root, filePath));
  const providers = text === undefined ? {} : parseYamlFile(ProvidersFile, filePath, text);
  const stranger = Object.keys(providers).find((key) => !key.startsWith(`${slug}_`));
  if (stranger === undefined) return providers;
  throw new CatalogSourceError(filePath, stranger, `a provider of one toolkit has a key that begins with ${slug}_`);
}

/** Reads the OAuth facts of every provider, by key. `root` is the project's folder. */
export function readProviders(root: string): ProvidersFile {
  const shared = parseYamlFile(ProvidersFile, PROVIDERS_FILE, readFileSync(path.join(root, PROVIDERS_FILE), "utf8"));
  const folders = readdirSync(path.join(root, FOLDER), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return Object.assign({}, ...folders.map(({ name }) => readOwnProviders(root, name)), shared) as ProvidersFile;
}

/** Reads the files that all toolkits share. `root` is the project's folder. */
export function readSharedFiles(root: string): SharedFiles {
  const read = (name: string): [string, string] => [
    `${FOLDER}/${name}`,
    readFileSync(path.join(root, FOLDER, name), "utf8"),
  ];
  return {
    providers: readProviders(root),
    sources: parseYamlFile(SourcesFile, ...read("sources.yaml")),
    categories: parseYamlFile(CategoriesFile, ...read("categories.yaml")),
    logos: parseYamlFile(LogosFile, ...read("logos.yaml")),
    popularity: parseYamlFile(PopularityFile, ...read("popularity.yaml")),
    current: parseYamlFile(CurrentFile, ...read("current.yaml")),
    retired: readRetired(root),
    refusals: readRefusals(root),
  };
}

export type ToolkitSourceFile = {
  slug: string;
  /** Named in errors: `toolkits/github/toolkit.yaml`. */
  filePath: string;
  file: ToolkitFile;
  /** Its place by use. */
  usage: Usage;
  /** Hashes of its descriptions in this repository. */
  descriptionHashes: Record<string, string>;
  /** Operations that the provider has ended. */
  retired?: RetiredGroup[];
  /** Answers of its provider that mean an error despite their status. */
  refusals?: RefusalRules;
  /** Other names of its tools' arguments. */
  argumentNames?: ArgumentsFile;
  /** Words of its tools and arguments. */
  words?: WordsFile;
  /** Forms and further keys of its tools' answers. */
  answers?: AnswersFile;
  /** Arguments for pages that its descriptions leave out. */
  paging?: PagingFile;
  /** Arguments whose values its tools list. */
  values?: ValuesFile;
};

/** The popularity of toolkits that popularity.yaml does not list: curated toolkits come before the others. */
const UNLISTED = { curated: 1000, others: 2000 };

function usageOf({ toolkits, tools }: PopularityFile, slug: string, curated: boolean): Usage {
  const index = toolkits.indexOf(slug);
  return {
    popularity: index >= 0 ? index : curated ? UNLISTED.curated : UNLISTED.others,
    tools: tools[slug] ?? [],
  };
}

/**
 * Reads every toolkit, sorted by slug: each folder of toolkits/ is one. Checks what they refer to.
 * @throws CatalogSourceError
 */
export function readToolkits(root: string, shared: SharedFiles): ToolkitSourceFile[] {
  const slugs = readdirSync(path.join(root, FOLDER), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && readdirSync(path.join(root, FOLDER, entry.name)).length > 0)
    .map(({ name }) => name)
    .sort();
  const toolkits = slugs.map((slug) => readToolkit(root, slug, shared));
  const bySlug = new Map(toolkits.map((toolkit) => [toolkit.slug, toolkit]));
  for (const toolkit of toolkits) checkReferences(toolkit, bySlug, shared);
  checkPopularity(shared.popularity, bySlug);
  refuseOutdated(toolkits, shared.current);
  const refusals = refusalsByToolkit(shared.refusals, (slug) => bySlug.has(slug));
  for (const toolkit of toolkits) {
    const rules = refusals.get(toolkit.slug);
    if (rules) toolkit.refusals = rules;
  }
  addRetired(bySlug, shared.retired);
  return toolkits;
}

/**
 * Gives toolkits the operations that their providers have ended.
 * @throws CatalogSourceError for a toolkit that does not exist
 */
export function addRetired(bySlug: ReadonlyMap<string, ToolkitSourceFile>, retiredFile: RetiredFile): void {
  for (const [slug, retired] of Object.entries(retiredFile)) {
    const toolkit = bySlug.get(slug);
    if (!toolkit) throw new CatalogSourceError(RETIRED_FILE, slug, "there is no such toolkit");
    toolkit.retired = retired;
  }
}

const SLUG = /^[a-z0-9_-]{2,60}$/;

/** Reads the folder of one toolkit. */
function readToolkit(root: string, slug: string, { popularity }: SharedFiles): ToolkitSourceFile {
  const folder = `${FOLDER}/${slug}`;
  const filePath = `${folder}/toolkit.yaml`;
  if (!SLUG.test(slug))
    throw new CatalogSourceError(folder, "", "a folder is named by the toolkit's slug: small letters, digits, - and _");
  const read = <T extends z.ZodType>(schema: T, name: string): z.output<T> | undefined => {
    const text = readIfExists(path.join(root, folder, name));
    return text === undefined ? undefined : parseYamlFile(schema, `${folder}/${name}`, text);
  };
  const file = read(ToolkitFile, "toolkit.yaml");
  if (!file) throw new CatalogSourceError(filePath, "", "there is no such file, and each folder here is a toolkit");
  const argumentNames = read(ArgumentsFile, "arguments.yaml");
  const words = read(WordsFile, "words.yaml");
  const answers = read(AnswersFile, "answers.yaml");
  const paging = read(PagingFile, "paging.yaml");
  const values = read(ValuesFile, "values.yaml");
  return {
    slug,
    filePath,
    file,
    usage: usageOf(popularity, slug, file.curated),
    descriptionHashes: hashDescriptions(root, filePath, file),
    ...(argumentNames && { argumentNames }),
    ...(words && { words }),
    ...(answers && { answers }),
    ...(paging && { paging }),
    ...(values && { values }),
  };
}

const readIfExists = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, "utf8") : undefined);

function checkPopularity({ toolkits, tools }: PopularityFile, bySlug: ReadonlyMap<string, unknown>): void {
  const stranger = [...toolkits, ...Object.keys(tools)].find((slug) => !bySlug.has(slug));
  const twice = toolkits.find((slug, index) => toolkits.indexOf(slug) !== index);
  if (stranger !== undefined)
    throw new CatalogSourceError(`${FOLDER}/popularity.yaml`, stranger, "there is no such toolkit");
  if (twice !== undefined) throw new CatalogSourceError(`${FOLDER}/popularity.yaml`, twice, "stands there twice");
}

function checkReferences(
  { slug, filePath, file }: ToolkitSourceFile,
  bySlug: ReadonlyMap<string, ToolkitSourceFile>,
  shared: SharedFiles,
): void {
  const fail = (place: string, reason: string): never => {
    throw new CatalogSourceError(filePath, `${slug}.${place}`, reason);
  };
  const stranger = file.categories.find((id) => !Object.hasOwn(shared.categories, id));
  if (stranger !== undefined) fail("categories", `${JSON.stringify(stranger)} is not in ${FOLDER}/categories.yaml`);
  const unknown = file.sources.find(
    (source) => source.package !== IN_REPOSITORY && !Object.hasOwn(shared.sources.packages, source.package),
  );
  if (unknown) fail("sources", `${JSON.stringify(unknown.package)} is not in ${FOLDER}/sources.yaml`);
  for (const { toolkit } of file.mirrors) {
    const mirrored = bySlug.get(toolkit);
    if (!mirrored) fail("mirrors", `there is no toolkit ${JSON.stringify(toolkit)}`);
    else if (mirrored.file.mirrors.length > 0) fail("mirrors", `${toolkit} mirrors others itself`);
  }
}

/** The toolkits whose tools a toolkit offers under its own name, in the order it lists them. */
export const mirroredBy = (toolkit: ToolkitSourceFile, all: readonly ToolkitSourceFile[]): ToolkitSourceFile[] =>
  toolkit.file.mirrors.flatMap((mirror) => all.find((toolkit) => toolkit.slug === mirror.toolkit) ?? []);

/** Hash of all that a compiled toolkit depends on; the same hash gives the same result. */
export function inputHash(
  toolkit: ToolkitSourceFile,
  mirrored: readonly ToolkitSourceFile[],
  shared: SharedFiles,
  compilerHash: string,
): string {
  const read = [toolkit, ...mirrored];
  const providers = toolkit.file.auth.map((entry) => (entry.provider ? shared.providers[entry.provider] : null));
  const packages = read.flatMap(({ file }) => file.sources.map((source) => shared.sources.packages[source.package]));
  const logo = shared.logos[toolkit.slug];
  const icon = logo && [logo, shared.sources.packages[LOGO_PACKAGES[logo.from]]];
  return createHash("sha256")
    .update(
      JSON.stringify([
        compilerHash,
        read.map(
          ({ slug, file, usage, descriptionHashes, retired, refusals, argumentNames, words, answers, paging }) => [
            slug,
            file,
            usage,
            descriptionHashes,
            retired,
            refusals,
            argumentNames,
            words,
            answers,
            paging,
          ],
        ),
        providers,
        packages,
        icon,
      ]),
    )
    .digest("hex");
}

/** The key of sources whose files are in this repository. */
export const IN_REPOSITORY = "kept";

/** Hashes of the kept descriptions that a toolkit's file names, by their path below `toolkits/`. */
function hashDescriptions(root: string, filePath: string, file: ToolkitFile): Record<string, string> {
  const names = file.sources.filter((source) => source.package === IN_REPOSITORY).map((source) => source.file);
  return Object.fromEntries(
    names.map((name) => {
      const text = readIfExists(path.join(root, FOLDER, name));
      if (text === undefined) throw new CatalogSourceError(filePath, "sources", `there is no ${FOLDER}/${name}`);
      return [name, createHash("sha256").update(text).digest("hex")];
    }),
  );
}
