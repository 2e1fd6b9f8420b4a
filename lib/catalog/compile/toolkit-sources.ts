/** The toolkits folder as data: which toolkits there are, what they are made of, and the hash that says what changed. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { z } from "zod";
import { AnswersFile } from "../answer-names";
import { ArgumentsFile } from "../argument-alias";
import { CatalogueSourceError } from "../compiled-toolkit";
import type { RefusalRules, RefusalsFile } from "../refusals";
import type { Asked } from "./compile-toolkit";
import { LOGO_PACKAGES } from "./logo-image";
import { readProviders } from "./provider-files";
import { readRefusals, refusalsByToolkit } from "./refusal-files";
import { readRetired, RETIRED_FILE, type RetiredFile, type RetiredGroup } from "./retired-tools";
import {
  CategoriesFile,
  LogosFile,
  parseYamlFile,
  PopularityFile,
  type ProvidersFile,
  SourcesFile,
  ToolkitFile,
  ToolkitTable,
} from "./toolkit-file";
import { WordsFile } from "./written-words";

/** Paths inside the project; errors name these. */
const FOLDER = "toolkits";

export type SharedFiles = {
  providers: ProvidersFile;
  sources: SourcesFile;
  categories: CategoriesFile;
  logos: LogosFile;
  popularity: PopularityFile;
  retired: RetiredFile;
  refusals: RefusalsFile;
};

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
    retired: readRetired(root),
    refusals: readRefusals(root),
  };
}

export type ToolkitSourceFile = {
  slug: string;
  /** Named in errors: `toolkits/github/toolkit.yaml` or `toolkits/tables/crm.yaml`. */
  filePath: string;
  file: ToolkitFile;
  /** A folder of its own, with tools chosen and named by hand; the others are rows of a table. */
  curated: boolean;
  /** Its place by use. */
  asked: Asked;
  /** Operations that the provider has ended. */
  retired?: RetiredGroup[];
  /** What its provider answers in place of an error status. */
  refusals?: RefusalRules;
  /** Other names of its tools' arguments. */
  argumentNames?: ArgumentsFile;
  /** Words of its tools and arguments. */
  words?: WordsFile;
  /** Forms and further keys of its tools' answers. */
  answers?: AnswersFile;
};

/** Behind the listed toolkits come those written by hand, then the rows of tables. */
const BEHIND = { curated: 1000, table: 2000 };

function askedOf({ toolkits, tools }: PopularityFile, slug: string, curated: boolean): Asked {
  const place = toolkits.indexOf(slug);
  return {
    popularity: place >= 0 ? place : curated ? BEHIND.curated : BEHIND.table,
    tools: tools[slug] ?? [],
  };
}

/**
 * Reads every toolkit: the folders with a `toolkit.yaml`, and the rows of `toolkits/tables/*.yaml`, which are toolkits
 * that need a few lines only. Checks what they refer to.
 * @throws CatalogueSourceError
 */
export function readToolkits(root: string, shared: SharedFiles): ToolkitSourceFile[] {
  const toolkits = [...readFolders(root, shared), ...readTables(root, shared)].sort((a, b) =>
    a.slug < b.slug ? -1 : 1,
  );
  const bySlug = new Map<string, ToolkitSourceFile>();
  for (const toolkit of toolkits) {
    const other = bySlug.get(toolkit.slug);
    if (other) throw new CatalogueSourceError(toolkit.filePath, toolkit.slug, `${other.filePath} has this toolkit too`);
    bySlug.set(toolkit.slug, toolkit);
  }
  for (const toolkit of toolkits) readOwnFiles(root, toolkit);
  for (const toolkit of toolkits) checkReferences(toolkit, bySlug, shared);
  checkPopularity(shared.popularity, bySlug);
  const refusals = refusalsByToolkit(shared.refusals, (slug) => bySlug.has(slug));
  for (const toolkit of toolkits) {
    const rules = refusals.get(toolkit.slug);
    if (rules) toolkit.refusals = rules;
  }
  for (const [slug, retired] of Object.entries(shared.retired)) {
    const toolkit = bySlug.get(slug);
    if (!toolkit) throw new CatalogueSourceError(RETIRED_FILE, slug, "there is no such toolkit");
    toolkit.retired = retired;
  }
  return toolkits;
}

