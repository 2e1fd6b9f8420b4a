import { expect, it } from "vitest";
import { z } from "zod";
import { ofFewKeys, ofStoredFields } from "./few-keys";

const map = (fields: number) => Object.fromEntries(Array.from({ length: fields }, (_, i) => [`k${i}`, i]));

it("422: a map of too many keys is refused before any of them is read", () => {
  let read = 0;
  const schema = ofFewKeys(
    z.preprocess(
      (value) => {
        read++;
        return value;
      },
      z.record(z.string(), z.number()),
    ),
    3,
  );
  expect(schema.parse(map(3))).toEqual(map(3));
  expect(schema.safeParse(map(4)).error?.issues).toMatchObject([{ message: "must have at most 3 fields" }]);
  expect(read).toBe(1);
});

it("422: fields that are stored are refused above 256 kB of texts, wherever within them these are", () => {
  const schema = ofStoredFields(z.record(z.string(), z.unknown()));
  const large = "x".repeat(200_000);
  const files = { key: large, more: { list: ["x".repeat(60_000)] } };
  expect(schema.parse(files)).toEqual(files);
  for (const wrong of [{ a: large, b: large }, { a: { b: [large, { [large]: 1 }] } }, { a: Array(300_000).fill(1) }])
    expect(schema.safeParse(wrong).error?.issues).toMatchObject([
      { message: "must have at most 262144 characters in all of its fields" },
    ]);
});
