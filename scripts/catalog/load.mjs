// Loads the compiled catalog into the database that DATABASE_URL names, unless it has it already. A separate process,
// whose memory ends with the load. `--replace` loads it also over the catalog of a newer version.
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { catalogDir, inRoot } from "../paths.mjs";

const TRIES = 5;
const PAUSE_MS = 3_000;
const since = performance.now();

function describe({ newer, changed, removed, toolkits, tools }) {
  if (newer)
    return "The database has the catalog of a newer version, which stays. To load this older one all the same: npm run catalog -- --replace";
  if (changed === 0 && removed === 0) return "";
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  return `Loaded ${changed} toolkits in ${seconds} s: now ${toolkits} toolkits with ${tools} tools`;
}

/** A busy machine can answer too late for the limits of calls. The load is one transaction, and can be repeated. */
async function install(installCatalog) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await installCatalog(catalogDir, { replace: process.argv.includes("--replace") });
    } catch (error) {
      if (error.status !== 503 || attempt === TRIES) throw error;
      await wait(PAUSE_MS);
    }
  }
}

try {
  const { installCatalog, runStops } = await import(pathToFileURL(inRoot("dist/operator.mjs")).href);
  const line = describe(await install(installCatalog));
  if (line) console.log(line);
  await runStops((name, error) => console.error(`${name} did not close: ${String(error)}`));
} catch (error) {
  console.error(`The catalog was left as it was: ${error.message}`);
  process.exitCode = 1;
}
