/** Notion's composite tools against a recorder of their requests. */
import { describe, expect, it } from "vitest";
import type { HandlerRequest, HandlerTools } from "@/lib/catalog/handler";
import { toBlocks, toProperty } from "./blocks";
import { handlers } from "./handlers";
import { HANDLER_FACTS } from "@/test/handler-facts";

function recorder(answers: unknown[] = []) {
  const sent: HandlerRequest[] = [];
  const tools: HandlerTools = {
    call: async (request) => ({
      status: 200,
      headers: {},
      data: (sent.push(request), answers[sent.length - 1] ?? { id: "made", results: [{ id: "last" }] }),
    }),
    readFile: async () => ({ name: "a.txt", mimetype: "text/plain", bytes: new Uint8Array() }),
    ...HANDLER_FACTS,
    fail: (message) => {
      throw new Error(message);
    },
  };
  return {
    sent,
    run: (name: string, args: Record<string, unknown>) => handlers[name]?.(args as Record<string, never>, tools),
  };
}

describe("pages", () => {
  it.each(["createPage", "insertRow", "addContent"])(
    "%s refuses a longer text before anything is sent",
    async (name) => {
      const { sent, run } = recorder();
      await expect(run(name, { markdown: "x".repeat(100_001) })).rejects.toThrow("markdown has 100001 characters");
      expect(sent).toEqual([]);
    },
  );

  it("creates a page with a title and the blocks of its Markdown", async () => {
    const { sent, run } = recorder();
    await run("createPage", { parent_id: "p", title: "Plan", markdown: "# One\n- [x] done", icon: "🚀" });
    expect(sent[0]).toMatchObject({
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

  it("adds what is more than a request takes in further ones, after the last", async () => {
    const { sent, run } = recorder();
    await run("createPage", {
      parent_id: "p",
      title: "Long",
      markdown: Array.from({ length: 250 }, (_, n) => `line ${n}`).join("\n"),
    });
    expect(sent.map(({ method, body }) => [method, (body as { children: unknown[] }).children.length])).toEqual([
      ["POST", 100],
      ["PATCH", 100],
      ["PATCH", 50],
    ]);
    expect(sent[2]?.body).toMatchObject({ after: "last" });
  });

  it("copies a page without what Notion keeps to itself", async () => {
    const page = { properties: { Name: { type: "title", title: [{ plain_text: "Old" }] } } };
    const { sent, run } = recorder([
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
    expect(sent[2]).toMatchObject({
      path: "/v1/pages",
      body: { children: [{ object: "block", type: "paragraph", paragraph: { rich_text: [] } }] },
    });
    expect(JSON.stringify(sent[2]?.body)).toContain("Old (copy)");
  });
});

describe("rows", () => {
  it("writes values in the form of their types, and names a type it cannot write", async () => {
    const { sent, run } = recorder();
    await run("insertRow", {
      database_id: "d",
      properties: [
        { name: "Name", type: "title", value: "A" },
        { name: "Tags", type: "multi_select", value: "x, y" },
        { name: "Due", type: "date", value: "2026-01-01/2026-01-02" },
      ],
    });
    expect(sent[0]?.body).toMatchObject({
      parent: { database_id: "d" },
      properties: {
        Tags: { multi_select: [{ name: "x" }, { name: "y" }] },
        Due: { date: { start: "2026-01-01", end: "2026-01-02" } },
      },
    });
    await expect(
      run("insertRow", { database_id: "d", properties: [{ name: "F", type: "formula", value: 1 }] }),
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
    { type: "code", code: { language: "ts", rich_text: [{ text: { content: "a\n\nb" } }] } },
    { type: "paragraph" },
  ]);
  expect(
    (toBlocks("y".repeat(4500))[0] as unknown as { paragraph: { rich_text: unknown[] } }).paragraph.rich_text,
  ).toHaveLength(3);
});
