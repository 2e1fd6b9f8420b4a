/** Loads compiled toolkits as a server does: from files of COPY text. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { CompiledFile } from "@/lib/catalog/load/to-copy-text";
import { installCatalog, type InstallReport } from "@/lib/catalog/load/install-catalog";
import { searchDocuments } from "@/lib/catalog/search-documents";
import type { CompiledTriggers } from "@/lib/catalog/trigger-type";
import { buildIndex } from "@/lib/search/build-index";
import { toBytes } from "@/lib/search/index-bytes";
import { writeCatalog } from "@/scripts/catalog/write-catalog";

type Parts = { search?: Uint8Array; triggers?: CompiledTriggers; generation?: string };

function indexOf(files: string[]): Uint8Array {
  const documents = files.map((file) =>
    searchDocuments((JSON.parse(readFileSync(file, "utf8")) as CompiledFile).toolkit),
  );
  return toBytes(
    buildIndex(
      documents.flatMap(({ tools }) => tools),
      documents.map(({ toolkit }) => toolkit),
    ),
  );
}

/**
 * Writes the catalog's files to a folder, and returns it.
 * @param files compiled toolkits
 * @param parts the search index is built of the files if it is absent, and there are no trigger types by default
 */
export async function writeCompiled(
  folder: string,
  files: string[],
  categories: Record<string, string>,
  { search, triggers = { hash: "", triggers: [] }, generation }: Parts = {},
): Promise<string> {
  const catalog = { files, categories, search: search ?? indexOf(files), triggers };
  await writeCatalog(folder, { ...catalog, generation: generation ?? null });
  return folder;
}

/** Loads the compiled toolkits as the whole catalog, so others are removed. */
export async function installCompiled(
  files: string[],
  categories: Record<string, string>,
  parts: Parts = {},
): Promise<InstallReport> {
  const folder = mkdtempSync(path.join(tmpdir(), "patchbay-load-"));
  try {
    return await installCatalog(await writeCompiled(folder, files, categories, parts));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
