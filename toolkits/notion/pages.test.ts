/** Pages of Notion from Markdown and from other pages, against a store that refuses what Notion refuses. */
import { describe, expect, it } from "vitest";
import { ProviderRefusal, type HandlerRequest } from "@/lib/catalog/tool-handler";
import { recorderOf } from "@/test/builders/handler-recorder";
import { startNotionPages } from "@/test/servers/notion-pages";
import { toBlocks, type Block } from "./blocks";
import { handlers } from "./handlers";

const run = recorderOf(handlers);
const page = { parent_id: "p", title: "T" };
const create = async (markdown: string) => {
  const notion = startNotionPages(["p"]);
  const { result, requests } = run("createPage", { ...page, markdown }, notion.answer);
  return { answer: await result, outline: notion.outline("new"), requests };
};
const text = (content: string) => [{ type: "text", text: { content } }];
const textBlock = (type: string, words: string, more: object = {}) => ({
  type,
  [type]: { rich_text: text(words), ...more },
});

describe("a page from Markdown", () => {
  it("has lists inside of lists, and code, tables and text inside of items", async () => {
    const markdown =
      "- a\n  - b\n    1. c\n    2. [x] d\n  text of a\n\n  ```js\n  let x;\n    y\n  ```\n- [ ] e\n\t- f\n\nend";
    expect((await create(markdown)).outline).toEqual([
      [
        "bulleted_list_item a",
        [
          ["bulleted_list_item b", ["numbered_list_item c", "numbered_list_item [x] d"]],
          "paragraph text of a",
          "code let x;\n  y",
        ],
      ],
      ["to_do e", ["bulleted_list_item f"]],
      "paragraph end",
    ]);
  });

  it("keeps what is deeper than one request takes, in its order", async () => {
    const deep = Array.from({ length: 7 }, (_, level) => `${"  ".repeat(level)}- level ${level}`).join("\n");
    const { outline, requests } = await create(`before\n${deep}\n- after`);
    const flat = JSON.stringify(outline).match(/[a-z]+ \d|before|after/g);
    expect(flat).toEqual(["before", ...Array.from({ length: 7 }, (_, level) => `level ${level}`), "after"]);
    expect(requests.length).toBeLessThan(10);
  });

  it("has all items of a long list inside of an item", async () => {
    const items = Array.from({ length: 250 }, (_, index) => `  - ${index}`).join("\n");
    const [[, inside] = []] = (await create(`- top\n${items}`)).outline as [string, unknown[]][];
    expect(inside).toHaveLength(250);
    expect([inside?.[0], inside?.[249]]).toEqual(["bulleted_list_item 0", "bulleted_list_item 249"]);
  });

  it("has quotes of several lines, pictures and dividers", () => {
    expect(toBlocks("> a\n> b\n***\n![Logo](https://a.example/l.png)\n* c")).toMatchObject([
      textBlock("quote", "a\nb"),
      { type: "divider" },
      { type: "image", image: { external: { url: "https://a.example/l.png" }, caption: text("Logo") } },
      { type: "bulleted_list_item" },
    ]);
  });

  it("has texts of at most 2,000 units, without halves of an emoji, and at most 100 texts a block", async () => {
    const emoji = `x${"😀".repeat(3000)}`;
    const many = Array.from({ length: 150 }, (_, index) => `**${index}** `).join("");
    const { outline } = await create(`${emoji}\n- ${many}\n[a](https://a.example/${"b".repeat(2001)})`);
    expect(outline[0]).toBe(`paragraph ${emoji}`);
    expect(outline.slice(1, -1).join(" ").match(/\d+/g)).toHaveLength(150);
    expect(outline.at(-1)).toBe("paragraph a");
  });

  it("stays when a part of it is refused, and the answer says how much is there", async () => {
    const notion = startNotionPages(["p"]);
    let count = 0;
    const answer = (request: HandlerRequest) => {
      if (++count === 3) throw new ProviderRefusal("Notion answered 429 Too Many Requests.", 429);
      return notion.answer(request);
    };
    const markdown = Array.from({ length: 350 }, (_, index) => `line ${index}`).join("\n");
    const result = await run("createPage", { ...page, markdown }, answer).result;
    expect(result).toMatchObject({
      id: "new",
      problem: "200 of 350 blocks were written. Notion answered 429 Too Many Requests.",
      count: 200,
      total: 350,
    });
    count = 2;
    const nothing = run("addContent", { parent_block_id: "p", markdown: "x" }, answer).result;
    await expect(nothing).rejects.toThrow("429");
  });
});

