// What runs is built from the present sources: Next's pages, the server's bundle, the generated Prisma client.
import { build } from "esbuild";
import { rmSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { inRoot } from "../paths.mjs";

/**
 * Bundles one entry for Node with its packages left outside. Runs as `node scripts/build/bundle.mjs <entry> <output>`,
 * a process of its own, so that the bundler's memory does not stay with the server.
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

/** Next's package has no export map: Node's own resolver wants the file's extension. */
const extensionsForNext = {
  name: "extensions-for-next",
  setup: ({ onResolve }) => {
    onResolve({ filter: /^next\/[^.]+$/ }, ({ path }) => ({ path: `${path}.js`, external: true }));
    onResolve({ filter: /^next-auth\/[^.]+$/ }, () => null);
  },
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await bundle(process.argv[2], process.argv[3]);
