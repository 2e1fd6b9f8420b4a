/** What a server asks in the middle of a call reaches whoever can answer, in bounds, and nothing else comes back. */
import { expect, it } from "vitest";
import { readAnswer, readQuestion } from "./server-question";

const field = { type: "string", title: "City" };
const form = (properties: object) => ({ message: "Where?", requestedSchema: { type: "object", properties } });
const page = (url: string) => ({ mode: "url", message: "Pay here", url, elicitationId: "e1" });
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, field]));

it("passes on flat forms, and addresses of pages", () => {
  expect(readQuestion(form({ city: field }))).toEqual({ mode: "form", ...form({ city: field }) });
  expect(readQuestion(page("https://pay.example/1"))).toEqual(page("https://pay.example/1"));
});

it.each([
  ["nothing", undefined],
  ["too long a message", { ...form({ city: field }), message: "x".repeat(2001) }],
  ["too many fields", form(many(51))],
  ["too large a schema", form({ city: { ...field, description: "x".repeat(20_000) } })],
  ["an object in a form", form({ city: { type: "object", properties: { name: field } } })],
  ["no schema", { message: "Where?" }],
  ["a script instead of a page", page("javascript:alert(1)")],
  ["an address with a password", page("https://bank.example:x@evil.example/")],
  ["an unknown mode", { ...page("https://pay.example/1"), mode: "voice" }],
])("does not pass on %s", (_, params) => {
  expect(readQuestion(params)).toBeUndefined();
});

it("gives the server the fields that it asked for, and no other", () => {
  const question = readQuestion(form({ city: field, gifts: { type: "array" } }));
  if (!question) throw new Error("no question");
  const content = { city: "Bern", gifts: ["tea"], secret: "x", toString: "y" };
  expect(readAnswer(question, { action: "accept", content })).toEqual({
    action: "accept",
    content: { city: "Bern", gifts: ["tea"] },
  });
  expect(readAnswer(question, { action: "accept", content: { city: { name: "Bern" } } })).toEqual({
    action: "accept",
    content: {},
  });
});

it.each([
  [null, "cancel"],
  [{}, "cancel"],
  [{ action: "decline", content: { city: "Bern" } }, "decline"],
  [{ action: "accept", content: { city: "x".repeat(20_001) } }, "cancel"],
])("%j becomes %s", (answer, action) => {
  const question = readQuestion(form({ city: field }));
  if (!question) throw new Error("no question");
  expect(readAnswer(question, answer)).toEqual({ action });
});
