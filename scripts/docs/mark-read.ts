/** Writes into guides that they fit the operations that they name, as these are now. */
import { readFileSync, writeFileSync } from "node:fs";
import { operations } from "../../lib/api";
import { withoutFrontMatter } from "../../lib/contract/markdown/guide-text";
import { inRoot } from "../paths.mjs";
import { findNamedOperations, hashForm, readGuides } from "./named-operations";

/** Whether the guide was changed. */
function markRead(file: string): boolean {
  const path = inRoot("docs", file);
  const before = readFileSync(path, "utf8");
  const markdown = withoutFrontMatter(before);
  const hash = hashForm(findNamedOperations(markdown, operations));
  const after = hash ? `---\ncontract: ${hash}\n---\n\n${markdown}` : markdown;
  if (after !== before) writeFileSync(path, after);
  return after !== before;
}

/** @param paths of guides; an empty list means all. @returns the guides that were changed */
export function markGuidesRead(paths: readonly string[]): string[] {
  const names = paths.map((name) => name.replace(/^(\.\/)?docs\//, ""));
  const unknown = names.filter((name) => !readGuides.some(({ file }) => file === name));
  if (unknown.length > 0) throw new Error(`There is no guide ${unknown.join(", ")}.`);
  return readGuides
    .map(({ file }) => file)
    .filter((file) => names.length === 0 || names.includes(file))
    .filter(markRead);
}
