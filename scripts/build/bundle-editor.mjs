// Bundles the code editor for browsers: a build of Next takes twenty times as long for the 1,900 modules of Monaco.
// Runs as `node scripts/build/bundle-editor.mjs <folder>` and prints the hash of what it wrote.
import { createHash } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { inRoot } from "../paths.mjs";

const LIBRARY = "components/parts/forms/monaco-set-up.ts";
/** At the places where the library looks for them. */
const WORKERS = ["monaco-editor/editor/editor.worker", "monaco-editor/languages/features/json/json.worker"];
const [folder] = process.argv.slice(2);

const OPTIONS = {
  outdir: folder,
  absWorkingDir: inRoot(),
  bundle: true,
  platform: "browser",
  format: "esm",
  target: "es2022",
  minify: true,
  loader: { ".ttf": "file" },
  logLevel: "error",
  write: false,
};

const [library, workers] = await Promise.all([
  // Languages are loaded when they are used.
  build({ ...OPTIONS, entryPoints: { "monaco-set-up": inRoot(LIBRARY) }, splitting: true }),
  build({ ...OPTIONS, entryPoints: Object.fromEntries(WORKERS.map((worker) => [worker, `${worker}.js`])) }),
]);
// The style of a language is a part of the library's style.
const isWanted = ({ path: file }) => !file.endsWith(".css") || path.basename(file) === "monaco-set-up.css";
rmSync(folder, { recursive: true, force: true });
const hash = createHash("sha256");
for (const { path: file, contents } of [...library.outputFiles, ...workers.outputFiles].filter(isWanted)) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, contents);
  hash.update(`\0${path.basename(file)}\0`).update(contents);
}
process.stdout.write(hash.digest("hex").slice(0, 16));
