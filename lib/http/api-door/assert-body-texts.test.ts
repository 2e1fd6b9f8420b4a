/** Texts that nobody can store are refused by name, over every contract; content goes on as it is. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { api } from "@/lib/api";
import { assertBodyTexts, assertQueryTexts, findOddText } from "./assert-body-texts";

const ODD = ["\ud800", "\udfff", "a\0b", "x\ud83d"];

describe("a text of a contract", () => {
  const Inner = z.object({ id: z.string(), rest: z.record(z.string(), z.unknown()).optional() });
  const Body = z.looseObject({
    name: z.string().trim().min(1).nullish(),
    ids: z.array(z.string()).default([]),
    one: z.union([z.string(), Inner]).optional(),
    by: z.record(z.string(), z.string()).optional(),
    pair: z.tuple([z.number(), z.string()]).optional(),
    both: z.intersection(z.object({ a: z.string() }), z.object({ b: z.string() })).optional(),
    turned: z.preprocess((value) => value, z.string()).optional(),
    piped: z.string().transform(Number).optional(),
    get again() {
      return z.lazy(() => Inner).optional();
    },
    open: z.unknown(),
    either: z.union([z.string(), z.unknown()]).optional(),
  });

  it.each(ODD)("%j is named, wherever it stands", (odd) => {
    const named: [object, string][] = [
      [{ name: odd }, "name"],
      [{ ids: ["a", odd] }, "ids.1"],
      [{ one: odd }, "one"],
      [{ one: { id: odd } }, "one.id"],
      [{ by: { a: odd } }, "by.a"],
      [{ by: { [odd]: "a" } }, "by"],
      [{ pair: [1, odd] }, "pair.1"],
      [{ both: { a: "", b: odd } }, "both.b"],
      [{ turned: odd }, "turned"],
      [{ piped: odd }, "piped"],
      [{ again: { id: odd } }, "again.id"],
    ];
    for (const [body, path] of named) expect(findOddText(Body, body)?.join(".")).toBe(path);
    expect(() => assertBodyTexts(Body, { name: odd })).toThrow(/name/);
  });

  it.each(ODD)("%j is content where the contract leaves it open", (odd) => {
    for (const body of [
      { open: odd },
      { open: [{ [odd]: odd }] },
      { one: { id: "a", rest: { [odd]: odd } } },
      { stray: odd },
      { either: odd },
    ])
      expect(findOddText(Body, body)).toBeUndefined();
  });

  it("whole characters, of any plane, are no such text", () => {
    expect(findOddText(Body, { name: "😀𝒜\ufffd", ids: ["\u200b"], by: { "😀": "é" } })).toBeUndefined();
  });

  it("a query names its parameter, also twice and in brackets", () => {
    for (const query of ["search=a%00", "a=1&search=%00", "%00=1", "m[k]=%00", "a[]=1&a[]=%00"])
      expect(() => assertQueryTexts(`/x?${query}#z`)).toThrow(/U\+0000/);
    expect(() => assertQueryTexts("/x?a=%2500&b=\ufffd")).not.toThrow();
  });
});

/** A body of a schema's form whose texts are all `text`; undefined where no text is part of it. */
function fillTexts(schema: z.core.$ZodType, text: string): unknown {
  const def = schema._zod.def as z.core.$ZodTypes["_zod"]["def"];
  if (def.type === "string") return text;
  if (def.type === "array") return [fillTexts(def.element, text)];
  if (def.type === "object")
    return Object.fromEntries(Object.entries(def.shape).map(([name, member]) => [name, fillTexts(member, text)]));
  return "innerType" in def ? fillTexts(def.innerType, text) : undefined;
}

it("400: every operation whose body has a text refuses one with half of a character", () => {
  const bodies = Object.values(api).flatMap((op) => ("body" in op && op.body ? [[op.id, op.body] as const] : []));
  const texts = bodies.filter(([, body]) => JSON.stringify(fillTexts(body, "planted"))?.includes("planted"));
  expect(texts.length).toBeGreaterThan(60);
  const passed = texts.filter(([, body]) => findOddText(body, fillTexts(body, "\ud800")) === undefined);
  expect(passed.map(([id]) => id)).toEqual([]);
});
