import { expect, it } from "vitest";
import type { ToolRequest } from "@/lib/catalog/tool-request";
import { toRequest } from "./http-tool";
import { fillTemplate } from "./fill-template";

it("puts values in with their types, and as text into a longer text", () => {
  const template = { to: "{{ to }}", count: "{{count}}", note: "{{count}} for {{to}}", list: ["{{to}}", 7, null] };
  expect(fillTemplate(template, { to: "Ada", count: 2 })).toEqual({
    ...{ to: "Ada", count: 2, note: "2 for Ada", list: ["Ada", 7, null] },
  });
  expect(fillTemplate(["{{tags}}"], { tags: [{ a: null }] })).toEqual([[{ a: null }]]);
  expect(fillTemplate({ at: "{{at}}" }, { at: null })).toEqual({ at: null });
});

it("leaves out what has no value, and what has nothing else in it", () => {
  const template = {
    filter: { city: "{{city}}", lines: ["{{a}}", "{{b}}"] },
    text: "to {{city}}",
    none: {},
    empty: [],
  };
  expect(fillTemplate(template, {})).toEqual({ none: {}, empty: [] });
  expect(fillTemplate(template, { b: 1 })).toEqual({ filter: { lines: [1] }, none: {}, empty: [] });
  expect([fillTemplate({ a: "{{a}}" }, {}), fillTemplate(["{{a}}"], {})]).toEqual([{}, []]);
});

it("does not look for places in arguments, nor at what objects inherit", () => {
  const template = { a: "{{a}}", b: "x{{a}}", c: "{{constructor}}", d: "{{toString}}" };
  expect(fillTemplate(template, { a: "{{secret}}", secret: "s" })).toEqual({ a: "{{secret}}", b: "x{{secret}}" });
});

it("is the body of the request, in which numbers keep their digits and further fields come first", () => {
  const fields = [{ key: "id", name: "id" }];
  const template = { id: "{{id}}", at: 1 };
  const request: ToolRequest = {
    ...{ method: "POST", baseUrl: "https://a.example.net", path: "/x", parameters: [] },
    body: { mode: "flat", contentType: "application/json", required: true, fields, template },
  };
  const extraBody = { id: "other", tenant: "t" };
  const { body: text } = toRequest(request, { id: 12345678901234567890n }, { extraBody });
  expect(text).toBe('{"id":12345678901234567890,"tenant":"t","at":1}');
});

it("422 has a bound for an argument that a template names thousands of times", () => {
  const text = "x".repeat(5_000);
  const often = "{{a}} ".repeat(3_000);
  expect(() => fillTemplate({ often }, { a: text })).toThrow(/more than 10,000,000 characters/);
  expect(() => fillTemplate(Array<string>(3_000).fill("{{a}}"), { a: { text } })).toThrow(/more than 10,000,000/);
  expect(fillTemplate({ often }, { a: "y" })).toEqual({ often: "y ".repeat(3_000) });
});
