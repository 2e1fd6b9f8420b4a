// The steps from a checkout to a running app; each is skipped if its sources are unchanged.
import { cpSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { writeAddresses } from "../build/addresses.mjs";
import { writeGuideDates } from "../build/guide-dates.mjs";
import { writeHandlerRegistry } from "../build/handler-registry.mjs";
import { catalogDir, inRoot } from "../paths.mjs";
import { prismaCli, prismaEnv } from "../build/prisma-cli.mjs";
import { countsFor } from "./progress.mjs";
import { writeRouteTable } from "../build/routes.mjs";
import { runChild, runNode } from "./run-child.mjs";
import { makeOnce } from "./make-once.mjs";
import { readPackageFacts } from "./package-facts.mjs";
import { hasOnlyRunPackages } from "./run-packages.mjs";
import { contentHash, isDone } from "./stamps.mjs";

export { bundleCli } from "../build/bundle-cli.mjs";

const PAGE_SOURCES = [
  "app",
  "components",
  "lib",
  "public",
  "generated",
  "toolkits",
  "proxy.tsx",
  "next.config.mjs",
  "scripts/build/bundle-editor.mjs",
  "postcss.config.mjs",
  "tsconfig.json",
];
const SERVER_SOURCES = [
  "app",
  "lib",
  "generated",
  "toolkits",
  "server.ts",
  "server-routes.ts",
  "page-server.ts",
  "compile-worker.ts",
  "tsconfig.json",
  "scripts/build/bundle.mjs",
];
const CATALOG_SOURCES = ["toolkits", "lib/catalog", "lib/search", "scripts/catalog", "prisma/migrations"];
const EDITOR = inRoot(".cache/editor");
const isSource = (file) => !/\.test\.tsx?$/.test(file);
/** Only the handlers in a toolkit's folder are code; its other files are data that the catalog loads. */
const isBuilt = (file) => isSource(file) && (!file.startsWith(inRoot("toolkits")) || file.endsWith(".ts"));

/** The hash of sources, and of the packages that they use. */
const hashSources = (entries, keep) => contentHash(entries, keep, readPackageFacts());

/** The generated database client, which bundles contain. */
export const generateClient = () =>
  !hasOnlyRunPackages() &&
  makeOnce("prisma", hashSources(["prisma/schema.prisma"]), ["generated/prisma/client.ts"], () =>
    runNode(prismaCli, ["generate"], { what: "prisma generate", env: prismaEnv }),
  );

/** Bundles the module that reads the settings, so that a wrong setting stops the start before anything else happens. */
export const bundleSettings = () =>
  makeOnce("settings", hashSources(["lib/kernel", "scripts/build/bundle.mjs"], isSource), ["dist/settings.mjs"], () =>
    runNode(inRoot("scripts/build/bundle.mjs"), ["lib/kernel/process/env.ts", "dist/settings.mjs"], {
      what: "The bundle of the settings",
    }),
  );

/**
 * The generated tables: route files and composite handlers for the server, addresses of operations for the pages, and
 * the days of the guides' last changes.
 */
export function writeTables() {
  if (hasOnlyRunPackages()) return;
  writeRouteTable();
  writeHandlerRegistry();
  writeAddresses();
  writeGuideDates();
}

/** Bundles server.ts, and page-server.ts and compile-worker.ts for the threads that it starts. */
export function bundleServer() {
  return makeOnce(
    "server",
    hashSources(SERVER_SOURCES, isBuilt),
    ["dist/server.mjs", "dist/page-server.mjs", "dist/compile-worker.mjs"],
    async () => {
      for (const name of ["server", "page-server", "compile-worker"])
        await runNode(inRoot("scripts/build/bundle.mjs"), [`${name}.ts`, `dist/${name}.mjs`], {
          what: `The bundle of ${name}.ts`,
        });
    },
  );
}

/** Bundles operator.ts: the parts of the app that commands use. */
export const bundleOperator = () =>
  makeOnce(
    "operator",
    hashSources(["lib", "generated", "operator.ts", "tsconfig.json", "scripts/build/bundle.mjs"], isSource),
    ["dist/operator.mjs"],
    () =>
      runNode(inRoot("scripts/build/bundle.mjs"), ["operator.ts", "dist/operator.mjs"], {
        what: "The bundle of operator.ts",
      }),
  );

/** Bundles the code editor. Returns its folder in Next's output, whose files Next sends as unchanging. */
async function bundleEditor() {
  const hash = await runNode(inRoot("scripts/build/bundle-editor.mjs"), [EDITOR], { what: "The bundle of the editor" });
  return `static/editor-${hash.trim()}`;
}

/**
 * Next's production build. It receives no database and no settings, because none of their values must be in its output.
 *
 * @param {(text: string) => void} [detail] receives the progress
 * @param {{ withApi?: boolean }} [options] `withApi`: Next can answer the API too, which takes twice as long to build
 */
export function buildPages(detail = () => {}, { withApi = process.env.PATCHBAY_FAST_DOOR === "off" } = {}) {
  const hash = hashSources(PAGE_SOURCES, isBuilt);
  const hashWithApi = `${hash} with the API`;
  // Pages that were built with the API are right without it.
  if (isDone("pages", hashWithApi, [".next/BUILD_ID"])) return false;
  return makeOnce("pages", withApi ? hashWithApi : hash, [".next/BUILD_ID"], async () => {
    rmSync(inRoot(".next/BUILD_ID"), { force: true });
    // After the toolkits are compiled follow steps for one processor, which leave the other one to the pages.
    const editor = await bundleEditor();
    const program = ["--import", pathToFileURL(inRoot("scripts/build/lower-priority.mjs")).href];
    await runChild(process.execPath, [...program, inRoot("node_modules/next/dist/bin/next"), "build"], {
      what: "next build",
      yields: true,
      env: {
        ...{ NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", DATABASE_URL: "", PATCHBAY_LOG_LEVEL: "silent" },
        PATCHBAY_FAST_DOOR: withApi ? "off" : "on",
        PATCHBAY_EDITOR_FOLDER: `/_next/${editor}`,
      },
      onLine: (line) => {
        if (/^\W*(Creating|Compiled|Collecting)/.test(line)) detail(line.replace(/^\W*/, "").slice(0, 60));
      },
    });
    cpSync(EDITOR, inRoot(".next", editor), { recursive: true });
  });
}

/** Runs a script of the catalog, and shows its lines as they arrive. Returns whether it wrote any. */
async function runCatalogScript(script, args, env, detail) {
  let hasOutput = false;
  await runNode(inRoot(script), args, {
    what: "The catalog",
    env: { ...env, ...countsFor },
    onLine: (line) => {
      hasOutput ||= line.trim() !== "";
      detail(line.trim());
    },
  });
  return hasOutput;
}

/** Compiles the toolkits whose sources changed, and writes the files that servers load. */
export const compileCatalog = (detail = () => {}) =>
  makeOnce("catalog", hashSources(CATALOG_SOURCES, isSource), ["dist/catalog/catalog.json"], () =>
    runCatalogScript("scripts/catalog.mjs", ["--compile-only"], {}, detail),
  );

/** The hash of the catalog that the database has; undefined before the first load. */
async function findLoadedHash(connectionString) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query("SELECT hash FROM catalogue_state WHERE id = 1");
    return rows[0]?.hash;
  } finally {
    await client.end();
  }
}

/**
 * Loads the compiled catalog if the database has a different one.
 * @param {string} databaseUrl
 * @param {(text: string) => void} [detail] receives the lines of the load
 * @returns {Promise<boolean>} whether it was loaded
 */
export async function loadCatalog(databaseUrl, detail = () => {}) {
  const { hash } = JSON.parse(readFileSync(path.join(catalogDir, "catalog.json"), "utf8"));
  if ((await findLoadedHash(databaseUrl)) === hash) return false;
  return runCatalogScript("scripts/catalog/load.mjs", [], { DATABASE_URL: databaseUrl }, detail);
}
