/** Presses of buttons that create something: which of them ask for the same object. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ClientError } from "./client-error";
import { createOnce, forgetAnswered, forgetPresses, holdPresses } from "./create-once";

let count = 0;
let identity = "";
let keys: string[];

beforeEach(() => {
  identity = `form ${++count}`;
  keys = [];
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => void vi.useRealTimers());

const press = (answer: () => Promise<string> = async () => `object ${keys.length}`, what = identity) =>
  createOnce(what, (key) => {
    keys.push(key);
    return answer();
  });
const fail = (status: number, slug?: string) => () =>
  Promise.reject(new ClientError("No.", status, slug === undefined ? {} : { slug }));

it("a second press during the first sends nothing and gets its answer", async () => {
  expect(await Promise.all([press(), press()])).toEqual(["object 1", "object 1"]);
  expect(keys).toHaveLength(1);
});

it("a press right after the answer is the same press; a later one asks for another object", async () => {
  await press();
  expect(await press()).toBe("object 1");
  vi.advanceTimersByTime(1001);
  expect(await press()).toBe("object 2");
  expect(new Set(keys).size).toBe(2);
});

it("it is the same press until the page of the object is there, however long that takes", async () => {
  await press();
  const release = holdPresses();
  vi.advanceTimersByTime(60_000);
  expect(await press()).toBe("object 1");
  release();
  expect(await press()).toBe("object 2");
});

it("a form that was closed and opened again asks for another object", async () => {
  await press();
  forgetAnswered();
  expect(await press()).toBe("object 2");
});

it.each([
  ["no answer", fail(0)],
  ["a failure of the server", fail(503)],
  ["a first press that still runs", fail(409, "IdempotencyKeyInUse")],
])("after %s, pressing again sends the same key, however late", async (_, answer) => {
  await expect(press(answer)).rejects.toThrow();
  vi.advanceTimersByTime(600_000);
  forgetAnswered();
  await press();
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

it.each([
  ["a refusal", fail(422)],
  ["an outcome that nobody knows", fail(409, "IdempotencyOutcomeUnknown")],
])("after %s, pressing again sends another key", async (_, answer) => {
  await expect(press(answer)).rejects.toThrow();
  await press();
  expect(new Set(keys).size).toBe(2);
});

it("after a deletion, a press asks for another object, also after a lost answer", async () => {
  await press();
  await expect(press(fail(0), `${identity} lost`)).rejects.toThrow();
  forgetPresses();
  await press();
  await press(undefined, `${identity} lost`);
  expect(new Set(keys).size).toBe(4);
});

it("other values ask for another object", async () => {
  await press();
  expect(await press(undefined, `${identity} with another name`)).toBe("object 2");
});