/** Rows of tables have other names, words and answers in a folder, too. */
function readOwnFiles(root: string, toolkit: ToolkitSourceFile): void {
  const read = <T>(schema: z.ZodType<T>, name: string): T | undefined => {
    const place = `${FOLDER}/${toolkit.slug}/${name}`;
    const file = path.join(root, place);
    return existsSync(file) ? parseYamlFile(schema, place, readFileSync(file, "utf8")) : undefined;
  };
  const argumentNames = read(ArgumentsFile, "arguments.yaml");
  const words = read(WordsFile, "words.yaml");
  const answers = read(AnswersFile, "answers.yaml");
  if (argumentNames) toolkit.argumentNames = argumentNames;
  if (words) toolkit.words = words;
  if (answers) toolkit.answers = answers;
}

function readFolders(root: string, { popularity }: SharedFiles): ToolkitSourceFile[] {
  const folders = readdirSync(path.join(root, FOLDER), { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && existsSync(path.join(root, FOLDER, entry.name, "toolkit.yaml")),
  );
  return folders.map(({ name: slug }) => {
    const filePath = `${FOLDER}/${slug}/toolkit.yaml`;
    return {
      slug,
      filePath,
      file: parseYamlFile(ToolkitFile, filePath, readFileSync(path.join(root, filePath), "utf8")),
      curated: true,
      asked: askedOf(popularity, slug, true),
    };
  });
}

function readTables(root: string, { popularity }: SharedFiles): ToolkitSourceFile[] {
  const folder = path.join(root, FOLDER, "tables");
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".yaml")) : [];
  return names.flatMap((name) => {
    const filePath = `${FOLDER}/tables/${name}`;
    const rows = parseYamlFile(ToolkitTable, filePath, readFileSync(path.join(root, filePath), "utf8"));
    return Object.entries(rows).map(([slug, file]) => ({
      slug,
      filePath,
      file,
      curated: false,
      asked: askedOf(popularity, slug, false),
    }));
  });
}

function checkPopularity({ toolkits, tools }: PopularityFile, bySlug: ReadonlyMap<string, unknown>): void {
  const stranger = [...toolkits, ...Object.keys(tools)].find((slug) => !bySlug.has(slug));
  const twice = toolkits.find((slug, at) => toolkits.indexOf(slug) !== at);
  if (stranger !== undefined)
    throw new CatalogueSourceError(`${FOLDER}/popularity.yaml`, stranger, "there is no such toolkit");
  if (twice !== undefined) throw new CatalogueSourceError(`${FOLDER}/popularity.yaml`, twice, "stands there twice");
}

function checkReferences(
  { slug, filePath, file }: ToolkitSourceFile,
  bySlug: ReadonlyMap<string, ToolkitSourceFile>,
  shared: SharedFiles,
): void {
  const fail = (place: string, reason: string): never => {
    throw new CatalogueSourceError(filePath, `${slug}.${place}`, reason);
  };
  const stranger = file.categories.find((id) => !Object.hasOwn(shared.categories, id));
  if (stranger !== undefined) fail("categories", `${JSON.stringify(stranger)} is not in ${FOLDER}/categories.yaml`);
  const unknown = file.sources.find((source) => !Object.hasOwn(shared.sources.packages, source.package));
  if (unknown) fail("sources", `${JSON.stringify(unknown.package)} is not in ${FOLDER}/sources.yaml`);
  for (const { toolkit } of file.mirrors) {
    const mirrored = bySlug.get(toolkit);
    if (!mirrored) fail("mirrors", `there is no toolkit ${JSON.stringify(toolkit)}`);
    else if (mirrored.file.mirrors.length > 0) fail("mirrors", `${toolkit} mirrors others itself`);
  }
}

/** The toolkits whose tools a toolkit offers under its own name, in the order it lists them. */
export const mirroredBy = (toolkit: ToolkitSourceFile, all: readonly ToolkitSourceFile[]): ToolkitSourceFile[] =>
  toolkit.file.mirrors.flatMap((mirror) => all.find((one) => one.slug === mirror.toolkit) ?? []);

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
        read.map(({ slug, file, asked, retired, refusals, argumentNames, words, answers }) => [
          slug,
          file,
          asked,
          retired,
          refusals,
          argumentNames,
          words,
          answers,
        ]),
        providers,
        packages,
        icon,
      ]),
    )
    .digest("hex");
}
