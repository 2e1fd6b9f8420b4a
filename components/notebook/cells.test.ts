import { expect, it } from "vitest";
import {
  beginRun,
  insertCell,
  moveCell,
  neighborOf,
  newCell,
  removeCell,
  wentWell,
  withEvent,
  withoutColors,
} from "./cells";
import type { Run } from "./cells";

const cells = ["a", "b", "c"].map((key) => ({ ...newCell(), key }));
const keys = (list: readonly { key: string }[]) => list.map(({ key }) => key).join("");
const x = { ...newCell("bash", "ls"), key: "x" };
const stream = { lines: 0, bytes: 0, cut: false, file: null };
const END = {
  ...{ status: "ok" as const, reason: null, error: null, stdout: stream, stderr: stream, exit: null },
  ...{ ms: 1, lost: null, notes: [], log_id: "log_1" },
  result: { ...stream, text: "42", display: { data: {}, files: {} } },
};
const after = (...events: [string, unknown][]): Run =>
  events.reduce((run, [name, data]) => withEvent(run, name, data, 2), beginRun("preparing", 1));

it("cells come above, below, and at the end", () => {
  expect([
    keys(insertCell(cells, "b", "above", x)),
    keys(insertCell(cells, "b", "below", x)),
    keys(insertCell(cells, null, "below", x)),
  ]).toEqual(["axbc", "abxc", "abcx"]);
});

it("cells move within the list, and a notebook is never without one", () => {
  expect([keys(moveCell(cells, "b", -1)), keys(moveCell(cells, "c", 1))]).toEqual(["bac", "abc"]);
  expect([neighborOf(cells, "a", 1)?.key, neighborOf(cells, "c", 1)?.key]).toEqual(["b", "c"]);
  expect(removeCell([x], "x")).toMatchObject([{ kind: "python", source: "" }]);
});

it("a run shows texts of one stream together, and its value last", () => {
  const text = (name: string, part: string): [string, unknown] => ["text", { stream: name, text: part }];
  const run = after(["began", {}], text("stdout", "a"), text("stdout", "b"), text("stderr", "c"), ["end", END]);
  expect(run).toMatchObject({ state: "done", since: 2 });
  expect(run.outputs).toMatchObject([
    { kind: "text", text: "ab" },
    { kind: "text", stream: "stderr" },
    { kind: "display", isResult: true, display: { data: { "text/plain": "42" } } },
  ]);
});

it("displays go away when the code clears them; texts stay", () => {
  const display = { data: { "text/plain": "1" }, files: {} };
  const run = after(
    ["text", { stream: "stdout", text: "a" }],
    ["display", display],
    ["clear", {}],
    ["display", display],
  );
  expect(run.outputs.map(({ kind }) => kind)).toEqual(["text", "display"]);
});

it("the cells after one that failed, or did not run, shall not run", () => {
  expect(wentWell(after(["end", END]))).toBe(true);
  expect(wentWell(after(["end", { ...END, status: "error" }]))).toBe(false);
  expect(wentWell(after(["end", { ...END, exit: 1 }]))).toBe(false);
  expect(wentWell(after(["refused", { message: "no", fix: null }]))).toBe(false);
});

it("colors of terminals are left out", () => {
  expect(withoutColors("\u001b[1;31mred\u001b[0m")).toBe("red");
});
