/** Tests the texts that explain why a tool was found. */
import { describe, expect, it } from "vitest";
import { toBoost, toMatchedWords } from "./find-words";

describe("toMatchedWords", () => {
  it("joins the lines of one word, and has the weightiest first", () =>
    expect(
      toMatchedWords([
        { word: "send", fields: ["name"], share: 0.3 },
        { word: "mail", fields: ["name", "description"], share: 0.2 },
        { word: "mail", via: "email", fields: ["toolkit", "name"], share: 0.5 },
      ]),
    ).toEqual([
      { word: "mail", where: "in its name, its description and its app’s name", via: ["email"], percent: 70 },
      { word: "send", where: "in its name", via: [], percent: 30 },
    ]));

  it("says nothing about a place that is not told", () =>
    expect(toMatchedWords([{ word: "x", fields: [], share: 0 }])).toEqual([
      { word: "x", where: "", via: [], percent: 0 },
    ]));
});

describe("toBoost", () => {
  it.each([
    ["app named", "You named its app", true],
    ["deprecated", "It is deprecated", false],
    ["something newer", "something newer", true],
    ["constructor", "constructor", true],
  ])("%s", (name, text, raises) => expect(toBoost(name)).toEqual({ text, raises }));
});
