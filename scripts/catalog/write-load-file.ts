/** Writes the file of one toolkit that servers load: compressed COPY text, named for its content. */
import { createHash } from "node:crypto";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { CatalogEntry } from "@/lib/catalog/load/read-contents";
import type { CompiledFile } from "@/lib/catalog/load/to-copy-text";

/** A reader finds the old content or the new content. */
export function replaceFile(file: string, content: Uint8Array | string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, content);
  renameSync(`${file}.${process.pid}`, file);
}

/**
 * @param folder the catalog that servers load
 * @param bytes the compressed COPY text of the toolkit
 * @returns the toolkit's entry in the list of the catalog
 */
export function writeLoadFile(folder: string, { hash, toolkit }: CompiledFile, bytes: Uint8Array): CatalogEntry {
  const { slug, version } = toolkit;
  const file = `toolkits/${slug}.${createHash("sha256").update(bytes).digest("hex").slice(0, 20)}.gz`;
  replaceFile(path.join(folder, file), bytes);
  return { slug, version, hash, file };
}
