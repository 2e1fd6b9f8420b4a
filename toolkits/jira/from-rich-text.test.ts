import { expect, it } from "vitest";
import { fromRichText } from "./from-rich-text";
import { toRichText } from "./rich-text";

it("gives back the Markdown that a document was made of", () => {
  const text =
    "# Plan\n\nFirst **bold**, then `code` and [a page](https://a.example/b).\n\n- one\n- two\n\n```\nlet a = 1;\n```";
  expect(fromRichText(toRichText(text))).toBe(text);
});

it("writes what only other programs put into a document", () => {
  const text = (words: string, ...marks: object[]) => ({ type: "text", text: words, marks });
  const paragraph = (...content: object[]) => ({ type: "paragraph", content });
  const row = (...cells: string[]) => ({
    type: "tableRow",
    content: cells.map((words) => ({ type: "tableCell", content: [paragraph(text(words))] })),
  });
  const document = {
    type: "doc",
    content: [
      paragraph({ type: "mention", attrs: { id: "1", text: "Ada" } }, text(" on "), {
        type: "date",
        attrs: { timestamp: "1764201600000" },
      }),
      { type: "panel", content: [paragraph(text("Mind the gap"))] },
      { type: "taskList", content: [{ type: "taskItem", attrs: { state: "DONE" }, content: [text("Sent")] }] },
      { type: "table", content: [row("a", "b"), row("c|d", "e")] },
      {
        type: "orderedList",
        attrs: { order: 3 },
        content: [
          {
            type: "listItem",
            content: [
              paragraph(text("third")),
              { type: "bulletList", content: [{ type: "listItem", content: [paragraph(text("deep"))] }] },
            ],
          },
        ],
      },
      { type: "mediaSingle", content: [{ type: "media", attrs: { id: "x", alt: "plan.png" } }] },
      { type: "unknown", content: [paragraph(text("kept"))] },
    ],
  };
  expect(fromRichText(document)).toBe(
    "@Ada on 2025-11-27\n\n> Mind the gap\n\n- [x] Sent\n\n| a | b |\n| --- | --- |\n| c\\|d | e |\n\n3. third\n   - deep\n\n" +
      "[attached: plan.png]\n\nkept",
  );
});

it("takes texts of older sites, nothing, and documents of any depth", () => {
  expect([fromRichText("plain"), fromRichText(null), fromRichText({})]).toEqual(["plain", "", ""]);
  let deep: object = { type: "paragraph", content: [{ type: "text", text: "end" }] };
  for (let level = 0; level < 3_000; level += 1) deep = { type: "blockquote", content: [deep] };
  expect(fromRichText({ type: "doc", content: [deep] }).length).toBeLessThan(1_000);
});

it("leaves out a date that is none", () => {
  const date = (timestamp: string) => ({ type: "date", attrs: { timestamp } });
  const document = { content: [{ type: "paragraph", content: ["9000000000000000", "soon", ""].map(date) }] };
  expect(fromRichText(document)).toBe("");
});

it("writes a cell as one line, and reads long runs of spaces once", () => {
  const cellOf = (words: string) => ({
    type: "table",
    content: [{ content: [{ content: [{ type: "paragraph", content: [{ type: "text", text: words }] }] }] }],
  });
  expect(fromRichText({ content: [cellOf("a \n\n  b")] })).toBe("| a b |\n| --- |");
  const document = { content: Array.from({ length: 400 }, () => cellOf(`a${" ".repeat(32_000)}b`)) };
  expect(fromRichText(document).length).toBeGreaterThan(400 * 32_000);
});
