// Installs packages into a checkout that has none, in half the time of `npm install`: a lock file with only the wanted
// packages and with the address of each archive saves npm to ask about hundreds of packages where their archives are.
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { cacheDir, inRoot } from "../paths.mjs";
import { placesBelow } from "./lock-file.mjs";
import { CommandFailed, runChild, wasInterrupted } from "./run-child.mjs";

/** npm works here, so that a half installed package is never in the checkout's own folder. */
const FOLDER = path.join(cacheDir, "fresh-packages");
/** Another way to install would wait for the same network. */
const NO_NETWORK =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT)\b/;

const readJson = (file) => JSON.parse(readFileSync(inRoot(file), "utf8"));
const nameAt = (place) => place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);

/** The address of an archive, in the layout that registries of npm packages share. */
function archiveOf(name, version, settings) {
  const registry = settings[`${name.split("/")[0]}:registry`] ?? settings.registry;
  return `${registry.replace(/\/*$/, "")}/${name}/-/${name.split("/").at(-1)}-${version}.tgz`;
}

/** Overrides of packages that are not installed can name versions of others that are not either. */
const overridesOf = (overrides = {}, packages) =>
  Object.fromEntries(Object.entries(overrides).filter(([name]) => packages[`node_modules/${name}`]));

/**
 * The two files from which `npm ci` installs exactly these packages, in the versions, at the places and with the
 * checksums of the lock file.
 *
 * @param {object} manifest package.json
 * @param {{ lockfileVersion: number, packages: Record<string, object> }} lock package-lock.json
 * @param {Record<string, string>} settings npm's: `registry`, and `@scope:registry` for scopes that have their own
 * @param {string[]} names packages of `devDependencies` that are installed with `dependencies`
 * @returns {{ manifest: { dependencies: Record<string, string> }, lock: { packages: Record<string, object> } }}
 */
export function chooseFrom(manifest, lock, settings, names) {
  const { name, version, devDependencies, engines } = manifest;
  const dependencies = {
    ...Object.fromEntries(names.map((packageName) => [packageName, devDependencies[packageName]])),
    // A package of builds that servers load, too, is here.
    ...manifest.dependencies,
  };
  const packages = { "": { name, version, dependencies, engines } };
  for (const place of placesBelow(lock.packages, Object.keys(dependencies)).sort()) {
    const { dev: _, devOptional: __, ...entry } = lock.packages[place];
    const isArchive = entry.integrity && !entry.inBundle && !entry.resolved;
    packages[place] = isArchive
      ? { ...entry, resolved: archiveOf(entry.name ?? nameAt(place), entry.version, settings) }
      : entry;
  }
  const overrides = overridesOf(manifest.overrides, packages);
  return {
    manifest: { name, version, private: true, dependencies, engines, overrides },
    lock: { name, version, lockfileVersion: lock.lockfileVersion, requires: true, packages },
  };
}

/**
 * @param {string[]} npm the command of npm
 * @param {string[]} names packages of `devDependencies` that are installed with `dependencies`
 * @returns {Promise<boolean>} false if npm could not install them this way; nothing changed then
 * @throws {CommandFailed} if there is no network
 */
export async function installFresh([command, ...args], names) {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  try {
    const settings = JSON.parse(await runChild(command, [...args, "config", "list", "--json"], { what: "npm config" }));
    const { manifest, lock } = chooseFrom(readJson("package.json"), readJson("package-lock.json"), settings, names);
    writeFileSync(path.join(FOLDER, "package.json"), JSON.stringify(manifest));
    writeFileSync(path.join(FOLDER, "package-lock.json"), JSON.stringify(lock));
    if (existsSync(inRoot(".npmrc"))) cpSync(inRoot(".npmrc"), path.join(FOLDER, ".npmrc"));
    const options = ["--no-audit", "--no-fund", "--loglevel=error"];
    await runChild(command, [...args, "ci", ...options], { what: "npm ci", cwd: FOLDER, env: { NODE_ENV: "" } });
    renameSync(path.join(FOLDER, "node_modules"), inRoot("node_modules"));
    return true;
  } catch (error) {
    if (wasInterrupted() || (error instanceof CommandFailed && NO_NETWORK.test(error.output))) throw error;
    // A registry with another layout, or a cache on another disk.
    return false;
  } finally {
    rmSync(FOLDER, { recursive: true, force: true });
  }
}
