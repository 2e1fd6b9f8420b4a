/** Writes the catalog as the files that servers load: compressed COPY text, the search index, trigger types. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { CONTENTS, type CatalogContents, type CatalogEntry } from "@/lib/catalog/load/read-contents";
import { toCopyText, type CompiledFile } from "@/lib/catalog/load/to-copy-text";
import type { CompiledTriggers } from "@/lib/catalog/trigger-type";
import { contentHash } from "../start/stamps.mjs";
import { replaceFile, writeLoadFile } from "./write-load-file";

/** Code that decides about the text of a load file. */
const FORMAT = ["lib/catalog/load/to-copy-text.ts", "lib/catalog/tool-rank.ts"];
/** Compression runs in other threads, and so many texts are in memory. */
const AT_ONCE = 4;

const pack = promisify(gzip);

export type Catalog = {
  /** Compiled files of toolkits. */
  files: string[];
  /** Load files that were written when their toolkit was compiled, by the compiled file. */
  loadFiles?: ReadonlyMap<string, CatalogEntry>;
  categories: Record<string, string>;
  search: Uint8Array;
  triggers: CompiledTriggers;
  /** How new the catalog is; null for a catalog that is always loaded. */
  generation: string | null;
};

/** The toolkits of the previous list, by the compiled file that each was made of. */
type SourcedEntry = CatalogEntry & { source: string };

function readEntries(folder: string): Map<string, SourcedEntry> {
  const file = path.join(folder, "sources.json");
  if (!existsSync(file)) return new Map();
  const entries = JSON.parse(readFileSync(file, "utf8")) as SourcedEntry[];
  return new Map(
    entries.filter((entry) => existsSync(path.join(folder, entry.file))).map((entry) => [entry.source, entry]),
  );
}

async function writeToolkit(folder: string, compiledFile: string): Promise<CatalogEntry> {
  const compiled = JSON.parse(readFileSync(compiledFile, "utf8")) as CompiledFile;
  return writeLoadFile(folder, compiled, await pack(toCopyText(compiled)));
}

/** Writes the toolkits whose compiled file or format changed. */
async function writeToolkits(
  folder: string,
  { files, loadFiles }: Pick<Catalog, "files" | "loadFiles">,
): Promise<{ entries: SourcedEntry[]; count: number }> {
  const format = contentHash(FORMAT).slice(0, 12);
  const before = readEntries(folder);
  const entries: SourcedEntry[] = [];
  let count = 0;
  const write = async (source: string, file: string): Promise<SourcedEntry> => {
    count += 1;
    return { ...(loadFiles?.get(file) ?? (await writeToolkit(folder, file))), source };
  };
  const queue = files.map((file, place) => ({ file, place, source: `${format}/${path.basename(file)}` }));
  const work = async (): Promise<void> => {
    for (let job = queue.shift(); job; job = queue.shift())
      entries[job.place] = before.get(job.source) ?? (await write(job.source, job.file));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { entries, count };
}

/** The hash of everything that a load changes in the database. */
const hashOf = (toolkits: CatalogEntry[], { categories, search, triggers }: Catalog): string =>
  createHash("sha256")
    .update(JSON.stringify([toolkits.map(({ hash }) => hash).sort(), categories]))
    .update(search)
    .update(triggers.hash)
    .digest("hex");

function removeOld(folder: string, contents: CatalogContents): void {
  const current = new Set(contents.toolkits.map(({ file }) => path.basename(file)));
  const toolkits = path.join(folder, "toolkits");
  for (const name of existsSync(toolkits) ? readdirSync(toolkits) : [])
    if (!current.has(name)) rmSync(path.join(toolkits, name), { force: true });
}

/**
 * Writes the folder that installCatalog loads; files that are already right stay. The list comes last, so that a folder
 * with a list is complete.
 * @returns the number of toolkits whose file was written
 */
export async function writeCatalog(folder: string, catalog: Catalog): Promise<number> {
  rmSync(path.join(folder, CONTENTS), { force: true });
  const { entries, count } = await writeToolkits(folder, catalog);
  const toolkits = entries.map(({ source: _, ...toolkit }) => toolkit);
  const { categories, generation } = catalog;
  const contents: CatalogContents = {
    hash: hashOf(toolkits, catalog),
    generation,
    categories,
    toolkits,
    search: "search.bin",
    triggers: "triggers.json",
  };
  replaceFile(path.join(folder, contents.search), catalog.search);
  replaceFile(path.join(folder, contents.triggers), JSON.stringify(catalog.triggers));
  replaceFile(path.join(folder, "sources.json"), JSON.stringify(entries));
  replaceFile(path.join(folder, CONTENTS), JSON.stringify(contents));
  removeOld(folder, contents);
  return count;
}
