/** Toolkits as they are published, each with the descriptions of its tools and of those that it mirrors. */
import { readFileSync } from "node:fs";
import { compileToolkit } from "@/lib/catalog/compile/compile-toolkit";
import type { OpenApiDocument } from "@/lib/catalog/compile/sources/openapi-document";
import { parseSource } from "@/lib/catalog/compile/sources/parse-source";
import {
  mirroredBy,
  readSharedFiles,
  readToolkits,
  type ToolkitSourceFile,
} from "@/lib/catalog/compile/sources/read-toolkits";
import type { ToolkitSource } from "@/lib/catalog/compile/sources/toolkit-file";
import type { CompiledToolkit } from "@/lib/catalog/compiled-toolkit";
import { fetchSources, sourcePath } from "../../catalog/fetch-sources";

export type ToolkitWithSources = { toolkit: CompiledToolkit; documents: OpenApiDocument[] };

/** The slugs of the most used toolkits, in the order of use. `root` is the project's folder. */
export const mostUsed = (root: string): string[] => readSharedFiles(root).current.toolkits;

/**
 * Compiles toolkits one after another, so that the descriptions of one are in memory at a time.
 * @param slugs toolkits; their order is kept
 */
export async function* toolkitsWithSources(
  root: string,
  cache: string,
  slugs: readonly string[],
): AsyncGenerator<ToolkitWithSources> {
  const shared = readSharedFiles(root);
  const all = readToolkits(root, shared);
  const packages = shared.sources.packages;
  for (const slug of slugs) {
    const toolkit = all.find((candidate) => candidate.slug === slug);
    if (!toolkit) throw new Error(`there is no toolkit ${slug}`);
    const mirrored = mirroredBy(toolkit, all);
    const sources = [toolkit, ...mirrored].flatMap(({ file }) => file.sources);
    for (const source of sources) {
      const pinned = packages[source.package];
      if (pinned) await fetchSources(cache, pinned, [source.file], () => undefined);
    }
    const documents = new Map<string, OpenApiDocument>();
    const read = (source: ToolkitSource): OpenApiDocument => {
      const file = sourcePath(cache, packages[source.package], source.file);
      const document = documents.get(file) ?? parseSource(source, readFileSync(file, "utf8"));
      documents.set(file, document);
      return document;
    };
    yield { toolkit: compile(toolkit, mirrored, shared.providers, read), documents: [...documents.values()] };
  }
}

const compile = (
  toolkit: ToolkitSourceFile,
  mirrored: ToolkitSourceFile[],
  providers: Parameters<typeof compileToolkit>[0]["providers"],
  read: (source: ToolkitSource) => OpenApiDocument,
): CompiledToolkit => compileToolkit({ ...toolkit, mirrored, providers, read });
