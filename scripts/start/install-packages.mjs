// Installs the npm packages if package.json or the lock file changed; needs only Node.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { cacheDir, inRoot } from "../paths.mjs";
import { runChild, wasInterrupted } from "./run-child.mjs";
import { contentHash, isDone, oncePerHash } from "./stamps.mjs";

/** npm as this Node ships it: the JavaScript file if it can be found, so that no shell is needed. */
export function npmCommand() {
  const beside = path.resolve(path.dirname(process.execPath), "../lib/node_modules/npm/bin/npm-cli.js");
  const script = [process.env.npm_execpath, beside].find((file) => file?.endsWith("npm-cli.js") && existsSync(file));
  return script ? [process.execPath, script] : ["npm"];
}

const hashOfPackages = () => contentHash(["package.json", "package-lock.json", ".npmrc"]);

/** This file exists while npm works. */
const unfinished = path.join(cacheDir, "packages-unfinished");
const ALL = "--include=dev";

/** The packages of an interrupted installation; "" if no installation was interrupted. */
const cutOff = () => (existsSync(unfinished) ? readFileSync(unfinished, "utf8") : "");

/**
 * `npm install` respects the lock file, and keeps the packages of the tests; `npm ci` would delete node_modules first.
 */
async function npmInstall(which) {
  // npm accepts a partly unpacked package as complete.
  if (cutOff()) rmSync(inRoot("node_modules"), { recursive: true, force: true });
  mkdirSync(cacheDir, { recursive: true });
  writeFileSync(unfinished, which);
  const [command, ...args] = npmCommand();
  try {
    // With NODE_ENV=production npm would leave out the packages that the tests need.
    await runChild(command, [...args, "install", "--no-save", "--no-audit", "--no-fund", which, "--loglevel=error"], {
      what: "npm install",
      env: { NODE_ENV: "" },
    });
  } catch (error) {
    // npm failed without an interruption, and has restored the previous files.
    if (!wasInterrupted() && typeof error.code === "number") rmSync(unfinished);
    throw error;
  }
  rmSync(unfinished);
}

/**
 * Installs all packages: those of the app and those of the tests.
 * @returns {Promise<boolean>} whether anything was installed
 */
export const installPackages = () => oncePerHash("packages", hashOfPackages(), ["node_modules"], () => npmInstall(ALL));

/**
 * Installs the packages of the app. The tests' packages, which double the number, are not installed on a machine that
 * only runs the app, and are kept where they are installed.
 * @returns {Promise<boolean>} whether anything was installed
 */
export async function installAppPackages() {
  const hash = hashOfPackages();
  if (isDone("packages", hash, ["node_modules"])) return false;
  if (existsSync(inRoot("node_modules/vitest")) || cutOff() === ALL) return installPackages();
  return oncePerHash("app packages", hash, ["node_modules"], () => npmInstall("--omit=dev"));
}
