/** Values that Notion would lose, and blocks as other programs describe them. */
import { describe, expect, it } from "vitest";
import type { HandlerRequest, HandlerTools } from "@/lib/catalog/tool-handler";
import { HANDLER_FACTS } from "@/test/builders/handler-facts";
import { toContentBlock } from "./content-blocks";
import { handlers } from "./handlers";

async function run(name: string, args: Record<string, unknown>): Promise<HandlerRequest[]> {
  const requests: HandlerRequest[] = [];
  const tools: HandlerTools = {
    call: (request) => {
      requests.push(request);
      return Promise.resolve({ status: 200, headers: {}, data: { id: "made", results: [] } });
    },
    readFile: () => Promise.reject(new Error("no files")),
    ...HANDLER_FACTS,
    fail: (message) => {
      throw new Error(message);
    },
  };
  await handlers[name]?.(args as Record<string, never>, tools);
  return requests;
}

const insert = (type: string, value: unknown) =>
  run("insertRow", { data_source_id: "d", properties: [{ name: "Price", type, value }] });

describe("a value of a property", () => {
  it.each([
    ["number", "1,000"],
    ["number", "12 EUR"],
    ["number", " "],
    ["number", "0x10"],
    ["number", "Infinity"],
    ["number", "1e999"],
    ["number", true],
    ["checkbox", "maybe"],
  ])("is refused for %s as %j, which it would lose", async (type, value) => {
    await expect(insert(type, value)).rejects.toThrow(/"Price" cannot be .*Give /);
  });

  it.each([
    ["number", "1000", 1000],
    ["number", " -0.5 ", -0.5],
    ["number", "1e3", 1000],
    ["number", 7, 7],
    ["number", "", null],
    ["checkbox", "Yes", true],
    ["checkbox", "False", false],
  ])("is read for %s from %j", async (type, value, expected) => {
    const [request] = await insert(type, value);
    expect(request?.body).toMatchObject({ properties: { Price: { [type]: expected } } });
  });
});

describe("a block", () => {
  it("is one text with its kind and style", () => {
    expect(
      toContentBlock({
        content: "Hi",
        block_property: "heading_2",
        bold: true,
        color: "red",
        link: "https://a.example",
      }),
    ).toEqual({
      object: "block",
      type: "heading_2",
      heading_2: {
        rich_text: [
          {
            type: "text",
            text: { content: "Hi", link: { url: "https://a.example" } },
            annotations: { bold: true, color: "red" },
          },
        ],
      },
    });
  });

  it("may have Notion's own form", () => {
    const notionBlock = { type: "divider", divider: {} };
    expect(toContentBlock(notionBlock)).toEqual({ object: "block", ...notionBlock });
  });

  it.each([{}, "text", { content: 5 }, { content: "x", block_property: "constructor" }])("is not %j", (value) => {
    expect(toContentBlock(value)).toBeUndefined();
  });

  it("is added to a page, to a row, and to a comment", async () => {
    const content_block = { content: "Plan" };
    const rich_text = [{ type: "text", text: { content: "Plan" } }];
    const [added] = await run("addContent", { parent_block_id: "p", content_block });
    expect(added?.body).toEqual({ children: [{ object: "block", type: "paragraph", paragraph: { rich_text } }] });
    const [row] = await run("insertRow", { data_source_id: "d", properties: [], child_blocks: [content_block] });
    expect(row?.body).toMatchObject({ children: [{ paragraph: { rich_text } }] });
    const [comment] = await run("createComment", { page_id: "p", comment: content_block });
    expect(comment?.body).toEqual({ parent: { page_id: "p" }, rich_text });
    const [remark] = await run("createComment", { block_id: "b", comment: content_block });
    expect(remark?.body).toEqual({ parent: { block_id: "b" }, rich_text });
  });

  it("is refused before anything is sent if it cannot be read", async () => {
    await expect(run("addContent", { parent_block_id: "p", content_block: {} })).rejects.toThrow("no block");
    await expect(run("createComment", { page_id: "p" })).rejects.toThrow("empty");
  });
});
