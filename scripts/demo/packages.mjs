// The package that runs the demo's example apps. The app does not need it: if the tests' packages are not installed,
// the demo downloads it into a separate folder, and does not change package.json, the lock file or node_modules.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { npmCommand } from "../start/npm-command.mjs";
import { placesBelow } from "../start/lock-file.mjs";
import { cacheDir, inRoot } from "../paths.mjs";
import { CommandFailed, runChild } from "../start/run-child.mjs";
import { oncePerHash } from "../start/stamps.mjs";
import { step } from "../start/steps.mjs";

const NAME = "emulate";
const folder = path.join(cacheDir, "demo-packages");
const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));

/**
 * Finds the entry file of a package.
 * @param {string} modules a `node_modules` folder
 * @returns {string | undefined} the `file:` URL to import; undefined if the folder lacks the package or has another
 *   version
 */
export function findEntry(modules, name, version) {
  const home = path.join(modules, name);
  if (!existsSync(path.join(home, "package.json"))) return undefined;
  const manifest = readJson(path.join(home, "package.json"));
  return manifest.version === version ? pathToFileURL(path.join(home, manifest.main)).href : undefined;
}

/**
 * The part of a lock file that one package needs: the package and all its dependencies, with the same versions and
 * checksums.
 * @param {{ lockfileVersion: number, packages: Record<string, object> }} lock the content of package-lock.json
 * @param {string} name a package at the top of `node_modules`
 */
export function lockOf(lock, name) {
  const packages = Object.fromEntries(
    placesBelow(lock.packages, [name]).map((place) => {
      const { dev: _dev, ...packageEntry } = lock.packages[place];
      return [place, packageEntry];
    }),
  );
  const dependencies = { [name]: packages[`node_modules/${name}`].version };
  return { name: "demo", lockfileVersion: lock.lockfileVersion, packages: { "": { dependencies }, ...packages } };
}

async function install(lock) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    path.join(folder, "package.json"),
    JSON.stringify({ private: true, dependencies: lock.packages[""].dependencies }),
  );
  writeFileSync(path.join(folder, "package-lock.json"), JSON.stringify(lock));
  const [command, ...args] = npmCommand();
  const options = ["--no-audit", "--no-fund", "--prefer-offline", "--fetch-retries=1", "--loglevel=error"];
  await runChild(command, [...args, "ci", "--prefix", folder, ...options], {
    what: "npm ci",
    cwd: folder,
    env: { NODE_ENV: "" },
  });
}

/**
 * Finds the example apps' package. If it is missing, first installs the version that package.json names.
 * @returns {Promise<string>} the URL to import it from
 * @throws {CommandFailed} if npm cannot download it; the message explains what to do
 */
export async function installEmulate() {
  const { dependencies, devDependencies } = readJson(inRoot("package.json"));
  // A release contains the package.
  const version = dependencies[NAME] ?? devDependencies[NAME];
  const installed = findEntry(inRoot("node_modules"), NAME, version);
  if (installed) return installed;
  const lock = lockOf(readJson(inRoot("package-lock.json")), NAME);
  const modules = path.join(folder, "node_modules");
  try {
    await step("Installing the example apps", () =>
      oncePerHash("demo packages", JSON.stringify(lock), [path.relative(inRoot(), modules)], () => install(lock)),
    );
  } catch (error) {
    if (error instanceof CommandFailed)
      error.message = `The demo's example apps are the npm package ${NAME} ${version}, and npm could not install it. It needs the network for this once: check that npm reaches its registry, and start the demo again. \`npm start\` runs without the example apps.`;
    throw error;
  }
  const entry = findEntry(modules, NAME, version);
  if (!entry) throw new Error(`${modules} has no ${NAME} ${version} after its installation.`);
  return entry;
}
