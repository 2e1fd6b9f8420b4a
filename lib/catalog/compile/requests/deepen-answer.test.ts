/** Tests how parts of an answer get back the members that a cut took from all of them. */
import { describe, expect, it } from "vitest";
import type { ToolSchema } from "../../tool-schema";
import { deepenAnswer, type AnswerStep } from "./deepen-answer";

const length = (schema: ToolSchema): number => JSON.stringify(schema).length;
const step = (schema: ToolSchema): AnswerStep => ({ schema: () => schema, size: length, published: length });
const object = (properties: Record<string, ToolSchema>): ToolSchema => ({ type: "object", properties });
const OPEN: ToolSchema = { type: "object", additionalProperties: true };
const TEXT: ToolSchema = { type: "string" };
const PICTURE = object({ url: TEXT });
const LARGE = object(Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`member${index}`, TEXT])));

const SHALLOW = object({ id: TEXT, picture: OPEN, large: OPEN, people: { type: "array", items: {} } });
const DEEP = object({ id: TEXT, picture: PICTURE, large: LARGE, people: { type: "array", items: PICTURE } });

describe("an answer that was cut", () => {
  it("gets the members of all parts where there is room", () =>
    expect(deepenAnswer(SHALLOW, [step(DEEP)], { size: 2_000, published: 2_000 })).toEqual(DEEP));

  it("gets those of its smallest parts where there is little room, within both bounds", () => {
    const small = object({ id: TEXT, picture: PICTURE, large: OPEN, people: { type: "array", items: PICTURE } });
    expect(deepenAnswer(SHALLOW, [step(DEEP)], { size: 200, published: 2_000 })).toEqual(small);
    expect(deepenAnswer(SHALLOW, [step(DEEP)], { size: 2_000, published: 200 })).toEqual(small);
    expect(deepenAnswer(SHALLOW, [step(DEEP)], { size: 0, published: 0 })).toEqual(SHALLOW);
  });

  it("gets level after level", () => {
    const levels = [OPEN, object({ inner: OPEN }), object({ inner: PICTURE })].map((part) => object({ part }));
    const [cut, ...deeper] = levels;
    expect(deepenAnswer(cut ?? {}, deeper.map(step), { size: 500, published: 500 })).toEqual(levels[2]);
  });

  it("keeps what has a form already", () =>
    expect(deepenAnswer(object({ id: TEXT }), [step(object({ id: PICTURE }))], { size: 500, published: 500 })).toEqual(
      object({ id: TEXT }),
    ));
});
