// The packages that builds depend on: a changed command, or a changed package of the tests, builds nothing again.
import { readFileSync } from "node:fs";
import { inRoot } from "../paths.mjs";

/**
 * @param {{ name: string, version: string, type?: string, dependencies: object, overrides?: object }} manifest
 *   package.json
 * @param {{ packages: Record<string, { version?: string, dev?: boolean }> }} lock package-lock.json
 * @returns {string} a text that changes with the version of the app, its packages and their versions
 */
export function describePackages({ name, version, type, dependencies, overrides }, { packages }) {
  const ofApp = Object.entries(packages).filter(([place, { dev }]) => place !== "" && !dev);
  return JSON.stringify([name, version, type, dependencies, overrides, ofApp]);
}

const readJson = (file) => JSON.parse(readFileSync(inRoot(file), "utf8"));

/** The text of this checkout. */
export const readPackageFacts = () => describePackages(readJson("package.json"), readJson("package-lock.json"));
