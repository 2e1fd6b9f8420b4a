// Builds the running code from the current sources: Next's pages, the server's bundle and the generated Prisma client.
import { build } from "esbuild";
import { rmSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { inRoot } from "../paths.mjs";

/**
 * Bundles one entry for Node without its packages. Runs as `node scripts/build/bundle.mjs <entry> <output>` in a
 * separate process, so that the server does not keep the bundler's memory.
 */
async function bundle(entry, output) {
  rmSync(inRoot(output), { force: true });
  await build({
    entryPoints: [inRoot(entry)],
    outfile: inRoot(output),
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    sourcemap: true,
    logLevel: "error",
    plugins: [extensionsForNext],
  });
}

/** Next's package has no export map, so Node's resolver needs the file's extension. */
const extensionsForNext = {
  name: "extensions-for-next",
  setup: ({ onResolve }) => {
    onResolve({ filter: /^next\/[^.]+$/ }, ({ path }) => ({ path: `${path}.js`, external: true }));
    onResolve({ filter: /^next-auth\/[^.]+$/ }, () => null);
  },
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await bundle(process.argv[2], process.argv[3]);
