import { expect, it } from "vitest";
import { z } from "zod";
import { ofFewKeys } from "./few-keys";

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
