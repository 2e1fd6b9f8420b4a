/** Compiles every toolkit whose inputs changed, in a few child processes, and stores the results in the cache. */
import { execFile, fork, type ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { LOGO_PACKAGES, logoFiles } from "@/lib/catalog/compile/sources/logo-image";
import {
  inputHash,
  mirroredBy,
  readSharedFiles,
  readToolkits,
  type SharedFiles,
  type ToolkitSourceFile,
} from "@/lib/catalog/compile/sources/read-toolkits";
import type { CatalogEntry } from "@/lib/catalog/load/read-contents";
import { inRoot } from "../paths.mjs";
import { contentHash } from "../start/stamps.mjs";
import type { CompileJob, CompileReport } from "./compile-child";
import { archivesFolder, fetchSources } from "./fetch-sources";
import { readLogos } from "./read-logos";

const COMPILER = [
  "lib/catalog/compile",
  "lib/catalog/compiled-toolkit.ts",
  "lib/catalog/tool-schema.ts",
  "lib/catalog/remove-facts.ts",
  "lib/catalog/toolkit-auth-scheme.ts",
  "scripts/catalog/compile-child.ts",
];
/** Code that turns files into jobs; each job has its own hash. */
const READERS = [
  "lib/catalog/compile/sources/read-toolkits.ts",
  "lib/catalog/compile/sources/parse-yaml-file.ts",
  "scripts/catalog/build-catalog.ts",
];
const MAX_CHILDREN = 4;
const MAX_DOWNLOADS = 4;
/** Enough for the largest descriptions. Without a limit a process grows far beyond it before it collects garbage. */
const CHILD_HEAP_MB = 320;
/** The usual size on large machines. Twice of it costs 70 MB a process, and saves a thirtieth of the CPU. */
const CHILD_NURSERY_MB = 16;
/** In a folder of the project's root, because the code finds the root one folder above itself. */
const CHILD_BUNDLE = ".cache/compile-child.mjs";

/** Prints a line that stays, or a count that is updated. */
export type Say = (text: string, count?: { done: number; total: number }) => void;
export type Built = { slug: string; file: string; curated: boolean };
/** `newest`: the newest version of a toolkit. */
export type BuildReport = {
  toolkits: Built[];
  categories: Record<string, string>;
  newest: string;
  compiled: number;
  /** Load files of the toolkits that were compiled, by the compiled file. */
  loadFiles: ReadonlyMap<string, CatalogEntry>;
  peakRss: number;
};

/** The record of a build: while its inputs are unchanged, the next build reads only this record and no toolkit. */
type Manifest = { hash: string; toolkits: Built[]; categories: Record<string, string>; newest: string };

/**
 * Returns the compiled file of every toolkit, and compiles those that changed.
 * @param loadFolder the catalog that servers load; the load files of compiled toolkits are written into it
 * @throws Error with each broken source; the old catalog is then unchanged
 */
export async function buildCatalog(root: string, cache: string, say: Say, loadFolder?: string): Promise<BuildReport> {
  const isSource = (file: string): boolean => !file.endsWith(".test.ts");
  const readers = new Set(READERS.map((file) => path.join(root, file)));
  const compilerHash = contentHash(COMPILER, (file: string) => isSource(file) && !readers.has(file));
  const hash = contentHash(
    [...COMPILER, ...READERS, "toolkits"],
    (file: string) => isSource(file) && (!file.startsWith(path.join(root, "toolkits")) || /\.(yaml|json)$/.test(file)),
  );
  adoptFormerCache(cache);
  const manifest = readManifest(cache, hash);
  if (manifest) return { ...manifest, compiled: 0, loadFiles: new Map(), peakRss: 0 };
  const shared = readSharedFiles(root);
  const toolkits = readToolkits(root, shared);
  const jobs = toolkits.map((toolkit) => {
    const mirrored = mirroredBy(toolkit, toolkits);
    const input = inputHash(toolkit, mirrored, shared, compilerHash);
    return { toolkit, mirrored, target: path.join(cache, "compiled", `${toolkit.slug}.${input.slice(0, 20)}.json`) };
  });
  const pending = jobs.filter((job) => !existsSync(job.target));
  await fetchAll(cache, shared, pending, say);
  rmSync(archivesFolder(cache), { recursive: true, force: true });
  const logos = readLogos(
    cache,
    shared,
    pending.map(({ toolkit }) => toolkit.slug),
  );
  const { peakRss, loadFiles } = await compileAll(
    pending.map((job) => {
      const logo = logos.get(job.toolkit.slug);
      return { ...job, ...usedBy(job, shared), cache, ...(logo && { logo }), ...(loadFolder && { loadFolder }) };
    }),
    say,
  );
  const built = jobs.map(
    ({ toolkit, target }): Built => ({ slug: toolkit.slug, file: target, curated: toolkit.file.curated }),
  );
  removeOld(path.join(cache, "compiled"), built);
  const newest = toolkits.map(({ file }) => file.version).reduce((a, b) => (a > b ? a : b), "");
  writeManifest(cache, { hash, toolkits: built, categories: shared.categories, newest });
  return { toolkits: built, categories: shared.categories, newest, compiled: pending.length, loadFiles, peakRss };
}

/** Keeps the downloads of the previous version, whose folder had another name. */
function adoptFormerCache(cache: string): void {
  const former = path.join(path.dirname(cache), "catalogue");
  if (!existsSync(cache) && existsSync(former)) renameSync(former, cache);
}

const manifestFile = (cache: string): string => path.join(cache, "manifest.json");

function readManifest(cache: string, hash: string): Manifest | null {
  if (!existsSync(manifestFile(cache))) return null;
  const manifest = JSON.parse(readFileSync(manifestFile(cache), "utf8")) as Manifest;
  return manifest.hash === hash && manifest.toolkits.every((toolkit) => existsSync(toolkit.file)) ? manifest : null;
}

function writeManifest(cache: string, manifest: Manifest): void {
  const file = manifestFile(cache);
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(manifest));
  renameSync(`${file}.${process.pid}`, file);
}

