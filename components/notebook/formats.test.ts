import { expect, it } from "vitest";
import { beginRun, newCell, withEvent } from "./cells";
import { NotANotebook, readIpynb, toFileName, toIpynb, toPython } from "./formats";

const cells = [
  { ...newCell("text", "# Sales"), key: "t" },
  { ...newCell("python", "a = 1\nprint(a)"), key: "p" },
  { ...newCell("bash", "ls -l"), key: "b" },
];

it("a notebook comes back as it was written", () => {
  const shape = ({ kind, source }: (typeof cells)[number]) => ({ kind, source });
  expect(readIpynb(toIpynb(cells, {})).map(shape)).toEqual(cells.map(shape));
});

it("is a notebook of Jupyter's, with what its cells gave", () => {
  const run = withEvent(beginRun("running", 0), "text", { stream: "stdout", text: "1\n2\n" }, 0);
  const book = JSON.parse(toIpynb(cells, { p: run })) as { nbformat: number; cells: { outputs?: object[] }[] };
  expect(book).toMatchObject({ nbformat: 4, nbformat_minor: 5, metadata: { kernelspec: { name: "python3" } } });
  expect(book.cells).toMatchObject([
    { cell_type: "markdown", source: ["# Sales"] },
    { cell_type: "code", source: ["a = 1\n", "print(a)"], outputs: [{ name: "stdout", text: ["1\n", "2\n"] }] },
    { cell_type: "code", source: ["%%bash\n", "ls -l"] },
  ]);
});

it("a program has marks for its cells, and what is no Python in comments", () => {
  expect(toPython(cells)).toBe("# %% [markdown]\n# # Sales\n\n# %%\na = 1\nprint(a)\n\n# %% bash\n# ls -l\n");
});

it("reads sources as lists and as texts; outputs are left out", () => {
  const file = {
    cells: [
      { cell_type: "code", source: "1", outputs: [{}] },
      { cell_type: "raw", source: ["x", 1] },
    ],
  };
  expect(readIpynb(JSON.stringify(file))).toMatchObject([
    { kind: "python", source: "1" },
    { kind: "text", source: "x" },
  ]);
});

it.each(["", "null", "{}", '{"cells": 1}', JSON.stringify({ cells: Array(201).fill({}) })])(
  "refuses what is no notebook: %.20s",
  (text) => expect(() => readIpynb(text)).toThrow(NotANotebook),
);

it("files have names that every system takes", () => {
  expect([toFileName("Sales: Q3/2026", "py"), toFileName("///", "ipynb")]).toEqual([
    "Sales Q32026.py",
    "notebook.ipynb",
  ]);
});
