// Builds the running code from the current sources: Next's pages, the server's bundle and the generated Prisma client.
import { build } from "esbuild";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { inRoot } from "../paths.mjs";

/**
 * Writes the characters that esbuild leaves in regular expressions and tagged templates as escapes, too: V8 keeps the
 * text of a program, in two bytes for each character if a single one is not in Latin-1.
 */
const toAscii = (text) =>
  text.replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/**
 * Bundles one entry for Node without its packages. Runs as `node scripts/build/bundle.mjs <entry> <output>` in a
 * separate process, so that the server does not keep the bundler's memory.
 */
async function bundle(entry, output) {
  const { outputFiles } = await build({
    entryPoints: [inRoot(entry)],
    outfile: inRoot(output),
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    sourcemap: true,
    logLevel: "error",
    write: false,
    plugins: [extensionsForNext],
  });
  mkdirSync(path.dirname(inRoot(output)), { recursive: true });
  // A program that starts at this moment finds the old bundle or the new one.
  for (const file of outputFiles) {
    writeFileSync(`${file.path}.${process.pid}`, file.path.endsWith(".map") ? file.contents : toAscii(file.text));
    renameSync(`${file.path}.${process.pid}`, file.path);
  }
}

/** Next's package has no export map, so Node's resolver needs the file's extension. */
export const extensionsForNext = {
  name: "extensions-for-next",
  setup: ({ onResolve }) => {
    onResolve({ filter: /^next\/[^.]+$/ }, ({ path }) => ({ path: `${path}.js`, external: true }));
    onResolve({ filter: /^next-auth\/[^.]+$/ }, () => null);
  },
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await bundle(process.argv[2], process.argv[3]);
