// `npm run release`: builds what is not built yet, and writes the archive of this platform to `dist/release/`. It is an
// npm package with its packages inside, and its unpacked folder also runs as it is: `./bin/patchbay start`.
//   --no-build   takes what is built, without a look at the sources
import "./start/node-version.mjs";
import { statSync } from "node:fs";
import path from "node:path";
import { root } from "./paths.mjs";

process.chdir(root);
if (!process.argv.includes("--no-build")) {
  const { buildAll } = await import("./build/build-all.mjs");
  await buildAll();
}
const { collectFiles } = await import("./release/collect-files.mjs");
const { writeArchive } = await import("./release/write-archive.mjs");
const { step } = await import("./start/steps.mjs");
const files = await step("Collecting the files", collectFiles);
const archive = await step("Writing the archive", () => writeArchive(files));
console.log(`${path.relative(root, archive)}: ${(statSync(archive).size / 1e6).toFixed(0)} MB, ${files.size} files`);
