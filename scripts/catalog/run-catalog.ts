/** Compiles the catalog: what changed, and then the files that servers load. */
import { readdirSync, readFileSync } from "node:fs";
import { buildCatalog, type BuildReport } from "./build-catalog";
import { buildSearch } from "./build-search";
import { buildTriggers } from "./build-triggers";
import { writeCatalog } from "./write-catalog";
import { catalogDir, inRoot } from "../paths.mjs";
import { say } from "../start/progress.mjs";

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** The newest migration and the newest toolkit version, as text that sorts higher for a newer version of the app. */
function generationOf({ newest }: BuildReport): string {
  const migrations = readdirSync(inRoot("prisma/migrations")).filter((name) => /^\d/.test(name));
  return `${migrations.sort().at(-1) ?? ""} ${newest}`;
}

/** Compiles what changed, and writes the files that servers load to `dist/catalog`. */
export async function compileCatalog(): Promise<void> {
  const since = performance.now();
  const cache = inRoot(".cache/catalog");
  const built = await buildCatalog(inRoot(), cache, say, catalogDir);
  if (built.compiled > 0)
    console.log(
      `Compiled ${built.compiled} of ${built.toolkits.length} toolkits in ${seconds(since)}, ` +
        `at most ${Math.round(built.peakRss / 1e6)} MB a process`,
    );
  const searchSince = performance.now();
  const search = buildSearch(inRoot(), cache, built);
  if (search.isNew) console.log(`Built the search index in ${seconds(searchSince)}`);
  const writtenSince = performance.now();
  const count = await writeCatalog(catalogDir, {
    files: built.toolkits.map((toolkit) => toolkit.file),
    loadFiles: built.loadFiles,
    categories: built.categories,
    search: readFileSync(search.file),
    triggers: buildTriggers(inRoot(), cache, built),
    generation: generationOf(built),
  });
  if (count > 0) console.log(`Wrote the load files of ${count} toolkits in ${seconds(writtenSince)}`);
}

/** The same for the command line; problems are printed as sentences. Returns the exit code. */
export async function runCatalog(): Promise<number> {
  try {
    await compileCatalog();
    return 0;
  } catch (error) {
    console.error(`The catalog was left as it was: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}
