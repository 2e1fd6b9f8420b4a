/** Messages of a sandbox: what is too large for the server ends the reading, before it is parsed. */
import { expect, it } from "vitest";
import { messageReader, RUN_BUDGET, type Message } from "./message-reader";

function read(...lines: string[]): { messages: Message[]; ends: string[] } {
  const [messages, ends]: [Message[], string[]] = [[], []];
  const reader = messageReader(
    (message) => messages.push(message),
    (what) => ends.push(what),
  );
  reader.grant(RUN_BUDGET);
  reader.push(Buffer.from(lines.map((line) => `${line}\n`).join("")));
  return { messages, ends };
}
const display = (data: string) => `{"type":"display","data":{"application/json":${data}}}`;

it.each([
  ["names", `{${Array.from({ length: 400_000 }, (_, n) => `"n${n}":1`).join(",")}}`],
  ["values", `[${"[],".repeat(1_000_000)}[]]`],
  ["levels", "[".repeat(300) + "]".repeat(300)],
])("a message of too many %s ends the reading", (_, data) => {
  const { messages, ends } = read('{"type":"ready"}', display(data), '{"type":"later"}');
  expect(messages.map(({ type }) => type)).toEqual(["ready"]);
  expect(ends).toEqual(["a message of too many values"]);
});

it("reads large messages of few values, and skips invalid messages", () => {
  const { messages, ends } = read(display(JSON.stringify("x".repeat(5_000_000))), "{", "<a>", '{"type":"later"}');
  expect(messages.map(({ type }) => type)).toEqual(["display", "later"]);
  expect(ends).toEqual([]);
});
