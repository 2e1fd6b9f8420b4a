/** The process that compiles toolkits: parsing large descriptions must not grow the process that loads them. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { getHeapStatistics } from "node:v8";
import { gzipSync } from "node:zlib";
import { compileToolkit } from "@/lib/catalog/compile/compile-toolkit";
import { giveValueLists } from "@/lib/catalog/compile/names/give-value-lists";
import type { OpenApiDocument } from "@/lib/catalog/compile/sources/openapi-document";
import { parseSource } from "@/lib/catalog/compile/sources/parse-source";
import type { ProvidersFile, SourcesFile, ToolkitSource } from "@/lib/catalog/compile/sources/toolkit-file";
import { IN_REPOSITORY, type ToolkitSourceFile } from "@/lib/catalog/compile/sources/read-toolkits";
import type { CatalogEntry } from "@/lib/catalog/load/read-contents";
import { toCopyText } from "@/lib/catalog/load/to-copy-text";
import { CatalogSourceError } from "@/lib/catalog/catalog-source-error";
import { sourcePath } from "./fetch-sources";
import { writeLoadFile } from "./write-load-file";

export type CompileJob = {
  toolkit: ToolkitSourceFile;
  mirrored: ToolkitSourceFile[];
  providers: ProvidersFile;
  packages: SourcesFile["packages"];
  /** An SVG image. */
  logo?: string;
  cache: string;
  target: string;
  /** The folder of the catalog that servers load, if the load file is wanted, too. */
  loadFolder?: string;
};
const LARGE_HEAP_BYTES = 90e6;

/** `rss`: the most memory that the process held so far, in bytes. */
export type CompileReport = {
  slug: string;
  tools: number;
  rss: number;
  target: string;
  entry?: CatalogEntry;
  error?: string;
};

function readSource({ packages, cache, toolkit }: CompileJob, source: ToolkitSource): OpenApiDocument {
  const pinned = packages[source.package];
  if (!pinned && source.package !== IN_REPOSITORY)
    throw new CatalogSourceError(toolkit.filePath, "sources", `unknown package ${source.package}`);
  try {
    return parseSource(source, readFileSync(sourcePath(cache, pinned, source.file), "utf8"));
  } catch (error) {
    throw new CatalogSourceError(
      pinned ? `${pinned.package}@${pinned.version}/${source.file}` : `toolkits/${source.file}`,
      "",
      `not readable: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function compile(job: CompileJob): Pick<CompileReport, "tools" | "entry"> {
  const { toolkit, mirrored, providers, target, logo, loadFolder } = job;
  const { values = {}, ...parts } = toolkit;
  const bare = compileToolkit({
    ...parts,
    mirrored,
    providers,
    ...(logo && { logo }),
    read: (source) => readSource(job, source),
  });
  const compiled = giveValueLists(bare, values);
  const text = JSON.stringify(compiled);
  const hash = createHash("sha256").update(text).digest("hex");
  const toolCount = compiled.tools.length;
  const file = { hash, toolCount, toolkit: compiled };
  // Written here, it needs no process that reads all compiled files again.
  const entry = loadFolder ? writeLoadFile(loadFolder, file, gzipSync(toCopyText(file))) : undefined;
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(`${target}.${process.pid}`, `{"hash":"${hash}","toolCount":${toolCount},"toolkit":${text}}`);
  renameSync(`${target}.${process.pid}`, target);
  return { tools: toolCount, ...(entry && { entry }) };
}

process.on("message", (job: CompileJob) => {
  const report: CompileReport = { slug: job.toolkit.slug, tools: 0, rss: 0, target: job.target };
  try {
    Object.assign(report, compile(job));
  } catch (error) {
    report.error =
      error instanceof CatalogSourceError
        ? error.message
        : error instanceof Error
          ? (error.stack ?? error.message)
          : String(error);
  }
  // The next description would be read on top of what a large one left behind.
  if (getHeapStatistics().used_heap_size > LARGE_HEAP_BYTES) globalThis.gc?.();
  process.send?.({ ...report, rss: process.resourceUsage().maxRSS * 1024 });
});
