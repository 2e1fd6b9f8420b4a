// The steps from a checkout to a running app; each is skipped if its sources are unchanged.
import { existsSync, rmSync } from "node:fs";
import { writeAddresses } from "../build/addresses.mjs";
import { writeHandlerRegistry } from "../build/handler-registry.mjs";
import { inRoot } from "../paths.mjs";
import { prismaCli, prismaEnv } from "../build/prisma-cli.mjs";
import { countsFor } from "./progress.mjs";
import { writeRouteTable } from "../build/routes.mjs";
import { runNode } from "./run-child.mjs";
import { contentHash, oncePerHash } from "./stamps.mjs";

export { bundleCli } from "../build/bundle-cli.mjs";

const PACKAGES = ["package.json", "package-lock.json"];
const PAGE_SOURCES = [
  ...PACKAGES,
  "app",
  "components",
  "lib",
  "public",
  "generated",
  "toolkits",
  "proxy.ts",
  "instrumentation.ts",
  "next.config.mjs",
  "postcss.config.mjs",
  "tsconfig.json",
];
const SERVER_SOURCES = [
  ...PACKAGES,
  "app",
  "lib",
  "generated",
  "toolkits",
  "server.ts",
  "server-routes.ts",
  "page-server.ts",
  "tsconfig.json",
  "scripts/build/bundle.mjs",
];
const isSource = (file) => !/\.test\.tsx?$/.test(file);
/** Only the handlers in a toolkit's folder are code; its other files are data that the catalog loads. */
const isBuilt = (file) => isSource(file) && (!file.startsWith(inRoot("toolkits")) || file.endsWith(".ts"));

/** The generated database client. */
export const generateClient = () =>
  oncePerHash("prisma", contentHash([...PACKAGES, "prisma/schema.prisma"]), ["generated/prisma/client.ts"], () =>
    runNode(prismaCli, ["generate"], { what: "prisma generate", env: prismaEnv }),
  );

/** Bundles the module that reads the settings, so that a wrong setting stops the start before anything else happens. */
export const bundleSettings = () =>
  oncePerHash(
    "settings",
    contentHash([...PACKAGES, "lib/kernel", "scripts/build/bundle.mjs"], isSource),
    ["dist/settings.mjs"],
    () =>
      runNode(inRoot("scripts/build/bundle.mjs"), ["lib/kernel/process/env.ts", "dist/settings.mjs"], {
        what: "The bundle of the settings",
      }),
  );

/** The generated tables: route files and composite handlers for the server, addresses of operations for the pages. */
export function writeTables() {
  writeRouteTable();
  writeHandlerRegistry();
  writeAddresses();
}

/** Bundles server.ts, and page-server.ts for the thread that it starts. */
export function bundleServer() {
  return oncePerHash(
    "server",
    contentHash(SERVER_SOURCES, isBuilt),
    ["dist/server.mjs", "dist/page-server.mjs"],
    async () => {
      for (const name of ["server", "page-server"])
        await runNode(inRoot("scripts/build/bundle.mjs"), [`${name}.ts`, `dist/${name}.mjs`], {
          what: `The bundle of ${name}.ts`,
        });
    },
  );
}

/**
 * Next's production build. It receives no database and no settings, because none of their values must be in its output.
 */
export function buildPages(detail = () => {}) {
  return oncePerHash("pages", contentHash(PAGE_SOURCES, isBuilt), [".next/BUILD_ID"], async () => {
    rmSync(inRoot(".next/BUILD_ID"), { force: true });
    await runNode(inRoot("node_modules/next/dist/bin/next"), ["build"], {
      what: "next build",
      env: { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", DATABASE_URL: "", PATCHBAY_LOG_LEVEL: "silent" },
      onLine: (line) => {
        if (/^\W*(Creating|Compiled|Collecting)/.test(line)) detail(line.replace(/^\W*/, "").slice(0, 60));
      },
    });
  });
}

/**
 * Compiles the catalog if its sources changed, and loads it if the database has a different catalog.
 * @param {string} databaseUrl
 */
export async function loadCatalog(databaseUrl, detail = () => {}) {
  const script = inRoot("scripts/catalog.mjs");
  if (!existsSync(script)) return false;
  let hasOutput = false;
  await runNode(script, [], {
    what: "The catalog",
    env: { DATABASE_URL: databaseUrl, ...countsFor },
    onLine: (line) => {
      hasOutput ||= line.trim() !== "";
      detail(line.trim());
    },
  });
  return hasOutput;
}
