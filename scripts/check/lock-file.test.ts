/** The lock file holds what every platform installs, so that `npm ci` works everywhere. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { inRoot } from "../paths.mjs";

type Entry = { optionalDependencies?: Record<string, string>; version?: string };

it("has an entry of each platform's package that one of its packages names", () => {
  const { packages } = JSON.parse(readFileSync(inRoot("package-lock.json"), "utf8")) as {
    packages: Record<string, Entry>;
  };
  const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => {
      const folders = place
        .split("/node_modules/")
        .map((_, index, all) => all.slice(0, index + 1).join("/node_modules/"));
      return ![...folders, ""].some((folder) => packages[`${folder && `${folder}/`}node_modules/${name}`]);
    }),
  );
  expect(Object.keys(packages).length).toBeGreaterThan(500);
  expect(missing).toEqual([]);
});
