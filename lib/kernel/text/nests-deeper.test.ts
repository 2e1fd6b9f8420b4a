/** Depth of JSON text, whatever its texts hold. */
import { expect, test } from "vitest";
import { nestsDeeper } from "./nests-deeper";

test.each([
  ["[".repeat(501), true],
  [`${"[".repeat(500)}${"]".repeat(500)}`, false],
  [`${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`, true],
  [JSON.stringify({ text: "[".repeat(10_000), other: '\\"['.repeat(1000) }), false],
  [`["a\\\\",${"[".repeat(600)}`, true],
  [`["a\\"",${"[".repeat(400)}"${"[".repeat(600)}`, false],
  ["[],".repeat(10_000), false],
])("text %#", (text, deeper) => expect(nestsDeeper(text, 500)).toBe(deeper));
