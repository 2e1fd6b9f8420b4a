/** The list of packages is read without the parser of YAML, which is not installed yet. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { inRoot } from "../paths.mjs";
import { readSpecs } from "./fetch-archives.mjs";

it("reads each package of toolkits/sources.yaml as a parser of YAML does", () => {
  const text = readFileSync(inRoot("toolkits/sources.yaml"), "utf8");
  const { packages } = parse(text) as { packages: Record<string, { package: string; version: string }> };
  expect(readSpecs(text)).toEqual(Object.values(packages).map(({ package: name, version }) => `${name}@${version}`));
});
