/** The headings of a guide, and what cuts its text into blocks. */
import { expect, it } from "vitest";
import { readGuideText, toPlainText } from "./guide-text";

it("reads the title, and the headings with the anchors that code hosts give them", () =>
  expect(
    readGuideText("# A *title*\n\nText\n\n## `PATCHBAY_X` and more\n\n### Limits\n\n## Limits\n\n## Über uns"),
  ).toMatchObject({
    title: "A title",
    headings: [
      { level: 2, text: "PATCHBAY_X and more", anchor: "patchbay_x-and-more" },
      { level: 3, text: "Limits", anchor: "limits" },
      { level: 2, text: "Limits", anchor: "limits-1" },
      { level: 2, text: "Über uns", anchor: "über-uns" },
    ],
  }));

it("reads tables, lists and code", () => {
  const { blocks } = readGuideText(
    "# T\n\n| a | b |\n| --- | --- |\n| `x\\|y` | |\n\n1. one\n2. two\n\n```ts\n# no title\n```",
  );
  expect(blocks.map((block) => [block.type, toPlainText(block)])).toEqual([
    ["table", "abx|y"],
    ["list", "onetwo"],
    ["code", "# no title"],
  ]);
});

it("a guide without any text has no title", () => expect(readGuideText("")).toMatchObject({ title: "", headings: [] }));
