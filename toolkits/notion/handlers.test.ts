/** Notion's composite tools against a recorder of their requests. */
import { describe, expect, it } from "vitest";
import type { HandlerRequest, HandlerTools } from "@/lib/catalog/tool-handler";
import { toBlocks } from "./blocks";
import { portionsOf } from "./portions";
import { toProperty } from "./property-values";
import { handlers } from "./handlers";
import { HANDLER_FACTS } from "@/test/builders/handler-facts";

function recorder(answers: unknown[] = []) {
  const requests: HandlerRequest[] = [];
  const tools: HandlerTools = {
    call: async (request) => ({
      status: 200,
      headers: {},
      data: (requests.push(request), answers[requests.length - 1] ?? { id: "made", results: [{ id: "last" }] }),
    }),
    readFile: async () => ({ name: "a.txt", mimetype: "text/plain", bytes: new Uint8Array() }),
    ...HANDLER_FACTS,
    fail: (message) => {
      throw new Error(message);
    },
  };
  return {
    sent: requests,
    run: (name: string, args: Record<string, unknown>) => handlers[name]?.(args as Record<string, never>, tools),
  };
}

describe("pages", () => {
  it.each(["createPage", "insertRow", "addContent"])(
    "%s refuses a longer text before anything is sent",
    async (name) => {
      const { sent: requests, run } = recorder();
      await expect(run(name, { markdown: "x".repeat(100_001) })).rejects.toThrow("markdown has 100001 characters");
      expect(requests).toEqual([]);
    },
  );

  it("creates a page with a title and the blocks of its Markdown", async () => {
    const { sent: requests, run } = recorder();
    await run("createPage", { parent_id: "p", title: "Plan", markdown: "# One\n- [x] done", icon: "🚀" });
    expect(requests[0]).toMatchObject({
      method: "POST",
      path: "/v1/pages",
      body: {
        parent: { page_id: "p" },
        properties: { title: { title: [{ text: { content: "Plan" } }] } },
        icon: { type: "emoji" },
        children: [{ type: "heading_1" }, { type: "to_do", to_do: { checked: true } }],
      },
    });
  });

  it("adds what is more than a request takes in further ones, at the end or after the last", async () => {
    const { sent: requests, run } = recorder();
    await run("createPage", {
      parent_id: "p",
      title: "Long",
      markdown: Array.from({ length: 250 }, (_, n) => `line ${n}`).join("\n"),
    });
    expect(requests.map(({ method, body }) => [method, (body as { children: unknown[] }).children.length])).toEqual([
      ["POST", 100],
      ["PATCH", 100],
      ["PATCH", 50],
    ]);
    expect(requests[2]?.body).not.toHaveProperty("after");
    await run("addContent", { parent_block_id: "p", after: "b", markdown: "x\n".repeat(150) });
    expect(requests.slice(3).map(({ body }) => (body as { after?: string }).after)).toEqual(["b", "last"]);
  });

  it("copies a page without what Notion keeps to itself", async () => {
    const page = { properties: { Name: { type: "title", title: [{ plain_text: "Old" }] } } };
    const { sent: requests, run } = recorder([
      page,
      {
        results: [
          { object: "block", id: "b", type: "paragraph", paragraph: { rich_text: [] }, has_children: false },
          { object: "block", id: "c", type: "child_page" },
        ],
        has_more: false,
      },
    ]);
    await run("duplicatePage", { page_id: "a", parent_id: "p" });
    expect(requests[2]).toMatchObject({
      path: "/v1/pages",
      body: { children: [{ object: "block", type: "paragraph", paragraph: { rich_text: [] } }] },
    });
    expect(JSON.stringify(requests[2]?.body)).toContain("Old (copy)");
  });
});

describe("rows", () => {
  it("writes values in the form of their types, and names a type it cannot write", async () => {
    const { sent: requests, run } = recorder();
    await run("insertRow", {
      data_source_id: "d",
      properties: [
        { name: "Name", type: "title", value: "A" },
        { name: "Tags", type: "multi_select", value: "x, y" },
        { name: "Due", type: "date", value: "2026-01-01/2026-01-02" },
      ],
    });
    expect(requests[0]?.body).toMatchObject({
      parent: { data_source_id: "d" },
      properties: {
        Tags: { multi_select: [{ name: "x" }, { name: "y" }] },
        Due: { date: { start: "2026-01-01", end: "2026-01-02" } },
      },
    });
    await expect(
      run("insertRow", { data_source_id: "d", properties: [{ name: "F", type: "formula", value: 1 }] }),
    ).rejects.toThrow('"formula", which cannot be written');
  });

  it("clears a property with an empty value", () => {
    expect([toProperty("select", ""), toProperty("relation", null), toProperty("checkbox", "")]).toEqual([
      { select: null },
      { relation: [] },
      { checkbox: false },
    ]);
  });
});

