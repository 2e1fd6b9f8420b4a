import { expect, it } from "vitest";
import { measureGuides, measureText, medianOf } from "./reading-ease.mjs";

it("knows short sentences of short words from long ones of long words", () => {
  expect(measureText("The cat sat on the mat. It was a warm day.").ease).toBeGreaterThan(100);
  const heavy =
    "Notwithstanding considerable administrative complications, organizational responsibilities necessitate " +
    "comprehensive documentation regarding authentication infrastructure.";
  expect(measureText(heavy).ease).toBeLessThan(0);
  expect(measureText("# Title\n\n```ts\nconst value = 1;\n```\n\n| a | b |\n\n1. Run `npm start` now.").words).toBe(3);
});

it("keeps every guide in plain English, and most of them short", () => {
  const guides = measureGuides();
  expect(guides.filter(({ ease }) => ease < 55)).toEqual([]);
  expect(medianOf(guides.map(({ words }) => words))).toBeLessThanOrEqual(700);
});
