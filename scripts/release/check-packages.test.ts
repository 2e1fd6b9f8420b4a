/** A release has exactly the packages that `npm ci --omit=dev` installs. */
import { expect, it } from "vitest";
import { assertSamePackages } from "./check-packages.mjs";

const packages = {
  "node_modules/pg": { dependencies: { "pg-types": "2" } },
  "node_modules/pg/node_modules/pg-types": {},
  "node_modules/next": {
    peerDependencies: { react: "19", sass: "1" },
    peerDependenciesMeta: { sass: { optional: true } },
  },
  "node_modules/react": {},
  "node_modules/sass": {},
  "node_modules/emulate": {},
  "node_modules/esbuild": {},
};
const manifest = { dependencies: { pg: "8", next: "16" } };
const compare = (...names: string[]) =>
  assertSamePackages(
    names.map((name) => `node_modules/${name}`),
    manifest,
    { packages },
  );

it("accepts dependencies, what they need, and the demo's own package", () =>
  expect(() => compare("pg", "pg/node_modules/pg-types", "next", "react", "emulate")).not.toThrow());

it("names a package that is loaded without being one of dependencies, and the other way round", () => {
  expect(() => compare("pg", "next", "esbuild", "sass")).toThrow(
    "differ:\nesbuild is loaded by a server, and is none of dependencies: move it there.\nsass is loaded",
  );
  expect(() => compare("pg")).toThrow(
    /next is one of dependencies, and no server loads it: move it to devDependencies/,
  );
});
