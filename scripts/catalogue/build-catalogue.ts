/** Compiles every toolkit whose inputs changed, in a few child processes, and leaves the results in the cache. */
import { fork, type ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { inputHash, readSharedFiles, readToolkitFile, toolkitSlugs, type SharedFiles, type ToolkitSourceFile } from "@/lib/catalog/toolkit-sources";
import { contentHash } from "../stamps.mjs";
import type { CompileJob, CompileReport } from "./compile-child";
import { fetchSources } from "./fetch-sources";

const COMPILER = ["lib/catalog/compile", "lib/catalog/toolkit-file.ts", "lib/catalog/auth-scheme.ts", "scripts/catalogue/compile-child.ts"];
const MAX_CHILDREN = 4;

export type Built = { slug: string; file: string; input: string };
export type BuildReport = { toolkits: Built[]; shared: SharedFiles; compiled: number; peakRss: number };

/**
 * Gives the compiled file of every toolkit, compiling those that changed.
 * @throws Error naming each broken source; nothing of the old catalogue is touched then
 */
export async function buildCatalogue(root: string, cache: string, say: (text: string) => void): Promise<BuildReport> {
  const shared = readSharedFiles(root);
  const compilerHash = contentHash(COMPILER, (file: string) => !file.endsWith(".test.ts"));
  const toolkits = toolkitSlugs(root).map((slug) => readToolkitFile(root, slug, shared));
  const built = toolkits.map((toolkit): Built => {
    const input = inputHash(toolkit, shared, compilerHash);
    return { slug: toolkit.slug, input, file: path.join(cache, "compiled", `${toolkit.slug}.${input.slice(0, 20)}.json`) };
  });
  const pending = built.filter((one) => !existsSync(one.file));
  if (pending.length === 0) return { toolkits: built, shared, compiled: 0, peakRss: 0 };
  await fetchAll(cache, shared, toolkits.filter((toolkit) => pending.some((one) => one.slug === toolkit.slug)), say);
  const peakRss = await compileAll(pending.map((one) => ({ root, cache, slug: one.slug, target: one.file })), say);
  removeOld(path.join(cache, "compiled"), built);
  return { toolkits: built, shared, compiled: pending.length, peakRss };
}

async function fetchAll(cache: string, shared: SharedFiles, toolkits: ToolkitSourceFile[], say: (text: string) => void): Promise<void> {
  const files = new Map<string, Set<string>>();
  for (const source of toolkits.flatMap((toolkit) => toolkit.file.sources)) files.set(source.package, (files.get(source.package) ?? new Set()).add(source.file));
  for (const [key, names] of files) {
    const pinned = shared.sources.packages[key];
    if (pinned) await fetchSources(cache, pinned, [...names], say);
  }
}

/** Hands the jobs to children one at a time; gives the largest child's memory in bytes. */
async function compileAll(jobs: CompileJob[], say: (text: string) => void): Promise<number> {
  const queue = [...jobs];
  const errors: string[] = [];
  let done = 0;
  let peakRss = 0;
  const report = (one: CompileReport): void => {
    done += 1;
    peakRss = Math.max(peakRss, one.rss);
    if (one.error) errors.push(one.error);
    else say(`Compiled ${one.slug}: ${one.tools} tools (${done} of ${jobs.length})`);
  };
  const count = Math.min(availableParallelism(), MAX_CHILDREN, jobs.length);
  await Promise.all(Array.from({ length: count }, () => runChild(queue, report)));
  if (errors.length > 0) throw new Error(errors.join("\n"));
  return peakRss;
}

function runChild(queue: CompileJob[], report: (one: CompileReport) => void): Promise<void> {
  const child: ChildProcess = fork(fileURLToPath(new URL("compile-child.ts", import.meta.url)), { execArgv: ["--import", "tsx"], stdio: ["ignore", "inherit", "inherit", "ipc"] });
  return new Promise((resolve, reject) => {
    const next = (): void => {
      const job = queue.shift();
      if (job) child.send(job);
      else child.disconnect();
    };
    child.on("message", (message) => {
      report(message as CompileReport);
      next();
    });
    child.on("error", reject);
    child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`a compiling process ended with code ${code}`))));
    next();
  });
}

function removeOld(folder: string, built: Built[]): void {
  mkdirSync(folder, { recursive: true });
  const current = new Set(built.map((one) => path.basename(one.file)));
  for (const name of readdirSync(folder)) if (!current.has(name)) rmSync(path.join(folder, name), { force: true });
}