describe("a list of described blocks", () => {
  it("is added with each block under its name or not", async () => {
    const notion = startNotionPages(["p"]);
    const blocks = [{ content_block: { content: "a" } }, { content: "b", block_property: "heading_1" }];
    await run("addContent", { parent_block_id: "p", content_blocks: blocks }, notion.answer).result;
    expect(notion.outline("p")).toEqual(["paragraph a", "heading_1 b"]);
  });

  it("is sent in requests that Notion takes, counted in bytes", async () => {
    const notion = startNotionPages(["p"]);
    const blocks = Array.from({ length: 100 }, () => ({ content: "字".repeat(2000) }));
    await run("addContent", { parent_block_id: "p", content_blocks: blocks }, notion.answer).result;
    expect(notion.outline("p")).toHaveLength(100);
  });

  it.each([["x"], [["x"]], [[null]]])("with %j inside of a block is for Notion to refuse", async (children) => {
    const blocks = [{ type: "paragraph", paragraph: { rich_text: [], children } }];
    const { result, requests } = run("addContent", { parent_block_id: "p", content_blocks: blocks }, () => {
      throw new ProviderRefusal("Notion answered 400 Bad Request.", 400);
    });
    await expect(result).rejects.toThrow("400 Bad Request");
    expect(requests).toHaveLength(1);
  });
});

describe("a copy of a page", () => {
  const copy = async (blocks: Parameters<ReturnType<typeof startNotionPages>["add"]>[1], refusedPath = "") => {
    const notion = startNotionPages(["a", "p"]);
    notion.add("a", blocks);
    const answer = (request: HandlerRequest) => {
      if (refusedPath && request.path.includes(refusedPath))
        throw new ProviderRefusal("Notion answered 404 Not Found.", 404);
      return notion.answer(request);
    };
    const { result, requests } = run("duplicatePage", { page_id: "a", parent_id: "p" }, answer);
    return { answer: await result, outline: notion.outline("new"), requests };
  };

  it("has blocks inside of blocks, tables and columns", async () => {
    const row = (...cells: string[]) => ({ type: "table_row", table_row: { cells: cells.map(text) } });
    const column = (...children: Block[]) => ({ type: "column", column: { children } });
    const blocks = [
      textBlock("toggle", "t", {
        children: [
          textBlock("paragraph", "1", { children: [textBlock("to_do", "2", { children: [textBlock("quote", "3")] })] }),
        ],
      }),
      { type: "table", table: { table_width: 2, has_column_header: true, children: [row("a", "b"), row("c", "d")] } },
      {
        type: "column_list",
        column_list: {
          children: [column(textBlock("paragraph", "l") as Block), column(textBlock("paragraph", "r") as Block)],
        },
      },
    ];
    const { answer, outline } = await copy(blocks);
    expect(outline).toEqual([
      ["toggle t", [["paragraph 1", [["to_do 2", ["quote 3"]]]]]],
      ["table", ["table_row a|b", "table_row c|d"]],
      [
        "column_list",
        [
          ["column", ["paragraph l"]],
          ["column", ["paragraph r"]],
        ],
      ],
    ]);
    expect(answer).toMatchObject({ id: "new", left_out: {}, is_complete: true });
  });

  it("counts what it leaves out, and what cannot be read", async () => {
    const { answer, outline } = await copy(
      [
        textBlock("toggle", "closed", { children: [textBlock("paragraph", "hidden")] }),
        { type: "image", image: { type: "file", file: { url: "https://s3.example/x" } } },
        { type: "image", image: { type: "external", external: { url: "https://a.example/x.png" } } },
        { type: "child_page", child_page: { title: "Sub" } },
        { type: "child_page", child_page: { title: "Sub" } },
        { type: "link_preview", link_preview: { url: "https://a.example" } },
      ],
      "/b1/",
    );
    expect(outline).toEqual(["toggle closed", "image", "bookmark"]);
    expect(answer.left_out).toEqual({
      "inside of toggle, not readable": 1,
      "image stored in Notion": 1,
      child_page: 2,
    });
  });

  it("ends, and says that there is more", async () => {
    const { answer } = await copy(Array.from({ length: 1250 }, (_, index) => textBlock("paragraph", String(index))));
    expect(answer).toMatchObject({ is_complete: false });
  });
});
