/**
 * Tools whose operations their providers ended: what the table does to them, and the mistakes in it that stop a
 * compile.
 */
import { describe, expect, it } from "vitest";
import { inRoot } from "@/scripts/paths.mjs";
import { CatalogSourceError } from "../../catalog-source-error";
import { compileToolkit } from "../compile-toolkit";
import { readRetired, RetiredFile, type RetiredGroup } from "./mark-retired";
import { addRetired } from "./read-toolkits";
import { file } from "@/test/builders/compile-toolkit";
import { readProjectToolkits } from "@/test/catalog/project-toolkits";

const toolYaml = (slug: string) =>
  `${slug}: { name: ${slug}, description: Does ${slug}., method: GET, path: /${slug} }`;
const YAML = `tools: { ${["DEMO_OLD", "DEMO_NEW", "DEMO_SINGLE"].map(toolYaml).join(", ")} }
aliases: { DEMO_FIRST: DEMO_OLD }`;

const group = (tools: Record<string, string>): RetiredGroup => ({
  because: "Demo ended it",
  from: "2025-04-01",
  source: "https://example.com/ended",
  tools,
});
const compile = (groups: RetiredGroup[], yaml = YAML) =>
  compileToolkit({
    slug: "demo",
    filePath: "toolkits/demo/toolkit.yaml",
    file: file(yaml),
    providers: {},
    retired: groups,
    read: () => ({}),
  });

describe("a retired operation", () => {
  it("makes its tool deprecated, and the description name when, why and what to use", () => {
    const { tools } = compile([group({ DEMO_OLD: "DEMO_NEW", DEMO_SINGLE: "none" })]);
    expect(tools.map(({ slug, deprecated, description }) => [slug, deprecated, description])).toEqual([
      ["DEMO_NEW", false, "Does DEMO_NEW. Takes no arguments."],
      [
        "DEMO_OLD",
        true,
        "Does not work from 2025-04-01 on, because Demo ended it. Use DEMO_NEW instead. Does DEMO_OLD.",
      ],
      [
        "DEMO_SINGLE",
        true,
        "Does not work from 2025-04-01 on, because Demo ended it. There is no replacement. Does DEMO_SINGLE.",
      ],
    ]);
  });

  it("tells callers the day, the reason and the tool to use", () => {
    const tool = compile([group({ DEMO_OLD: "DEMO_NEW" })]).tools.find(({ slug }) => slug === "DEMO_OLD");
    expect(tool?.run.retires).toEqual({ from: "2025-04-01", because: "Demo ended it", use: "DEMO_NEW" });
  });

  it("stays a tool where it ends for some callers alone, which may be all tools of a toolkit", () => {
    const { tools } = compile([{ ...group({ "*": "none" }), whom: "apps in development mode" }]);
    expect(tools.map(({ deprecated, run }) => [deprecated, run.retires?.whom])).toEqual(
      tools.map(() => [false, "apps in development mode"]),
    );
    expect(tools[0]?.description).toMatch(
      /^Does .*\. Does not work for apps in development mode from 2025-04-01 on, because/,
    );
  });

  it("is never offered first", () => {
    const important = compile([group({ DEMO_OLD: "DEMO_NEW" })]).tools.filter((tool) => tool.important);
    expect(important.map(({ slug }) => slug)).toEqual(["DEMO_NEW", "DEMO_SINGLE"]);
  });

  it("is deprecated in the toolkits that mirror it too", () => {
    const { tools } = compileToolkit({
      slug: "family",
      filePath: "toolkits/family/toolkit.yaml",
      file: file("mirrors: [{ toolkit: demo }]"),
      providers: {},
      mirrored: [
        {
          slug: "demo",
          filePath: "toolkits/demo/toolkit.yaml",
          file: file(YAML),
          retired: [group({ DEMO_OLD: "DEMO_NEW" })],
        },
      ],
      read: () => ({}),
    });
    expect(tools.filter((tool) => tool.deprecated).map(({ slug }) => slug)).toEqual(["FAMILY_OLD"]);
  });

  it.each([
    ["a tool that is not there", [group({ DEMO_GONE: "none" })], "demo.DEMO_GONE: there is no such tool"],
    ["a replacement that is not there", [group({ DEMO_OLD: "DEMO_GONE" })], "there is no tool DEMO_GONE"],
    [
      "a replacement that is retired itself, wherever it stands",
      [group({ DEMO_OLD: "DEMO_NEW" }), group({ DEMO_NEW: "none" })],
      "DEMO_NEW, to be used instead, is deprecated itself",
    ],
    ["an alias in place of a tool", [group({ DEMO_FIRST: "none" })], "there is no such tool"],
  ])("stops the compile with %s", (_, groups, words) => {
    expect(() => compile(groups)).toThrow(CatalogSourceError);
    expect(() => compile(groups)).toThrow(words);
  });

  it("stops the compile when the toolkit calls it important", () => {
    expect(() => compile([group({ DEMO_OLD: "none" })], `${YAML}\nimportant: [DEMO_OLD]`)).toThrow("important");
  });
});

describe("the table of the project", () => {
  it("has entries of its form for toolkits that there are", () => {
    const { toolkits } = readProjectToolkits();
    expect(toolkits.filter(({ retired }) => retired).map(({ slug }) => slug)).toEqual(
      Object.keys(readRetired(inRoot())).sort(),
    );
    expect(() => addRetired(new Map(), { nowhere: [group({ DEMO_OLD: "none" })] })).toThrow(
      "nowhere: there is no such toolkit",
    );
  });

  it.each([
    ["no reason", { ...group({ DEMO_OLD: "none" }), because: "" }],
    ["a day that is not one", { ...group({ DEMO_OLD: "none" }), from: "2025-13-01" }],
    ["an empty replacement", group({ DEMO_OLD: "" })],
  ])("takes no entry with %s", (_, entry) => {
    expect(RetiredFile.safeParse({ demo: [entry] }).success).toBe(false);
  });
});
