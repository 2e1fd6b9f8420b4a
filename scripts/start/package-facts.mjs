// The packages that builds depend on: a changed command, or a changed package of the tests, builds nothing again.
import { readFileSync } from "node:fs";
import { inRoot } from "../paths.mjs";
import { BUILD_PACKAGES } from "./build-packages.mjs";
import { placesBelow } from "./lock-file.mjs";

/**
 * @param {{ name: string, version: string, type?: string, dependencies: object, overrides?: object }} manifest
 *   package.json
 * @param {{ packages: Record<string, { version?: string }> }} lock package-lock.json
 * @param {string[]} [buildPackages] those of devDependencies that builds need
 * @returns {string} a text that changes with the version of the app, its packages and their versions
 */
export function describePackages(manifest, { packages }, buildPackages = BUILD_PACKAGES) {
  const { name, version, type, dependencies, overrides } = manifest;
  const places = placesBelow(packages, [...Object.keys(dependencies), ...buildPackages]);
  return JSON.stringify([name, version, type, overrides, places.map((place) => [place, packages[place]])]);
}

const readJson = (file) => JSON.parse(readFileSync(inRoot(file), "utf8"));

/** The text of this checkout. */
export const readPackageFacts = () => describePackages(readJson("package.json"), readJson("package-lock.json"));
