// Compiles the toolkits and loads them into the database that DATABASE_URL names; does nothing when nothing changed.
//   node scripts/catalogue.mjs                  compile what changed, load it
//   node scripts/catalogue.mjs --compile-only   compile what changed, touch no database
//   node scripts/catalogue.mjs --replace        load it also over the catalog of a newer version
//   node scripts/catalogue.mjs --registry       write generated/handlers.ts, the table of composite handlers
import { register } from "tsx/esm/api";
import { writeHandlerRegistry } from "./handler-registry.mjs";
import { loadEnvFile } from "./paths.mjs";

writeHandlerRegistry();
if (!process.argv.includes("--registry")) {
  loadEnvFile();
  register();
  const { runCatalogue } = await import("./catalogue/run-catalogue.ts");
  process.exitCode = await runCatalogue({
    compileOnly: process.argv.includes("--compile-only"),
    replace: process.argv.includes("--replace"),
  });
}
