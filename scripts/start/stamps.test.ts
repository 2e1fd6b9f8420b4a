/** What a start has prepared is prepared again only if its sources, or Node's interface, changed. */
import { expect, it } from "vitest";
import { describePackages } from "./package-facts.mjs";
import { nodeInterface } from "./stamps.mjs";

it("a change of Node's minor or patch version repeats nothing, and another major version does", () => {
  const versions = (node: string, modules: string) => nodeInterface({ ...process.versions, node, modules });
  expect(versions("20.19.0", "115")).toBe(versions("20.20.2", "115"));
  expect(versions("22.1.0", "127")).toBe(versions("22.23.1", "127"));
  expect(new Set([versions("20.20.2", "115"), versions("22.23.1", "127"), versions("24.2.0", "137")]).size).toBe(3);
});

type Packages = Record<string, { version: string; dependencies?: Record<string, string> }>;
const manifest = { name: "patchbay", version: "1.0.0", scripts: { start: "a" }, dependencies: { pg: "8.0.0" } };
const packages: Packages = {
  "": { version: "1.0.0" },
  "node_modules/pg": { version: "8.0.0", dependencies: { "pg-types": "2" } },
  "node_modules/pg-types": { version: "2.0.0" },
  "node_modules/esbuild": { version: "0.28.0" },
  "node_modules/vitest": { version: "4.0.0" },
};
const describe = (facts: object, more: Packages): string =>
  describePackages({ ...manifest, ...facts }, { packages: { ...packages, ...more } }, ["esbuild"]);

it("a changed command or package of the tests repeats nothing; the app or a package of its build does", () => {
  const facts = describe({}, {});
  expect(describe({ scripts: { start: "b" } }, { "node_modules/vitest": { version: "4.0.1" } })).toBe(facts);
  expect(describe({ version: "1.0.1" }, {})).not.toBe(facts);
  for (const name of ["pg", "pg-types", "esbuild"])
    expect(describe({}, { [`node_modules/${name}`]: { version: "9.0.0" } })).not.toBe(facts);
});
