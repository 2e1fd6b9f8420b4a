// A checkout that was built and then has only the packages of a running server, as `npm ci --omit=dev` leaves it: its
// start builds nothing, and ends with a sentence where something is missing.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { cacheDir, inRoot, release } from "../paths.mjs";
import { stampExists } from "./stamps.mjs";
import { Refusal } from "./start-problems.mjs";

/** This file exists while npm works, and contains the packages that it installs. */
export const UNFINISHED = path.join(cacheDir, "packages-unfinished");

/** The packages of an interrupted installation; "" if no installation was interrupted. */
export const readInterruption = () => (existsSync(UNFINISHED) ? readFileSync(UNFINISHED, "utf8") : "");

/** npm writes the first of these files at the end of an installation; the second belongs to what every build uses. */
export const hasOnlyRunPackages = () =>
  !release &&
  readInterruption() === "" &&
  existsSync(inRoot("node_modules/.package-lock.json")) &&
  !existsSync(inRoot("node_modules/esbuild"));

/** What a start loads and a build makes. */
const OUTPUTS = [
  ...["dist/settings.mjs", "dist/server.mjs", "dist/page-server.mjs", "dist/compile-worker.mjs", "dist/operator.mjs"],
  ...["dist/catalog/catalog.json", ".next/BUILD_ID"],
];

const refusal = (why) =>
  new Refusal(
    `This folder has only the packages of a running server (npm ci --omit=dev), and ${why}: run npm run build, which installs what it needs, and start again.`,
  );

/** @throws {Refusal} if a start cannot work here, because nothing was built before the packages were installed */
export function assertBuilt() {
  if (!hasOnlyRunPackages()) return;
  const missing = OUTPUTS.find((output) => !existsSync(inRoot(output)));
  if (missing) throw refusal(`${missing} is not built`);
}

/** Steps whose records show that the outputs here were built here, and not copied without the records. */
const RECORDED = ["settings", "server", "operator", "catalog", "pages"];

/**
 * Whether an output stays as it is because nothing can be built here. Where the records of builds were not copied with
 * the outputs, these are believed.
 * @throws {Refusal} if the output is missing, or older than its sources
 */
export function staysAsBuilt(outputs) {
  if (!hasOnlyRunPackages()) return false;
  const missing = outputs.find((output) => !existsSync(inRoot(output)));
  if (missing) throw refusal(`${missing} is not built`);
  if (RECORDED.some(stampExists)) throw refusal(`the sources of ${outputs[0]} changed after it was built`);
  return true;
}
