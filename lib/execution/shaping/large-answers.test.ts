/** Large answers become small, and their tokens are counted nearly as a real vocabulary counts them. */
import { getEncoding } from "js-tiktoken";
import { expect, it } from "vitest";
import { countTokens } from "@/lib/kernel/text/count-tokens";
import { LARGE_ANSWERS } from "@/test/answers/large-answers";
import { toShape } from "./shape";
import type { ResponseShape } from "@/lib/contract/response-shape";

const vocabulary = getEncoding("o200k_base");
const realTokens = (value: unknown): number => vocabulary.encode(JSON.stringify(value)).length;
const shaped = (data: unknown, wishes: ResponseShape) => toShape(wishes)?.preview(data);

it.each(Object.entries(LARGE_ANSWERS))(
  "%s: at least 80 %% less, with all that the task needs",
  (_, { data, fields }) => {
    const small = shaped(data, { fields, format: "toon" });
    expect(realTokens(small)).toBeLessThanOrEqual(realTokens(data) * 0.2);
    const plain = JSON.stringify(shaped(data, { fields }));
    for (const field of fields) expect(plain.split(`"${field.split(".").at(-1)}":`)).toHaveLength(51);
  },
);

it("tokens are within 5 % of a real vocabulary's in all, and within 10 % for each answer", () => {
  const rows = Object.entries(LARGE_ANSWERS).map(([name, { data }]) => {
    const [real, ours] = [realTokens(data), countTokens(JSON.stringify(data))];
    return { name, real, ours, off: Math.abs(ours / real - 1) };
  });
  const sum = (key: "real" | "ours") => rows.reduce((total, row) => total + row[key], 0);
  expect(rows.filter(({ off }) => off > 0.1)).toEqual([]);
  expect(Math.abs(sum("ours") / sum("real") - 1)).toBeLessThanOrEqual(0.05);
});

it.each([100, 500, 2000])("max_tokens %i holds within 10 %% in a real vocabulary", (most) => {
  for (const { data } of Object.values(LARGE_ANSWERS)) {
    const { preview } = shaped(data, { max_tokens: most }) ?? {};
    expect(vocabulary.encode(String(preview)).length).toBeLessThanOrEqual(most * 1.1);
    expect(vocabulary.encode(String(preview)).length).toBeGreaterThan(most * 0.3);
  }
});