/** The files of descriptions and logos that these toolkits need, by the key of their package. */
function filesByPackage(
  { logos }: SharedFiles,
  jobs: readonly { toolkit: ToolkitSourceFile; mirrored: readonly ToolkitSourceFile[] }[],
): Map<string, Set<string>> {
  const files = new Map<string, Set<string>>();
  const add = (key: string, file: string): void => {
    files.set(key, (files.get(key) ?? new Set()).add(file));
  };
  for (const { toolkit, mirrored } of jobs) {
    for (const { file } of [toolkit, ...mirrored]) for (const source of file.sources) add(source.package, source.file);
    const logo = logos[toolkit.slug];
    if (logo) for (const file of logoFiles(logo)) add(LOGO_PACKAGES[logo.from], file);
  }
  return files;
}

/** Downloads several packages at the same time. */
async function fetchAll(
  cache: string,
  shared: SharedFiles,
  jobs: readonly { toolkit: ToolkitSourceFile; mirrored: readonly ToolkitSourceFile[] }[],
  say: (text: string) => void,
): Promise<void> {
  const queue = [...filesByPackage(shared, jobs)];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [key, files] = next;
      const pinned = shared.sources.packages[key];
      if (pinned) await fetchSources(cache, pinned, [...files], say);
    }
  };
  await Promise.all(Array.from({ length: MAX_DOWNLOADS }, work));
}

/** The providers and packages of one toolkit: all of them are ten times as long as most toolkits. */
function usedBy(
  { toolkit, mirrored }: { toolkit: ToolkitSourceFile; mirrored: readonly ToolkitSourceFile[] },
  { providers, sources }: SharedFiles,
): Pick<CompileJob, "providers" | "packages"> {
  const pick = <T>(from: Readonly<Record<string, T>>, keys: readonly (string | undefined)[]): Record<string, T> =>
    Object.fromEntries(Object.entries(from).filter(([key]) => keys.includes(key)));
  const files = [toolkit, ...mirrored].map(({ file }) => file);
  return {
    providers: pick(
      providers,
      files.flatMap(({ auth }) => auth.map(({ provider }) => provider)),
    ),
    packages: pick(
      sources.packages,
      files.flatMap((file) => file.sources.map((source) => source.package)),
    ),
  };
}

/** Gives the jobs to child processes one at a time; `peakRss` is the memory of the largest child in bytes. */
async function compileAll(jobs: CompileJob[], say: Say): Promise<Pick<BuildReport, "peakRss" | "loadFiles">> {
  const queue = [...jobs];
  const errors: string[] = [];
  const loadFiles = new Map<string, CatalogEntry>();
  let done = 0;
  let tools = 0;
  let peakRss = 0;
  const report = (result: CompileReport): void => {
    done += 1;
    tools += result.tools;
    peakRss = Math.max(peakRss, result.rss);
    if (result.error) errors.push(result.error);
    if (result.entry) loadFiles.set(result.target, result.entry);
    const many = `${tools.toLocaleString("en")} ${tools === 1 ? "tool" : "tools"}`;
    say(`Compiled ${done} of ${jobs.length} toolkits, ${many}`, { done, total: jobs.length });
  };
  const count = Math.min(availableParallelism(), MAX_CHILDREN, jobs.length);
  const program = count > 0 ? await bundleChild() : "";
  await Promise.all(Array.from({ length: count }, () => runChild(program, queue, report)));
  if (errors.length > 0) throw new Error(errors.join("\n"));
  return { peakRss, loadFiles };
}

/** Bundles the compiling process for plain Node: with a loader of TypeScript it would hold 110 MB more. */
async function bundleChild(): Promise<string> {
  const bundler = inRoot("scripts/build/bundle.mjs");
  await promisify(execFile)(process.execPath, [bundler, "scripts/catalog/compile-child.ts", CHILD_BUNDLE]);
  return inRoot(CHILD_BUNDLE);
}

function runChild(program: string, queue: CompileJob[], report: (result: CompileReport) => void): Promise<void> {
  const child: ChildProcess = fork(program, {
    execArgv: [`--max-old-space-size=${CHILD_HEAP_MB}`, `--max-semi-space-size=${CHILD_NURSERY_MB}`, "--expose-gc"],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
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
    child.on("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`a compiling process ended with code ${code}`)),
    );
    next();
  });
}

function removeOld(folder: string, built: Built[]): void {
  mkdirSync(folder, { recursive: true });
  const current = new Set(built.map((toolkit) => path.basename(toolkit.file)));
  for (const name of readdirSync(folder)) if (!current.has(name)) rmSync(path.join(folder, name), { force: true });
}
