// How scripts call npm.
import { existsSync } from "node:fs";
import path from "node:path";

/** npm as this Node ships it: the JavaScript file if it can be found, so that no shell is needed. */
export function npmCommand() {
  const beside = path.resolve(path.dirname(process.execPath), "../lib/node_modules/npm/bin/npm-cli.js");
  const script = [process.env.npm_execpath, beside].find((file) => file?.endsWith("npm-cli.js") && existsSync(file));
  return script ? [process.execPath, script] : ["npm"];
}
