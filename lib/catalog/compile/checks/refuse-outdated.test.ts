import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { CurrentFile } from "../sources/basis";
import { parseYamlFile } from "../sources/parse-yaml-file";
import { findOutdated, refuseOutdated } from "./refuse-outdated";

const dated = (slug: string, date: string, checked?: string) => ({
  slug,
  file: { version: "20260105_00", basis: { date, from: "a package", ...(checked && { checked }) } },
});

const TOOLKITS = [
  dated("fresh", "2026-11-01"),
  dated("old", "2025-04-30"),
  dated("edge", "2025-05-01"),
  dated("checked", "2020-01-01", "2026-10-01"),
  { slug: "silent", file: { version: "20260105_00" } },
];
const ALL = TOOLKITS.map(({ slug }) => slug);

test("a description older than 18 months counts, unless its tools were held against the reference since", () => {
  expect(findOutdated(TOOLKITS, ALL)).toEqual(["old", "silent"]);
});

test("toolkits that few people use may be old", () => {
  expect(findOutdated(TOOLKITS, ["fresh", "edge"])).toEqual([]);
});

test("one more outdated toolkit stops the compile, and so does a current one on the list", () => {
  const refuse = (outdated: string[]) => () => refuseOutdated(TOOLKITS, { toolkits: ALL, outdated });
  expect(refuse(["silent"])).toThrow("toolkits/old/toolkit.yaml: basis: the description is older than 18 months");
  expect(refuse(["old", "silent", "fresh"])).toThrow("outdated.fresh: it is current now");
  expect(refuse(["old", "silent"])).not.toThrow();
});

test("the catalog names the basis of each of its most used toolkits", () => {
  const folder = path.resolve(import.meta.dirname, "../../../../toolkits");
  const read = (name: string): string => readFileSync(path.join(folder, name), "utf8");
  const { toolkits, outdated } = parseYamlFile(CurrentFile, "toolkits/current.yaml", read("current.yaml"));
  expect(toolkits.length).toBeGreaterThanOrEqual(59);
  expect(toolkits.filter((slug) => !/^basis: \{.*\bdate: .*\bfrom: /m.test(read(`${slug}/toolkit.yaml`)))).toEqual([]);
  expect(outdated.filter((slug) => !toolkits.includes(slug))).toEqual([]);
});
