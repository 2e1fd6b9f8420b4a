/** Answers in the size that their caller asks for: fields, tokens, forms. */
import { decode } from "@toon-format/toon";
import { expect, it } from "vitest";
import { toShape } from "./shape";
import type { ResponseShape } from "@/lib/contract/response-shape";

const messages = Array.from({ length: 40 }, (_, id) => ({ id, subject: `Subject ${id}`, body: "word ".repeat(400) }));
const png = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(2000, 7)]).toString("base64");

const shaped = (data: unknown, wishes: ResponseShape) => {
  const shape = toShape(wishes);
  const { value, selection } = shape?.prepare(data) ?? {};
  return shape?.finish(value, selection);
};
const dataOf = (data: unknown, wishes: ResponseShape) => shaped(data, wishes)?.data;

it("does nothing where nothing is asked", () => {
  for (const wishes of [undefined, null, {}, { format: "json" as const }]) expect(toShape(wishes)).toBeUndefined();
});

it("cuts lists at whole entries and texts at their beginnings, and says what is missing", () => {
  const { data, whole } = shaped({ messages, total: 40 }, { max_tokens: 1000 }) ?? {};
  const part = JSON.parse(String(data?.preview)) as { messages: { body: string }[]; total: number };
  expect(part.total).toBe(40);
  expect(part.messages.length).toBeGreaterThanOrEqual(5);
  expect(part.messages.every(({ body }) => messages[0]?.body.startsWith(body))).toBe(true);
  expect(String(data?.preview).length).toBeLessThanOrEqual(4000);
  expect(data?.missing).toEqual([
    expect.stringMatching(/^messages: \d+ of 40 entries$/),
    expect.stringMatching(/^messages\[\*\]\.body: \d+ of up to 2000 characters$/),
  ]);
  expect(JSON.parse(whole ?? "")).toEqual({ messages, total: 40 });
});

it("cuts objects whose names are data, and values of which no structure fits", () => {
  const byId = Object.fromEntries(Array.from({ length: 5000 }, (_, id) => [`user-${id}`, { id }]));
  expect(dataOf({ byId }, { max_tokens: 500 })?.missing).toEqual([expect.stringMatching(/^byId: \d+ of 5000 fields$/)]);
  const names = Object.fromEntries(Array.from({ length: 29 }, (_, id) => ["n".repeat(100) + id, 1]));
  expect(dataOf(names, { max_tokens: 50 })).toMatchObject({
    preview: expect.stringMatching(/^\{"n{50,}$/),
    missing: [expect.stringMatching(/^data: \d+ of \d+ characters$/)],
  });
  let deep: unknown = "x".repeat(5000);
  for (let level = 0; level < 450; level++) deep = [deep];
  expect(dataOf({ deep }, { max_tokens: 1000 })?.preview).toContain("[[[[");
});

it("gives TOON as one text, which reads back as the same values, also where it is cut", () => {
  const data = { rows: messages.map(({ id, subject }) => ({ id, subject })) };
  const whole = dataOf(data, { format: "toon" });
  expect(decode(String(whole?.toon))).toEqual(data);
  expect(String(whole?.toon).length).toBeLessThan(JSON.stringify(data).length * 0.7);
  const beginning = dataOf(data, { format: "toon", max_tokens: 60 });
  const { rows } = decode(String(beginning?.preview)) as typeof data;
  expect(rows).toEqual(data.rows.slice(0, rows.length));
  expect(rows.length).toBeGreaterThanOrEqual(5);
});

it("leaves out members without a value by compact, but no entries of lists, and no 0 or false", () => {
  const data = { a: null, b: "", c: [], d: { e: {} }, f: 0, g: false, h: [null, "", { i: null, j: 1 }] };
  expect(dataOf(data, { format: "compact" })).toEqual({ f: 0, g: false, h: [null, "", { j: 1 }] });
});

it("turns HTML into text in its place", () => {
  expect(dataOf({ mail: { body: "<p>Dear <b>Ada</b></p>", code: "a < b" } }, { html: "text" })).toEqual({
    mail: { body: "Dear Ada", code: "a < b" },
  });
});

it("finds long texts in base64, and keeps short ones and words", () => {
  const shape = toShape({ blobs: "files" });
  const data = { a: png, b: "c2hvcnQ=", c: "word ".repeat(400), d: `data:image/png;base64,${png}` };
  const { value, blobs } = shape?.prepare(data) ?? { blobs: [] };
  expect(blobs.map((blob) => blob.open())).toEqual(
    [1, 2].map(() => ({ bytes: Buffer.from(png, "base64"), mimetype: "image/png", extension: "png" })),
  );
  expect(value).toMatchObject({ b: data.b, c: data.c });
  expect(shape?.preview(data)).toMatchObject({ a: { mimetype: expect.any(String) } });
  expect(shape?.prepare({ all: Array.from({ length: 30 }, () => png) }).blobs).toHaveLength(20);
});

it("says which fields there are if an answer has none of the wanted ones, and keeps how far pages were read", () => {
  expect(dataOf({ items: [], total: 0 }, { fields: ["messages"] })).toEqual({
    message: "The answer has none of these fields. Its fields are: items, total.",
  });
  const paged = { items: [{ id: 1, x: 2 }], auto_paginate: { pages: 3 } };
  expect(dataOf(paged, { fields: ["items.id"] })).toEqual({ items: [{ id: 1 }], auto_paginate: { pages: 3 } });
});

it("works once where the log and the caller ask about the same data", () => {
  const shape = toShape({ html: "text" });
  const data = { body: "<p>x</p>" };
  const first = shape?.preview(data);
  const { value, selection } = shape?.prepare(data) ?? {};
  expect(shape?.finish(value, selection).data).toBe(first);
});
