/** The messages for a person who made a mistake in a YAML file. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseDocument } from "yaml";
import { z } from "zod";
import { inRoot } from "@/scripts/paths.mjs";
import { parseYamlFile } from "./parse-yaml-file";
import { ToolkitFile } from "./toolkit-file";

const HEAD = "name: Demo\ndescription: Demo.\ncategories: [ai]\nversion: '20260105_00'\nauth: [{ mode: API_KEY }]\n";
const read = (text: string) => parseYamlFile(ToolkitFile, "toolkits/demo/toolkit.yaml", text);

describe("parseYamlFile", () => {
  it.each([
    ["a mistyped key", `${HEAD}baseURL: https://a.example`, 'there is no key "baseURL" here; did you mean "baseUrl"?'],
    [
      "a mistyped key of one of several forms",
      `${HEAD}sources: [{ package: a, file: b, tools: { DEMO_X: { operation: GET /a, parmeters: {} } } }]`,
      'sources.0.tools.DEMO_X: there is no key "parmeters" here; did you mean "parameters"?',
    ],
    [
      "a value that fits no form",
      `${HEAD}sources: [{ package: a, file: b, tools: { DEMO_X: /a } }]`,
      'sources.0.tools.DEMO_X: write it as "METHOD /path"',
    ],
    ["a key that is written twice", `${HEAD}name: Other`, "Map keys must be unique"],
  ])("names the file, the place and the reason for %s", (_, text, reason) => {
    expect(() => read(text)).toThrow(`toolkits/demo/toolkit.yaml: ${reason}`);
  });

  it("lists the keys if none is similar", () => {
    const File = z.strictObject({ one: z.string().optional(), two: z.string().optional() });
    expect(() => parseYamlFile(File, "a.yaml", "zebra: 1")).toThrow(
      'a.yaml: there is no key "zebra" here; the keys are one, two',
    );
  });
});

it.each([
  ...[
    "1_000",
    "0b11",
    "-0b1",
    "012",
    "0o17",
    "+0o7",
    "0x1F",
    "-0x1F",
    "-0",
    "-0.0",
    "[-0, 1]",
    "+.5",
    ".5",
    "5.",
    "1e3",
  ],
  ...[
    "-.inf",
    "~",
    "",
    "Null",
    "True",
    "yes",
    "no",
    "2001-01-01",
    "1:20",
    "<<",
    "'a'",
    '"\\u00e9\\n"',
    "|\n  a\n  b\n",
  ],
  ...[">-\n  a\n  b\n\n  c", "&x {a: 1}\nother: {<<: *x, b: 2}", "!foo bar", "{__proto__: {a: 1}}", "[a, [b]]"],
])("reads %j as YAML 1.2 with merged keys", (value) => {
  const text = `key: ${value}`;
  const expected: unknown = parseDocument(text, { merge: true }).toJS();
  expect(parseYamlFile(z.unknown(), "a.yaml", text)).toStrictEqual(expected);
});

it("docs/own-toolkits/catalog.md describes every key of a toolkit.yaml", () => {
  const text = readFileSync(inRoot("docs/own-toolkits/catalog.md"), "utf8");
  const table = text.slice(text.indexOf("## The keys of toolkit.yaml"), text.indexOf("A toolkit with a sign-in"));
  expect(Object.keys(ToolkitFile.shape).filter((key) => !table.includes(`\`${key}\``))).toEqual([]);
});
