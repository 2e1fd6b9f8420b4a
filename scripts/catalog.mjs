// Compiles the toolkits and loads them into the database that DATABASE_URL names; does nothing when nothing changed.
//   node scripts/catalog.mjs                  compile what changed, load it
//   node scripts/catalog.mjs --compile-only   compile what changed, touch no database
//   node scripts/catalog.mjs --replace        load it also over the catalog of a newer version
//   node scripts/catalog.mjs --registry       write generated/handlers.ts, the table of composite handlers
import { writeHandlerRegistry } from "./build/handler-registry.mjs";
import { loadEnvFile } from "./paths.mjs";

async function compile() {
  const { register } = await import("tsx/esm/api");
  register();
  const { runCatalog } = await import("./catalog/run-catalog.ts");
  return runCatalog();
}

async function load() {
  const { bundleOperator, generateClient } = await import("./start/set-up.mjs");
  await generateClient();
  await bundleOperator();
  await import("./catalog/load.mjs");
}

writeHandlerRegistry();
if (!process.argv.includes("--registry")) {
  loadEnvFile();
  process.exitCode = await compile();
  if (process.exitCode === 0 && !process.argv.includes("--compile-only")) await load();
}
