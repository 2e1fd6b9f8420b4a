/** The process that compiles toolkits: parsing large descriptions must not grow the process that loads them. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { compileToolkit } from "@/lib/catalog/compile/compile-toolkit";
import type { OpenApiDocument } from "@/lib/catalog/compile/sources/openapi-document";
import { parseSource } from "@/lib/catalog/compile/sources/parse-source";
import type { ProvidersFile, SourcesFile, ToolkitSource } from "@/lib/catalog/compile/sources/toolkit-file";
import { IN_REPOSITORY, type ToolkitSourceFile } from "@/lib/catalog/compile/sources/read-toolkits";
import { CatalogSourceError } from "@/lib/catalog/catalog-source-error";
import { sourcePath } from "./fetch-sources";

export type CompileJob = {
  toolkit: ToolkitSourceFile;
  mirrored: ToolkitSourceFile[];
  providers: ProvidersFile;
  packages: SourcesFile["packages"];
  /** An SVG image. */
  logo?: string;
  cache: string;
  target: string;
};
const LARGE_HEAP_BYTES = 90e6;

/** `rss`: the most memory that the process held so far, in bytes. */
export type CompileReport = { slug: string; tools: number; rss: number; error?: string };

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

function compile(job: CompileJob): number {
  const { toolkit, mirrored, providers, target, logo } = job;
  const compiled = compileToolkit({
    ...toolkit,
    mirrored,
    providers,
    ...(logo && { logo }),
    read: (source) => readSource(job, source),
  });
  const text = JSON.stringify(compiled);
  const hash = createHash("sha256").update(text).digest("hex");
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(
    `${target}.${process.pid}`,
    JSON.stringify({ hash, toolCount: compiled.tools.length, toolkit: compiled }),
  );
  renameSync(`${target}.${process.pid}`, target);
  return compiled.tools.length;
}

process.on("message", (job: CompileJob) => {
  const report: CompileReport = { slug: job.toolkit.slug, tools: 0, rss: 0 };
  try {
    report.tools = compile(job);
  } catch (error) {
    report.error =
      error instanceof CatalogSourceError
        ? error.message
        : error instanceof Error
          ? (error.stack ?? error.message)
          : String(error);
  }
  // The next description would be read on top of what a large one left behind.
  if (process.memoryUsage().heapUsed > LARGE_HEAP_BYTES) globalThis.gc?.();
  process.send?.({ ...report, rss: process.resourceUsage().maxRSS * 1024 });
});
