// Compares the packages of a release with `dependencies` of package.json: a release has what a server loads, found by
// tracing, and `npm ci --omit=dev` installs `dependencies`. Both must be the same packages.
import { placesBelow } from "../start/lock-file.mjs";

/** The demo starts it, and downloads it where it is not installed. */
const OF_DEMO = "emulate";
const nameOf = (place) => place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);

/**
 * @param {Iterable<string>} places the packages that have files in the release: `node_modules/pg`
 * @param {{ dependencies: Record<string, string> }} manifest package.json
 * @param {{ packages: Record<string, object> }} lock package-lock.json
 * @throws {Error} that names each package that is on one side only, with the list to move it to
 */
export function assertSamePackages(places, { dependencies }, { packages }) {
  const inRelease = new Set(places);
  const installed = new Set(placesBelow(packages, [...Object.keys(dependencies), OF_DEMO]));
  const strangers = [...inRelease]
    .filter((place) => !installed.has(place))
    .map((place) => `${nameOf(place)} is loaded by a server, and is none of dependencies: move it there.`);
  const idle = Object.keys(dependencies)
    .filter((name) => !inRelease.has(`node_modules/${name}`))
    .map((name) => `${name} is one of dependencies, and no server loads it: move it to devDependencies.`);
  const problems = [...strangers, ...idle];
  if (problems.length > 0) throw new Error(`package.json and the release differ:\n${problems.join("\n")}`);
}
