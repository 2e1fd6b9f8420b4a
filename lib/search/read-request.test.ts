import { describe, expect, it } from "vitest";
import { buildIndex } from "./build-index";
import { openIndex } from "\./open-index";
import { readRequest } from "./read-request";

const toolkit = (slug: string, name: string, nicknames: string[] = []) => ({
  slug,
  name,
  description: "",
  categories: [],
  nicknames,
  popularity: 0,
});
const toolkits = [
  toolkit("googlesheets", "Google Sheets", ["gsheets", "~sheets"]),
  toolkit("github", "GitHub"),
  toolkit("monday", "Monday", ["monday com", "~monday"]),
];
const { names } = openIndex(buildIndex([], toolkits));
const read = (text: string) => readRequest(text, [names]);
const terms = (text: string) => read(text).terms.map(({ term }) => term);
const named = (text: string) =>
  read(text).mentions.flatMap((mention) =>
    mention.isSure ? mention.toolkits.map((toolkitIndex) => toolkits[toolkitIndex]?.slug) : [],
  );

describe("what a request asks for", () => {
  it("reads no more of a text whose signs become many when they are normalized", () => {
    expect(terms(`${"\u2026".repeat(600)} invoice`)).toEqual(["invoic"]);
    expect(terms(`${"\u2026".repeat(700)} invoice`)).toEqual([]);
  });

  it("leaves out values, numbers and words that say nothing", () => {
    expect(terms('please send "the big report" to ann@example.com for $300, see https://example.com/a?b=1')).toEqual([
      "send",
      "see",
    ]);
  });

  it("counts times and reasons little", () => {
    const weights = new Map(
      read("fetch the issues of last week so that the notes can be drafted").terms.map(({ word, weight }) => [
        word,
        weight,
      ]),
    );
    expect(weights.get("issues")).toBe(1);
    expect(weights.get("week")).toBeLessThan(0.3);
    expect(weights.get("notes")).toBeLessThan(0.5);
  });

  it.each([
    ["add a row in Google Sheets", ["googlesheets"]],
    ["gsheets new tab", ["googlesheets"]],
    ["write the totals to Sheets", ["googlesheets"]],
    ["count the sheets of paper", []],
    ["open a pull request on GITHUB", ["github"]],
    ["meet on friday and monday evening", []],
    ["new item in monday.com", ["monday"]],
  ])("%s names %j", (text, expected) => {
    expect(named(text)).toEqual(expected);
  });

  it.each([
    ["call off the meeting", "remove"],
    ["who is on my team", "read"],
    ["reply to her mail", "send"],
    ["Erstelle eine Rechnung", "create"],
    ["supprime le fichier", "remove"],
    ["elimina la factura", "remove"],
    ["删除这个文件", "remove"],
    ["予定を削除して", "remove"],
  ])("%s wants to %s", (text, effect) => {
    expect([...read(text).effects]).toContain(effect);
  });
});

describe("requests of any content", () => {
  it.each([
    ["a megabyte of one word", "invoice ".repeat(130_000)],
    ["a megabyte of one sign", '"'.repeat(1_000_000)],
    ["quotes that never end", '"a '.repeat(100_000)],
    ["half surrogates", "\ud800".repeat(10_000)],
    ["other scripts", "日本語".repeat(10_000)],
    ["marks", "e\u0301\u0301".repeat(10_000)],
    ["nothing", ""],
    ["signs only", "((((((?!*+)))))".repeat(1_000)],
  ])("reads %s with a bounded number of terms", (_, text) => {
    expect(read(text).terms.length).toBeLessThanOrEqual(24);
  });
});
