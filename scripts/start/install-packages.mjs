// Installs the npm packages when package.json or the lock file changed; needs nothing but Node.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { cacheDir, inRoot } from "../paths.mjs";
import { runChild, wasInterrupted } from "./run-child.mjs";
import { contentHash, isDone, oncePerHash } from "./stamps.mjs";

/** npm as this Node ships it: the JavaScript file when it can be found, so that no shell is needed. */
export function npmCommand() {
  const beside = path.resolve(path.dirname(process.execPath), "../lib/node_modules/npm/bin/npm-cli.js");
  const script = [process.env.npm_execpath, beside].find((file) => file?.endsWith("npm-cli.js") && existsSync(file));
  return script ? [process.execPath, script] : ["npm"];
}

const hashOfPackages = () => contentHash(["package.json", "package-lock.json", ".npmrc"]);

/** Stands while npm works. */
const unfinished = path.join(cacheDir, "packages-unfinished");
const ALL = "--include=dev";

/** Which packages an installation should have brought that was cut off; "" when there was none. */
const cutOff = () => (existsSync(unfinished) ? readFileSync(unfinished, "utf8") : "");

/**
 * `npm install` respects the lock file, and leaves the packages of the tests where they are; `npm ci` would delete
 * node_modules first.
 */
async function npmInstall(which) {
  // npm takes a package whose files were unpacked by half for a whole one.
  if (cutOff()) rmSync(inRoot("node_modules"), { recursive: true, force: true });
  mkdirSync(cacheDir, { recursive: true });
  writeFileSync(unfinished, which);
  const [command, ...args] = npmCommand();
  try {
    // NODE_ENV=production would leave out the packages that the tests need.
    await runChild(command, [...args, "install", "--no-save", "--no-audit", "--no-fund", which, "--loglevel=error"], {
      what: "npm install",
      env: { NODE_ENV: "" },
    });
  } catch (error) {
    // It failed by itself, and has put back what was there before.
    if (!wasInterrupted() && typeof error.code === "number") rmSync(unfinished);
    throw error;
  }
  rmSync(unfinished);
}

/**
 * Everything: what the app needs and what the tests need.
 * @returns {Promise<boolean>} whether anything was installed
 */
export const installPackages = () => oncePerHash("packages", hashOfPackages(), ["node_modules"], () => npmInstall(ALL));

/**
 * What the app needs. The tests' packages, which are as many again, stay out of a machine that only runs it, and stay
 * where they are.
 * @returns {Promise<boolean>} whether anything was installed
 */
export async function installAppPackages() {
  const hash = hashOfPackages();
  if (isDone("packages", hash, ["node_modules"])) return false;
  if (existsSync(inRoot("node_modules/vitest")) || cutOff() === ALL) return installPackages();
  return oncePerHash("app packages", hash, ["node_modules"], () => npmInstall("--omit=dev"));
}
