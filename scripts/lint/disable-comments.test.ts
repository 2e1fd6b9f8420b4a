/** No file of the project switches the linter off: a comment at its top would hide itself from the linter. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { inRoot } from "../paths.mjs";

/** All files outside of the folders that the linter leaves out. A release or a copy has no list of git. */
function listFiles(): string[] {
  const [, patterns = ""] = /"ignorePatterns": \[([^\]]+)\]/.exec(readFileSync(inRoot(".oxlintrc.json"), "utf8")) ?? [];
  const ignored = new Set([".git", ...Array.from(patterns.matchAll(/"\/?([^"]+?)\/?"/g), ([, name]) => name)]);
  const inFolder = (folder: string): string[] =>
    readdirSync(inRoot(folder), { withFileTypes: true }).flatMap((entry) => {
      const file = path.posix.join(folder, entry.name);
      if (ignored.has(file) || entry.name === "node_modules") return [];
      return entry.isDirectory() ? inFolder(file) : [file];
    });
  return inFolder("");
}

describe("the linter", () => {
  it("is switched off by no comment", () => {
    const code = listFiles().filter((file) => /\.[cm]?[jt]sx?$/.test(file));
    expect(code).toEqual(expect.arrayContaining(["server.ts", "next.config.mjs", ".dependency-cruiser.cjs"]));
    expect(code.filter((file) => /(?:ox|es)lint-disable/.test(readFileSync(inRoot(file), "utf8")))).toEqual([]);
  });
});
