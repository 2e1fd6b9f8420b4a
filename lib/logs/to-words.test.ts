/** Words of rows and of searches must meet. */
import { describe, expect, it } from "vitest";
import { toPath, toWordQuery, toWords } from "./to-words";

describe("toWords", () => {
  it("cuts at everything but letters and digits, in lower case, each once", () =>
    expect(toWords("proj_a", ["GITHUB_GET", null, "ada@Example.com", "/v1/ünïcode/日本/get"])).toEqual(
      ["github", "get", "ada", "example", "com", "v1", "ünïcode", "日本"].map((word) => `roj_a:${word}`),
    ));
  it("ends: at 64 words, 64 letters a word, 300 characters a text", () => {
    expect(toWords("proj_a", [Array.from({ length: 99 }, (_, index) => `w${index}`).join(" "), "x y z"]).length).toBe(
      64,
    );
    expect(toWords("proj_a", ["a".repeat(1000)])).toEqual([`roj_a:${"a".repeat(64)}`]);
    expect(toWords("proj_a", [`${" ".repeat(300)}late`])).toEqual([]);
  });
});

describe("toWordQuery", () => {
  it("asks for every word, as the project's own", () =>
    expect(toWordQuery("proj_a", "GitHub refused")).toBe("'roj_a:github':* & 'roj_a:refused':*"));
  it("carries no syntax of a project's id either", () => expect(toWordQuery("p'&\\x", "a")).toBe("'p___x:a':*"));
  it("is nothing without a word", () => expect(toWordQuery("proj_a", " -/ ")).toBeUndefined());
  it("carries no syntax of its own", () =>
    expect(toWordQuery("proj_a", "a' | !b:* \\")).toBe("'roj_a:a':* & 'roj_a:b':*"));
});

describe("toPath", () => {
  it.each([
    ["https://api.x.com/v1/a?token=1#f", "/v1/a"],
    ["https://api.x.com", undefined],
    ["/v1/a?x", "/v1/a"],
  ])("%s", (url, expected) => expect(toPath({ http: { url } })).toBe(expected));
  it("is nothing without a request", () =>
    expect([null, undefined, {}, { http: {} }].map(toPath)).toEqual([undefined, undefined, undefined, undefined]));
});
