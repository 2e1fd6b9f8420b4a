/** The catalog command: compiles what changed, then loads the catalog if the database has a different one. */
import { readdirSync, readFileSync } from "node:fs";
import { buildCatalog, type BuildReport } from "./build-catalog";
import { buildSearch } from "./build-search";
import { buildTriggers } from "./build-triggers";
import { inRoot } from "../paths.mjs";
import { say } from "../start/progress.mjs";

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** The newest migration and the newest toolkit version, as text that sorts higher for a newer version of the app. */
function generationOf({ newest }: BuildReport): string {
  const migrations = readdirSync(inRoot("prisma/migrations")).filter((name) => /^\d/.test(name));
  return `${migrations.sort().at(-1) ?? ""} ${newest}`;
}

/** Returns the exit code; problems are printed as sentences, not as stack traces. */
export async function runCatalog({
  compileOnly,
  replace,
}: {
  compileOnly: boolean;
  /** Also loads the catalog over that of a newer version. */
  replace: boolean;
}): Promise<number> {
  const since = performance.now();
  try {
    const built = await buildCatalog(inRoot(), inRoot(".cache/catalog"), say);
    if (built.compiled > 0)
      console.log(
        `Compiled ${built.compiled} of ${built.toolkits.length} toolkits in ${seconds(since)}, ` +
          `at most ${Math.round(built.peakRss / 1e6)} MB a process`,
      );
    const searchSince = performance.now();
    const search = buildSearch(inRoot(), inRoot(".cache/catalog"), built);
    if (search.isNew) console.log(`Built the search index in ${seconds(searchSince)}`);
    const triggers = buildTriggers(inRoot(), inRoot(".cache/catalog"), built);
    if (compileOnly) return 0;
    const { installCatalog } = await import("@/lib/catalog/install-catalog");
    const { runStops } = await import("@/lib/kernel/process/lifecycle");
    const loadedSince = performance.now();
    const loaded = await installCatalog(
      built.toolkits.map((toolkit) => toolkit.file),
      built.categories,
      readFileSync(search.file),
      triggers,
      replace ? undefined : generationOf(built),
    );
    if (loaded.newer)
      console.log(
        "The database has the catalog of a newer version, which stays. To load this older one all the same: npm run catalog -- --replace",
      );
    if (loaded.changed > 0 || loaded.removed > 0)
      console.log(
        `Loaded ${loaded.changed} toolkits in ${seconds(loadedSince)}: now ${loaded.toolkits} toolkits with ${loaded.tools} tools`,
      );
    await runStops((name, error) => console.error(`${name} did not close: ${String(error)}`));
    return 0;
  } catch (error) {
    console.error(`The catalog was left as it was: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}
