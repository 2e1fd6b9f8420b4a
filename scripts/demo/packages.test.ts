/** The demo's own package is used where it is installed, else installed exactly as the lock file names it. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { findEntry, lockOf } from "./packages.mjs";

const readJson = (file: string) => JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), "utf8"));

it("finds a package at the version asked for, and no other version", () => {
  const modules = mkdtempSync(path.join(tmpdir(), "modules-"));
  mkdirSync(path.join(modules, "emulate"));
  writeFileSync(path.join(modules, "emulate/package.json"), '{"version":"1.2.3","main":"./dist/api.js"}');
  expect(findEntry(modules, "emulate", "1.2.3")).toBe(pathToFileURL(path.join(modules, "emulate/dist/api.js")).href);
  expect(findEntry(modules, "emulate", "1.2.4")).toBeUndefined();
  expect(findEntry(modules, "absent", "1.2.3")).toBeUndefined();
});

it("takes from a lock file a package and all below it, from the nearest folder, and nothing else", () => {
  const lock = {
    lockfileVersion: 3,
    packages: {
      "": { dependencies: { other: "1" } },
      "node_modules/a": { version: "1.0.0", integrity: "sha512-a", dev: true, dependencies: { b: "^2", c: "1" } },
      "node_modules/a/node_modules/b": { version: "2.0.0", dependencies: { c: "1", a: "1" } },
      "node_modules/b": { version: "1.0.0" },
      "node_modules/c": { version: "1.0.0", optionalDependencies: { absent: "1" } },
      "node_modules/other": { version: "1.0.0" },
    },
  };
  expect(lockOf(lock, "a")).toEqual({
    name: "demo",
    lockfileVersion: 3,
    packages: {
      "": { dependencies: { a: "1.0.0" } },
      "node_modules/a": { version: "1.0.0", integrity: "sha512-a", dependencies: { b: "^2", c: "1" } },
      "node_modules/a/node_modules/b": { version: "2.0.0", dependencies: { c: "1", a: "1" } },
      "node_modules/c": { version: "1.0.0", optionalDependencies: { absent: "1" } },
    },
  });
});

it("pins the example apps' package outside of what production installs, every package with its check sum", () => {
  const { dependencies, devDependencies } = readJson("package.json");
  expect(dependencies).not.toHaveProperty("emulate");
  const { "": top, ...packages } = lockOf(readJson("package-lock.json"), "emulate").packages as Record<string, object>;
  expect(top).toEqual({ dependencies: { emulate: devDependencies.emulate } });
  for (const entry of Object.values(packages))
    expect(entry).toHaveProperty("integrity", expect.stringMatching(/^sha512-/));
});
