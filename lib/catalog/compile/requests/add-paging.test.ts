/** Arguments for pages that a description leaves out. */
import { expect, it } from "vitest";
import { compile, file } from "@/test/builders/compile-toolkit";
import { compileToolkit } from "../compile-toolkit";
import { PagingFile } from "./add-paging";

const YAML = `
tools:
  DEMO_LIST_SHIPS:
    { name: List ships, description: Lists ships, method: GET, path: /ships, output: { properties: { next: {} } } }
  DEMO_LIST_PORTS: { name: List ports, description: Lists ports, method: GET, path: /ports }
`;
const withPaging = (paging: unknown) =>
  compileToolkit({
    slug: "demo",
    filePath: "toolkits/demo/toolkit.yaml",
    file: file(YAML),
    providers: {},
    paging: PagingFile.parse(paging),
    read: () => ({}),
  }).tools;
const SIZE = {
  page_size: { type: "integer", name: "page[size]", maximum: 100, description: "Ships of a page at most" },
};

it("are sent as a query, by the tools whose answer has the mark", () => {
  const tools = withPaging([{ tools: ["DEMO_LIST_*"], answer: "next", arguments: SIZE }]);
  const ships = tools.find(({ slug }) => slug === "DEMO_LIST_SHIPS");
  expect(ships?.inputSchema.properties).toEqual({
    page_size: { type: "integer", maximum: 100, description: "Ships of a page at most" },
  });
  expect(ships?.run.request?.parameters).toEqual([{ key: "page_size", name: "page[size]", in: "query" }]);
  expect(tools.find(({ slug }) => slug === "DEMO_LIST_PORTS")?.inputSchema.properties).toEqual({});
});

it("belong to a tool that exists", () =>
  expect(() => withPaging([{ tools: ["DEMO_LIST_CREWS"], arguments: SIZE }])).toThrow("toolkits/demo/paging.yaml"));

it("are absent without a file", () => expect(compile({}, YAML).tools[0]?.inputSchema.properties).toEqual({}));
