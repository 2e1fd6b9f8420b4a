/** The lock file from which a checkout without packages is installed: the same packages, with addresses of archives. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { inRoot } from "../paths.mjs";
import { BUILD_PACKAGES } from "./build-packages.mjs";
import { chooseFrom } from "./fresh-packages.mjs";

const MANIFEST = {
  ...{ name: "app", version: "1.0.0" },
  dependencies: { a: "1.0.0", "@s/b": "2.0.0" },
  devDependencies: { tool: "npm:other@3.0.0", unwanted: "1.0.0" },
  overrides: { unwanted: { deep: "$unwanted" }, a: { c: "1.1.0" } },
};
const LOCK = {
  lockfileVersion: 3,
  packages: {
    "": {},
    "node_modules/a": { version: "1.0.0", integrity: "sha512-a", dependencies: { c: "^1.0.0" } },
    "node_modules/a/node_modules/c": { version: "1.1.0", integrity: "sha512-c" },
    "node_modules/c": { version: "2.0.0", integrity: "sha512-other", dev: true },
    "node_modules/@s/b": { version: "2.0.0", integrity: "sha512-b", dependencies: { packed: "*" } },
    "node_modules/packed": { version: "1.0.0", integrity: "sha512-p", inBundle: true },
    "node_modules/tool": { name: "other", version: "3.0.0", integrity: "sha512-t", dev: true },
    "node_modules/unwanted": { version: "1.0.0", integrity: "sha512-u", dev: true },
  },
};

it("takes the wanted packages with all that they need, at their places, with the addresses of their archives", () => {
  const settings = { registry: "https://packages.example/", "@s:registry": "https://own.example/npm" };
  const { manifest, lock } = chooseFrom(MANIFEST, LOCK, settings, ["tool", "a"]);
  expect(manifest).toMatchObject({
    dependencies: { a: "1.0.0", "@s/b": "2.0.0", tool: "npm:other@3.0.0" },
    overrides: { a: { c: "1.1.0" } },
  });
  const { "": top, ...packages } = lock.packages as Record<string, Record<string, unknown>>;
  expect(top).toMatchObject({ dependencies: { a: "1.0.0", "@s/b": "2.0.0", tool: "npm:other@3.0.0" } });
  expect(Object.fromEntries(Object.entries(packages).map(([place, { resolved }]) => [place, resolved]))).toEqual({
    "node_modules/a": "https://packages.example/a/-/a-1.0.0.tgz",
    "node_modules/a/node_modules/c": "https://packages.example/c/-/c-1.1.0.tgz",
    "node_modules/@s/b": "https://own.example/npm/@s/b/-/b-2.0.0.tgz",
    "node_modules/packed": undefined,
    "node_modules/tool": "https://packages.example/other/-/other-3.0.0.tgz",
  });
  // A checksum alone decides whether an archive is right.
  expect(packages["node_modules/tool"]).toEqual({
    ...{ name: "other", version: "3.0.0", integrity: "sha512-t" },
    resolved: "https://packages.example/other/-/other-3.0.0.tgz",
  });
});

it("each archive of this project has a checksum in the lock file", () => {
  const readJson = (file: string) => JSON.parse(readFileSync(inRoot(file), "utf8"));
  const settings = { registry: "https://packages.example" };
  const { lock } = chooseFrom(readJson("package.json"), readJson("package-lock.json"), settings, BUILD_PACKAGES);
  const { "": _, ...packages } = lock.packages as Record<string, Record<string, unknown>>;
  const without = Object.entries(packages).filter(
    ([, entry]) => !entry.inBundle && !(entry.integrity && entry.resolved),
  );
  expect([Object.keys(packages).length > 400, without]).toEqual([true, []]);
});
