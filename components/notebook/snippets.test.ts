import { expect, it } from "vitest";
import { toReadingCode, toToolCall } from "./snippets";

it("a call has the arguments that the tool must have, in Python", () => {
  const properties = {
    owner: { type: "string" },
    count: { type: "integer", default: 3 },
    deep: { type: "boolean" },
    labels: { type: "array", examples: [["a", null]] },
    other: { type: "string" },
  };
  expect(toToolCall("GITHUB_LIST", { properties, required: ["owner", "count", "deep", "labels"] })).toBe(
    'result, error = run_composio_tool("GITHUB_LIST", {\n    "owner": "",\n    "count": 3,\n    ' +
      '"deep": False,\n    "labels": ["a", None],\n})\nerror or result',
  );
  expect(toToolCall("A", {})).toBe('result, error = run_composio_tool("A", {})\nerror or result');
});

it("a file is read by its ending, whatever its name", () => {
  expect(toReadingCode("sales.csv")).toContain('pd.read_csv("/mnt/files/sales.csv")');
  expect(toReadingCode('a"b.json')).toContain('open("/mnt/files/a\\"b.json")');
  expect(toReadingCode("notes")).toBe('print(open("/mnt/files/notes").read()[:2000])');
});
