/** An answer is counted as a parser would read it, and its line breaks are those that the parser reads quickly. */
import { expect, it } from "vitest";
import { AnswerBounds } from "./answer-bounds";
import { MAX_ANSWER_VALUES, MAX_STREAM_LINES } from "./constants";

const bytes = (text: string) => Buffer.from(text);
const most = MAX_ANSWER_VALUES;

it("writes one line feed for each line break, also for one that comes in two parts", () => {
  const bounds = new AnswerBounds();
  const parts = ["data: a\r\n\r", "\ndata: b\r\rdata: c\n", "\n\r", "x"];
  const text = parts.map((part) => Buffer.from(bounds.addEvents(bytes(part))).toString()).join("");
  expect(text).toBe("data: a\n\ndata: b\n\ndata: c\n\n\nx");
});

it.each([
  ["a long list", `data: [${"[],".repeat(most / 2)}[]]`],
  ["one behind a text that is never closed", `: "\ndata: [${"1,".repeat(most)}1]`],
  ["one behind escapes", `data: ["\\\\","\\"",${"1,".repeat(most)}1]`],
])("refuses %s", (_, text) => {
  expect(() => new AnswerBounds().addEvents(bytes(text))).toThrow(/values in one answer/);
});

it("takes as many commas as there are in a text", () => {
  new AnswerBounds().add(bytes(`{"text":"${'a,[{\\",'.repeat(most)}"}`));
});

it("refuses too many lines", () => {
  expect(() => new AnswerBounds().addEvents(bytes("\r".repeat(MAX_STREAM_LINES + 1)))).toThrow(/lines in one answer/);
});
