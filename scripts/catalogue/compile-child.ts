/** The process that compiles toolkits: parsing large descriptions must not grow the process that loads them. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { compileToolkit } from "@/lib/catalog/compile/compile-toolkit";
import type { OpenApiDocument } from "@/lib/catalog/compile/openapi-document";
import { readSharedFiles, readToolkitFile } from "@/lib/catalog/toolkit-sources";
import { CatalogueSourceError } from "@/lib/catalog/compile/compiled-toolkit";
import { sourceFile } from "./fetch-sources";

export type CompileJob = { root: string; cache: string; slug: string; target: string };
export type CompileReport = { slug: string; tools: number; rss: number; error?: string };

function compile({ root, cache, slug, target }: CompileJob): number {
  const shared = readSharedFiles(root);
  const toolkit = readToolkitFile(root, slug, shared);
  const compiled = compileToolkit({
    ...toolkit,
    providers: shared.providers,
    read: (source) => {
      const pinned = shared.sources.packages[source.package];
      if (!pinned) throw new CatalogueSourceError(toolkit.filePath, "sources", `unknown package ${source.package}`);
      try {
        return JSON.parse(readFileSync(sourceFile(cache, pinned, source.file), "utf8")) as OpenApiDocument;
      } catch (error) {
        throw new CatalogueSourceError(`${pinned.package}@${pinned.version}/${source.file}`, "", `not readable as JSON: ${error instanceof Error ? error.message : String(error)}`);
      }
    },
  });
  const text = JSON.stringify(compiled);
  const hash = createHash("sha256").update(text).digest("hex");
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(`${target}.${process.pid}`, JSON.stringify({ hash, toolCount: compiled.tools.length, toolkit: compiled }));
  renameSync(`${target}.${process.pid}`, target);
  return compiled.tools.length;
}

process.on("message", (job: CompileJob) => {
  const report: CompileReport = { slug: job.slug, tools: 0, rss: 0 };
  try {
    report.tools = compile(job);
  } catch (error) {
    report.error = error instanceof CatalogueSourceError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  process.send?.({ ...report, rss: process.memoryUsage().rss });
});
