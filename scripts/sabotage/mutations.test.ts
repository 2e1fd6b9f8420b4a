/** The list of `npm run sabotage` follows the code: each guard occurs in its file, and each test file exists. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { mutate } from "./mutate.mjs";
import { MUTATIONS } from "./mutations.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

it.each(MUTATIONS)("$name: the guard stands once in $file", (mutation) => {
  const text = readFileSync(path.join(root, mutation.file), "utf8");
  expect(mutate(text, mutation)).not.toBe(text);
  expect(mutation.tests.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  expect(mutation.tests.length).toBeGreaterThan(0);
});

it("names each mutation once", () => {
  expect(new Set(MUTATIONS.map(({ name }) => name)).size).toBe(MUTATIONS.length);
});
