/** How a spreadsheet reads a cell. */
import { expect, it } from "vitest";
import { toCsvLine } from "./to-csv-line";

it.each([
  ["=1+2", "'=1+2"],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\tx", "'\tx"],
  ["\rx", `"'\rx"`],
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ["a,b", `"a,b"`],
  [`say "x"`, `"say ""x"""`],
  ["two\nlines", `"two\nlines"`],
  ["plain = text", "plain = text"],
  [-5, "-5"],
  [null, ""],
  [undefined, ""],
])("writes %j so that it is no formula and stays one cell", (value, expected) =>
  expect(toCsvLine([value])).toBe(`${expected}\r\n`),
);

it("joins cells by commas", () => expect(toCsvLine(["a", 1, null, "b"])).toBe("a,1,,b\r\n"));
