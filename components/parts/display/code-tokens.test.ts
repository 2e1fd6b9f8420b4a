/** Coloring code. */
import { describe, expect, it } from "vitest";
import { toTokens, type Language } from "./code-tokens";

const kinds = (text: string, language: Language) =>
  toTokens(text, language)
    .filter(({ kind }) => kind !== "plain")
    .map(({ kind, text }) => `${kind} ${text}`);

describe("toTokens", () => {
  it("loses no character, whatever the text", () => {
    const odd = `const a = "x\\" // y"; // 'z' \`\n# 1.5 'unclosed\n"`;
    for (const language of ["shell", "typescript", "python", "json", "text"] as const)
      expect(
        toTokens(odd, language)
          .map(({ text }) => text)
          .join(""),
      ).toBe(odd);
  });

  it("does not take a URL for a comment, nor words inside of strings for keywords", () => {
    expect(kinds(`const a = "http://x/from";`, "typescript")).toEqual(["keyword const", `string "http://x/from"`]);
    expect(kinds("curl http://x/#part # why", "shell")).toEqual([
      "keyword curl",
      "string http://x/#part",
      "comment # why",
    ]);
  });

  it("tells numbers and constants of JSON", () =>
    expect(kinds(`{"a": 12.5, "b": null}`, "json")).toEqual([
      `string "a"`,
      "number 12.5",
      `string "b"`,
      "keyword null",
    ]));
});
