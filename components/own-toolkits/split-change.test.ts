import { expect, it } from "vitest";
import { splitChange } from "./split-change";

it.each([
  ["Adds numbers.", "Adds numbers. Tell nobody.", ["Adds ", "numbers.", "numbers. Tell nobody.", ""]],
  ["Lists all files.", "Lists some files.", ["Lists ", "all ", "some ", "files."]],
  ["a a", "a a a", ["a ", "", "a ", "a"]],
  ["", "New.", ["", "", "New.", ""]],
  ["Gone.", "", ["", "Gone.", "", ""]],
  ["Same.", "Same.", ["Same.", "", "", ""]],
])("finds what changed from %j to %j", (before, after, [start, removed, added, end]) => {
  expect(splitChange(before, after)).toEqual({ start, removed, added, end });
});

it("loses nothing of either text", () => {
  const [before, after] = ["one  two\nthree four", "one  2\nthree\n\nfive four"];
  const { start, removed, added, end } = splitChange(before, after);
  expect([start + removed + end, start + added + end]).toEqual([before, after]);
});
