/**
 * The whole catalog as files that a server loads without compiling anything: a list of contents, a compressed file of
 * COPY text for each toolkit, the search index and the trigger types. Sources and a release load the same bytes.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { CompiledTriggers } from "../trigger-type";

/** The name of the list in the catalog's folder. */
export const CONTENTS = "catalog.json";

/** One toolkit; `hash` is that of its content, and `file` its file below the folder. */
export type CatalogEntry = { slug: string; version: string; hash: string; file: string };

export type CatalogContents = {
  /** The hash of everything; equal for equal catalogs. */
  hash: string;
  /** How new the catalog is: text that is greater for a newer one; null for a catalog that is always loaded. */
  generation: string | null;
  categories: Record<string, string>;
  toolkits: CatalogEntry[];
  search: string;
  triggers: string;
};

/** The values of a toolkit's row, by the names of its columns. */
export type ToolkitRow = { slug: string; version: string } & Record<string, unknown>;

const unpack = promisify(gunzip);
const LINE_END = 10;

/** Reads the list of a folder. */
export async function readContents(folder: string): Promise<CatalogContents> {
  return JSON.parse(await readFile(path.join(folder, CONTENTS), "utf8")) as CatalogContents;
}

/** Reads one toolkit: the values of its row, and its tools as COPY text. */
export async function readToolkitFile(folder: string, file: string): Promise<{ row: ToolkitRow; lines: Buffer }> {
  const text = await unpack(await readFile(path.join(folder, file)));
  const end = text.indexOf(LINE_END);
  const row = JSON.parse(text.toString("utf8", 0, end)) as ToolkitRow;
  return { row, lines: text.subarray(end + 1) };
}

/** Reads the search index. */
export const readSearchFile = (folder: string, { search }: CatalogContents): Promise<Buffer> =>
  readFile(path.join(folder, search));

/** Reads the trigger types of all toolkits. */
export async function readTriggersFile(folder: string, { triggers }: CatalogContents): Promise<CompiledTriggers> {
  return JSON.parse(await readFile(path.join(folder, triggers), "utf8")) as CompiledTriggers;
}
