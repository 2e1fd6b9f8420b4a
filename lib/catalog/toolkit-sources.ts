/** The toolkits folder as data: which toolkits there are, what they are made of, and the hash that says what changed. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { CatalogueSourceError } from "./compile/compiled-toolkit";
import { CategoriesFile, parseYamlFile, ProvidersFile, SourcesFile, ToolkitFile } from "./toolkit-file";

/** Paths inside the project; errors name these. */
const FOLDER = "toolkits";

export type SharedFiles = { providers: ProvidersFile; sources: SourcesFile; categories: CategoriesFile };

/** Reads the files that all toolkits share. `root` is the project's folder. */
export function readSharedFiles(root: string): SharedFiles {
  const read = (name: string): [string, string] => [`${FOLDER}/${name}`, readFileSync(path.join(root, FOLDER, name), "utf8")];
  return {
    providers: parseYamlFile(ProvidersFile, ...read("providers.yaml")),
    sources: parseYamlFile(SourcesFile, ...read("sources.yaml")),
    categories: parseYamlFile(CategoriesFile, ...read("categories.yaml")),
  };
}

/** Slugs of all toolkits, in order. */
export const toolkitSlugs = (root: string): string[] =>
  readdirSync(path.join(root, FOLDER), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(path.join(root, FOLDER, entry.name, "toolkit.yaml")))
    .map((entry) => entry.name)
    .sort();

export type ToolkitSourceFile = { slug: string; filePath: string; text: string; file: ToolkitFile };

/** Reads one toolkit and checks what it refers to. @throws CatalogueSourceError */
export function readToolkitFile(root: string, slug: string, shared: SharedFiles): ToolkitSourceFile {
  const filePath = `${FOLDER}/${slug}/toolkit.yaml`;
  const text = readFileSync(path.join(root, filePath), "utf8");
  const file = parseYamlFile(ToolkitFile, filePath, text);
  const stranger = file.categories.find((id) => !Object.hasOwn(shared.categories, id));
  if (stranger !== undefined) throw new CatalogueSourceError(filePath, "categories", `${JSON.stringify(stranger)} is not in ${FOLDER}/categories.yaml`);
  const unknown = file.sources.find((source) => !Object.hasOwn(shared.sources.packages, source.package));
  if (unknown) throw new CatalogueSourceError(filePath, "sources", `${JSON.stringify(unknown.package)} is not in ${FOLDER}/sources.yaml`);
  return { slug, filePath, text, file };
}

/** Hash of all that a compiled toolkit depends on; the same hash gives the same result. */
export function inputHash(toolkit: ToolkitSourceFile, shared: SharedFiles, compilerHash: string): string {
  const providers = toolkit.file.auth.map((entry) => (entry.provider ? shared.providers[entry.provider] : null));
  const packages = toolkit.file.sources.map((source) => shared.sources.packages[source.package]);
  return createHash("sha256").update(JSON.stringify([compilerHash, toolkit.slug, toolkit.text, providers, packages])).digest("hex");
}
