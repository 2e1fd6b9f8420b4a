/** Upper bounds of the classes of faults. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { FAULT_CLASSES } from "@/lib/catalog/compile/checks/classes/fault-classes";
import { inRoot } from "../paths.mjs";
import { countFaults, overBounds, parseClassBounds } from "./class-bounds";

it("a class with more faults than its bound is named, and a class without a bound has none", () => {
  const bounds = parseClassBounds("# Bounds\n2 open answers\n");
  const faults = ["open answers", "open answers", "build dates"].map((name) => ({ class: name, tool: "A", what: "b" }));
  expect(overBounds(countFaults(faults), bounds)).toEqual(["build dates: 1 tools, at most 0"]);
  expect(overBounds(countFaults(faults.slice(1, 2)), bounds)).toEqual([]);
});

it("the project's bounds name classes that exist", () => {
  const bounds = parseClassBounds(readFileSync(inRoot("scripts/catalog/class-bounds.txt"), "utf8"));
  expect([...bounds.keys()].filter((name) => !FAULT_CLASSES.includes(name))).toEqual([]);
});
