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

it("a changed command or package of the tests repeats nothing; another version of the app or of its packages does", () => {
  const manifest = { name: "patchbay", version: "1.0.0", scripts: { start: "a" }, dependencies: { pg: "8.0.0" } };
  type Packages = Record<string, { version: string; dev?: boolean }>;
  const packages: Packages = {
    "node_modules/pg": { version: "8.0.0" },
    "node_modules/vitest": { version: "4.0.0", dev: true },
  };
  const facts = describePackages(manifest, { packages });
  const other: Packages = {
    ...packages,
    "": { version: "1.0.0" },
    "node_modules/vitest": { version: "4.0.1", dev: true },
  };
  expect(describePackages({ ...manifest, scripts: { start: "b" } } as typeof manifest, { packages: other })).toBe(
    facts,
  );
  expect(describePackages({ ...manifest, version: "1.0.1" }, { packages })).not.toBe(facts);
  const newer: Packages = { ...packages, "node_modules/pg": { version: "8.0.1" } };
  expect(describePackages(manifest, { packages: newer })).not.toBe(facts);
});
