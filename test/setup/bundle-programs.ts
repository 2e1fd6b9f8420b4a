/**
 * Bundles the programs that tests start as processes and threads of their own. With a loader of TypeScript, each start
 * would take seconds of a processor.
 */
import { mkdirSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { build, type Plugin, stop } from "esbuild";
import { extensionsForNext } from "../../scripts/build/bundle.mjs";
import { makeRunFolder } from "../../scripts/check/run-folder.mjs";
import { inRoot } from "../../scripts/paths.mjs";

const PROGRAMS = [
  "test/children/**/*-child.ts",
  "test/mcp-fixture/*-child.ts",
  "test/clients/inbox-program.ts",
  "compile-worker.ts",
];

/** A module finds the files next to its source, wherever its bundle is. */
const atItsSource: Plugin = {
  name: "at-its-source",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.(ts|mjs)$/ }, ({ path: file }) => {
      const text = file.includes("/node_modules/") ? "" : readFileSync(file, "utf8");
      if (!text.includes("import.meta.url")) return undefined;
      const url = JSON.stringify(pathToFileURL(file).href);
      return { contents: text.replaceAll("import.meta.url", url), loader: file.endsWith(".ts") ? "ts" : "js" };
    });
  },
};

/** @returns the folder of the bundles, which find the project's packages; whoever calls this removes it */
export async function bundlePrograms(): Promise<string> {
  mkdirSync(inRoot(".cache"), { recursive: true });
  const folder = makeRunFolder("test-programs-", inRoot(".cache"));
  await build({
    entryPoints: PROGRAMS.map((pattern) => inRoot(pattern)),
    outbase: inRoot(),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    logLevel: "error",
    plugins: [extensionsForNext, atItsSource],
  });
  // Its process would stay for the whole run.
  await stop();
  return folder;
}
