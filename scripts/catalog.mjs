// Compiles the toolkits and loads them into the database that DATABASE_URL names; does nothing when nothing changed.
//   node scripts/catalog.mjs                  compile what changed, load it
//   node scripts/catalog.mjs --compile-only   compile what changed, touch no database
//   node scripts/catalog.mjs --replace        load it also over the catalog of a newer version
//   node scripts/catalog.mjs --registry       write generated/handlers.ts, the table of composite handlers
import { register } from "tsx/esm/api";
import { writeHandlerRegistry } from "./build/handler-registry.mjs";
import { loadEnvFile } from "./paths.mjs";

writeHandlerRegistry();
if (!process.argv.includes("--registry")) {
  loadEnvFile();
  register();
  const { runCatalog } = await import("./catalog/run-catalog.ts");
  process.exitCode = await runCatalog({
    compileOnly: process.argv.includes("--compile-only"),
    replace: process.argv.includes("--replace"),
  });
}