it("keeps code in one block and splits texts that are longer than Notion takes", () => {
  expect(toBlocks("```ts\na\n\nb\n```\nx")).toMatchObject([
    { type: "code", code: { language: "typescript", rich_text: [{ text: { content: "a\n\nb" } }] } },
    { type: "paragraph" },
  ]);
  expect(
    (toBlocks("y".repeat(4500))[0] as unknown as { paragraph: { rich_text: unknown[] } }).paragraph.rich_text,
  ).toHaveLength(3);
});

describe("languages of code", () => {
  it.each([
    ["js", "javascript"],
    ["Python", "python"],
    ["sh", "shell"],
    ["C++", "c++"],
    ["cpp", "c++"],
    ["objective c", "objective-c"],
    ["Visual Basic", "visual basic"],
    ['python title="a.py"', "python"],
    ["ts{1,3}", "typescript"],
    ["go:main.go", "go"],
    ["{.rust .numberLines}", "rust"],
    ["language-yml", "yaml"],
    ["", "plain text"],
    ["nosuch", "plain text"],
    ["constructor", "plain text"],
  ])("%j is sent as %j", (words, language) => {
    expect(toBlocks(`\`\`\`${words}\nx\n\`\`\``)).toMatchObject([{ type: "code", code: { language } }]);
  });
});

describe("tables", () => {
  const cell = (content: string) => [{ type: "text", text: { content } }];

  it("are tables with a header, filled to their width, with bars that are escaped", () => {
    const [table, after] = toBlocks("| A | B |\n| :-- | --: |\n| 1 | a\\|b |\n| 2 |\n| 3 | 4 | 5 |\nend");
    expect(table).toEqual({
      object: "block",
      type: "table",
      table: {
        table_width: 2,
        has_column_header: true,
        has_row_header: false,
        children: [
          [cell("A"), cell("B")],
          [cell("1"), cell("a|b")],
          [cell("2"), []],
          [cell("3"), cell("4")],
        ].map((cells) => ({ object: "block", type: "table_row", table_row: { cells } })),
      },
    });
    expect(after).toMatchObject({ type: "paragraph" });
  });

  it("need no bars at the edges, and stay text inside code", () => {
    expect(toBlocks("A | B\n--- | ---\n1 | 2").map(({ type }) => type)).toEqual(["table"]);
    expect(toBlocks("```\n|A|\n|-|\n```").map(({ type }) => type)).toEqual(["code"]);
  });

  it.each(["A | B\n--- | --- | ---", "A | B\n1 | 2", "A | B"])("%j is none", (text) => {
    expect(toBlocks(text).every(({ type }) => type === "paragraph")).toBe(true);
  });

  it("are split where Notion takes no longer list, each with the header", () => {
    const rows = Array.from({ length: 250 }, (_, n) => `|${n}|x|`).join("\n");
    const tables = toBlocks(`|A|B|\n|-|-|\n${rows}`) as unknown as { table: { children: unknown[] } }[];
    expect(tables.map(({ table }) => table.children.length)).toEqual([100, 100, 53]);
    expect(tables[1]?.table.children[0]).toEqual(tables[0]?.table.children[0]);
  });

  it("grow no larger than their text", () => {
    const wide = `${"|a".repeat(90)}|\n${"|-".repeat(90)}|\n`;
    expect(JSON.stringify(toBlocks(wide + "|\n".repeat(30_000))).length).toBeLessThan(5_000_000);
  });

  it("go out in requests that hold no more blocks than Notion takes", () => {
    const table = `|A|\n|-|\n${"|1|\n".repeat(90)}\n`;
    const portions = portionsOf(toBlocks(table.repeat(30)));
    expect(portions.map(({ blocks }) => blocks.length)).toEqual([10, 10, 10]);
  });
});

it.each([
  ["Text", "rich_text"],
  ["multi-select", "multi_select"],
  ["Person", "people"],
  ["phone", "phone_number"],
  ["number", "number"],
])("a column of the type %j is created as %j", async (type, name) => {
  const { sent: requests, run } = recorder();
  await run("createDatabase", { parent_id: "p", title: "T", properties: [{ name: "C", type }] });
  expect(requests[0]?.body).toMatchObject({ initial_data_source: { properties: { C: { [name]: {} } } } });
});

it("a column of a type that Notion does not have is refused with the types, before anything is sent", async () => {
  const { sent: requests, run } = recorder();
  await expect(
    run("createDatabase", { parent_id: "p", title: "T", properties: [{ name: "C", type: "toString" }] }),
  ).rejects.toThrow(/"toString".*rich_text, number/);
  expect(requests).toEqual([]);
});

it("a value is written by the words of people for its type", async () => {
  const { sent: requests, run } = recorder();
  await run("insertRow", { data_source_id: "d", properties: [{ name: "Note", type: "Text", value: "x" }] });
  expect(requests[0]?.body).toMatchObject({ properties: { Note: { rich_text: [{ text: { content: "x" } }] } } });
});

it("new text of a block of code stays as it is", async () => {
  const { sent: requests, run } = recorder();
  await run("updateBlock", { block_id: "b", block_type: "code", content: "a **b**" });
  expect(requests[0]?.body).toEqual({ code: { rich_text: [{ type: "text", text: { content: "a **b**" } }] } });
});
