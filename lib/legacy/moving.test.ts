/** The guide to today's SDK has each method of the older packages that their drivers call. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { inRoot } from "@/scripts/paths.mjs";

const read = (file: string): string => readFileSync(inRoot(file), "utf8");
/** The first column of the tables under "Move on". */
const before = (read("docs/migrate/older-api.md").split("## Move on")[1] ?? "")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| before") && !line.startsWith("| ---"))
  .map((line) => line.split(" | ")[0] ?? "");

/** The methods that a driver runs: `entity.execute`, without words about the case. */
const methodsOf = (file: string): string[] => [
  ...new Set(
    [...read(file).matchAll(/run(?:InNewer)?\(\s*"((?:[a-zA-Z_]+\.)?[a-zA-Z_]+)["' ]/g)].flatMap(
      ([, name]) => name ?? [],
    ),
  ),
];

const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const last = (name: string): string => name.split(".").at(-1) ?? "";

const hasRow = (name: string): boolean => {
  const [object] = name.split(".");
  const words = [last(name), camel(last(name))];
  return before.some(
    (cell) =>
      words.some((word) => new RegExp(`\\b${word}\\b`).test(cell)) &&
      (object === name || [`${object}.`, `${camel(object ?? "")}.`, `${object}\``].some((text) => cell.includes(text))),
  );
};

it.each(["test/children/older-sdk-child.mjs", "test/children/older-sdk-child.py"])(
  "each method of %s has a row",
  (file) => {
    const methods = methodsOf(file).filter((name) => name !== "an");
    expect(methods.length).toBeGreaterThan(40);
    expect(methods.filter((name) => !hasRow(name))).toEqual([]);
  },
);
