// Installs the npm packages when package.json or the lock file changed; needs nothing but Node.
import { existsSync } from "node:fs";
import path from "node:path";
import { runChild } from "./run-child.mjs";
import { contentHash, oncePerHash } from "./stamps.mjs";

/** npm as this Node ships it: the JavaScript file when it can be found, so that no shell is needed. */
export function npmCommand() {
  const beside = path.resolve(path.dirname(process.execPath), "../lib/node_modules/npm/bin/npm-cli.js");
  const script = [process.env.npm_execpath, beside].find((file) => file?.endsWith("npm-cli.js") && existsSync(file));
  return script ? [process.execPath, script] : ["npm"];
}

/**
 * `npm install` honours the lock file; `npm ci` would refuse it, as a lock made on one platform lacks the others' optional packages.
 * @returns {Promise<boolean>} whether anything was installed
 */
export function installPackages() {
  const hash = contentHash(["package.json", "package-lock.json", ".npmrc"]);
  return oncePerHash("packages", hash, ["node_modules"], async () => {
    const [command, ...args] = npmCommand();
    // NODE_ENV=production would leave out the packages that the build and the tests need.
    await runChild(command, [...args, "install", "--no-save", "--no-audit", "--no-fund", "--include=dev", "--loglevel=error"], { what: "npm install", env: { NODE_ENV: "" } });
  });
}
