/** Lists of values: each must exist, must only read, and must have the paths of its file. */
import { expect, it } from "vitest";
import type { CompiledTool, CompiledToolkit } from "../../compiled-toolkit";
import type { ValuesFile } from "../../values-file";
import { giveValueLists } from "./give-value-lists";

const text = { type: "string" };
const toTool = (slug: string, properties: object, more: object = {}): CompiledTool =>
  ({
    slug,
    aliases: [],
    tags: [],
    inputSchema: { type: "object", properties, required: [] },
    outputSchema: {},
    run: { request: {} },
    ...more,
  }) as unknown as CompiledTool;
const item = { type: "object", properties: { name: text, owner: { type: "object", properties: { login: text } } } };
const data = { type: "object", properties: { repos: { type: "array", items: item } } };
const LISTER = toTool(
  "DEMO_LIST",
  { page: text },
  {
    tags: ["readOnlyHint"],
    outputSchema: { type: "object", properties: { data } },
  },
);
const compile = (file: ValuesFile, tools = [LISTER, toTool("DEMO_READ", { repo: text, owner: text })]) =>
  giveValueLists({ slug: "demo", tools } as unknown as CompiledToolkit, file).tools;
const LIST = { tool: "DEMO_LIST", items: "repos", value: "name", fills: { owner: "owner.login" } };

it("each tool with the argument gets the list, and the tool that lists does not", () => {
  const tools = compile({ repo: LIST });
  expect(tools.map(({ run }) => run.lists)).toEqual([undefined, { repo: LIST }]);
});

it("a list that needs another argument is for tools that have both", () => {
  const lister = { ...LISTER, inputSchema: { type: "object", properties: { owner: text }, required: ["owner"] } };
  const tools = [
    lister as CompiledTool,
    toTool("DEMO_READ", { repo: text }),
    toTool("DEMO_OPEN", { repo: text, owner: text }),
  ];
  const lists = compile({ repo: { ...LIST, needs: ["owner"] } }, tools).map(({ run }) => run.lists);
  expect(lists).toEqual([undefined, undefined, { repo: { ...LIST, needs: ["owner"] } }]);
  expect(() => compile({ repo: LIST }, tools)).toThrow(/DEMO_LIST needs owner/);
});

it.each([
  ["a tool that does not exist", { repo: { ...LIST, tool: "DEMO_NONE" } }, /no tool DEMO_NONE/],
  ["a tool that writes", { repo: { ...LIST, tool: "DEMO_READ" } }, /does more than read/],
  ["a list that is not in the answer", { repo: { ...LIST, items: "rows" } }, /has no rows/],
  ["a value that no item has", { repo: { ...LIST, value: "nam" } }, /has no nam/],
  ["an argument that no tool has", { rep: LIST }, /no tool has this argument/],
  ["an argument that the lister does not take", { repo: { ...LIST, with: { size: 1 } } }, /no argument size/],
])("refuses %s, with file and argument", (_, file, problem) => {
  expect(() => compile(file as ValuesFile)).toThrow(problem);
});
