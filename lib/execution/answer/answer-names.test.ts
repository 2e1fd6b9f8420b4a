/** Answers under the keys that other programs know. */
import { describe, expect, it } from "vitest";
import { AnswerSource, type AnswerNames } from "@/lib/catalog/answers-file";
import { MAX_REPEATED, withAnswerNames } from "./answer-names";

const warnings: string[] = [];
const answer = (names: AnswerNames, data: Record<string, unknown>, args: Record<string, unknown> = {}) => {
  warnings.length = 0;
  return withAnswerNames(names, data, args, (text) => warnings.push(text));
};

describe("a further key", () => {
  const data = { items: [{ id: 7 }, { id: 8 }], owner: { name: "Ada" }, "@odata.nextLink": "/next", none: null };

  it.each<[AnswerNames[string], unknown]>([
    ["items", data.items],
    ["$", data],
    ["owner.name", "Ada"],
    ["items.1.id", 8],
    ["@odata.nextLink", "/next"],
    ["none", null],
    [["missing", "owner.name"], "Ada"],
    [{ count: "items" }, 2],
    [{ argument: "q" }, "tea"],
    [{ value: true }, true],
  ])("exists for %j beside the provider's own", (source, expected) => {
    expect(answer({ more: source }, data, { q: "tea" })).toEqual({ ...data, more: expected });
  });

  it.each<AnswerNames[string]>([
    "missing",
    "owner.name.length",
    "none.more",
    "items.9",
    "items.length",
    ["missing", "owner.missing"],
    { count: "owner" },
    { argument: "p" },
    "toString",
  ])("is omitted for %j, which does not exist", (source) => {
    expect(Object.keys(answer({ more: source }, data))).toEqual(Object.keys(data));
  });

  it("never replaces a key that the provider sends, even if it is null", () => {
    expect(answer({ none: "items", owner: "$" }, data)).toEqual(data);
  });

  it("shares its value, and results in finite JSON", () => {
    const result = answer({ all: "$", list: "items" }, data);
    expect(result.list).toBe(data.items);
    expect(result.all).toBe(data);
    expect(JSON.parse(JSON.stringify(result))).toEqual({ ...data, all: data, list: data.items });
    expect(data).not.toHaveProperty("all");
  });
});

describe("a large answer", () => {
  const row = { id: 1, text: "x".repeat(1000) };
  const items = Array.from({ length: 2000 }, () => row);

  it("is not repeated; a warning names the place of the same value", () => {
    const result = answer({ list: "items", all: "$", total: { count: "items" } }, { items });
    expect(Object.keys(result)).toEqual(["items", "total"]);
    expect(result.total).toBe(2000);
    expect(warnings).toEqual([
      "data.list was left out, because the answer is large: items holds the same.",
      "data.all was left out, because the answer is large: all of the answer holds the same.",
    ]);
  });

  it("grows by no more than the bound, whatever it contains", () => {
    const names = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`k${index}`, "items"]));
    for (const part of [
      items.slice(0, 100),
      Array(50_000).fill(1),
      Array(20_000).fill({}),
      [Object.fromEntries(Object.entries("x".repeat(30_000)))],
    ]) {
      const whole = JSON.stringify(answer(names, { items: part })).length;
      expect(whole - JSON.stringify({ items: part }).length).toBeLessThanOrEqual(MAX_REPEATED * 1.05);
    }
  });

  it("is searched once, however many keys lead to it", () => {
    let looks = 0;
    const large = new Proxy<Record<string, unknown>>(
      { text: "x".repeat(MAX_REPEATED + 1) },
      { ownKeys: (target) => (looks++, Reflect.ownKeys(target)) },
    );
    const names = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`name_${index}`, "large"]));
    expect(answer(names, { large })).toEqual({ large });
    expect([looks, warnings.length]).toEqual([1, 10]);
  });
});

describe("a place", () => {
  it.each(["", "a..b", "__proto__.a", "a.constructor", "a.b.c.d.e.f.g.h.i.j.k.l.m"])("cannot be %j", (path) => {
    expect(AnswerSource.safeParse(path).success).toBe(false);
    expect(AnswerSource.safeParse({ count: path }).success).toBe(false);
  });
});
