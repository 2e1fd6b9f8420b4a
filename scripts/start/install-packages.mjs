// Installs the npm packages if package.json or the lock file changed; needs only Node.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cacheDir, inRoot } from "../paths.mjs";
import { BUILD_PACKAGES } from "./build-packages.mjs";
import { fetchArchives } from "./fetch-archives.mjs";
import { installFresh } from "./fresh-packages.mjs";
import { npmCommand } from "./npm-command.mjs";
import { runChild, wasInterrupted } from "./run-child.mjs";
import { hasOnlyRunPackages, readInterruption, UNFINISHED } from "./run-packages.mjs";
import { contentHash, isDone, oncePerHash } from "./stamps.mjs";

const hashOfPackages = () => contentHash(["package.json", "package-lock.json", ".npmrc"]);

const ALL = "--include=dev";
/** With the packages of builds by name. */
const BUILDS = "--omit=dev";

const readDevDependencies = () => JSON.parse(readFileSync(inRoot("package.json"), "utf8")).devDependencies;

/** The packages of builds as npm takes them: in the versions of package.json, which stays as it is. */
function buildSpecs() {
  const devDependencies = readDevDependencies();
  return BUILD_PACKAGES.filter((name) => devDependencies[name]).map((name) => `${name}@${devDependencies[name]}`);
}

/**
 * `npm install` respects the lock file, and keeps the packages of the tests; `npm ci` would delete node_modules first.
 */
async function npmInstall(which) {
  // npm accepts a partly unpacked package as complete.
  if (readInterruption()) rmSync(inRoot("node_modules"), { recursive: true, force: true });
  const names = which === ALL ? Object.keys(readDevDependencies()) : BUILD_PACKAGES;
  if (!existsSync(inRoot("node_modules")) && (await installFresh(npmCommand(), names)))
    return rmSync(UNFINISHED, { force: true });
  const specs = which === ALL ? [] : ["--save-prod", ...buildSpecs()];
  mkdirSync(cacheDir, { recursive: true });
  writeFileSync(UNFINISHED, which);
  const [command, ...args] = npmCommand();
  try {
    // With NODE_ENV=production npm would leave out the packages that the tests need.
    const options = ["--no-save", "--no-audit", "--no-fund", "--loglevel=error", which];
    await runChild(command, [...args, "install", ...options, ...specs], { what: "npm install", env: { NODE_ENV: "" } });
  } catch (error) {
    // npm failed without an interruption, and has restored the previous files.
    if (!wasInterrupted() && typeof error.code === "number") rmSync(UNFINISHED);
    throw error;
  }
  rmSync(UNFINISHED);
}

/**
 * Installs all packages: those of the app and those of the tests.
 * @returns {Promise<boolean>} whether anything was installed
 */
export const installPackages = () =>
  oncePerHash("packages", hashOfPackages(), ["node_modules/vitest"], () => npmInstall(ALL));

/** Installs packages; at the same time it downloads what the catalog is compiled from. */
async function installBoth() {
  const archives = fetchArchives();
  await npmInstall(BUILDS);
  await archives;
}

/**
 * Installs the packages of the app and of its builds. The tests' packages, which double the number, are not installed
 * on a machine that only runs the app, and are kept where they are installed.
 * @param {{ builds?: boolean, archives?: boolean }} [options] `builds`: also in a folder that has only the packages
 *   of a running server; `archives`: with the packages that the catalog is compiled from
 * @returns {Promise<boolean>} whether anything was installed
 */
export async function installAppPackages({ builds = false, archives = false } = {}) {
  if (!builds && hasOnlyRunPackages()) return false;
  const hash = hashOfPackages();
  const outputs = ["node_modules/esbuild"];
  if (isDone("packages", hash, outputs)) return false;
  if (existsSync(inRoot("node_modules/vitest")) || readInterruption() === ALL)
    return oncePerHash("packages", hash, outputs, () => npmInstall(ALL));
  return oncePerHash("app packages", hash, outputs, () => (archives ? installBoth() : npmInstall(BUILDS)));
}
