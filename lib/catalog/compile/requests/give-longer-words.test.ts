import { expect, it } from "vitest";
import type { RootSchema } from "../../tool-schema";
import { giveLongerWords } from "./give-longer-words";

const schema = (words: Record<string, string>, required: string[] = []): RootSchema => ({
  type: "object",
  properties: Object.fromEntries(Object.entries(words).map(([name, description]) => [name, { description }])),
  required,
});
const wordsOf = ({ properties }: RootSchema) =>
  Object.fromEntries(Object.entries(properties).map(([name, { description }]) => [name, description]));

const CUT = schema({ a: "The first…", b: "The second…", c: "Short." }, ["b"]);
const LONG = schema({ a: "The first of all arguments.", b: "The second of all arguments.", c: "Short." });

it("gives all arguments their longer words where there is room", () =>
  expect(wordsOf(giveLongerWords(CUT, [LONG], 100))).toEqual(wordsOf(LONG)));

it("gives required arguments theirs first", () =>
  expect(wordsOf(giveLongerWords(CUT, [LONG], 20))).toEqual({ ...wordsOf(CUT), b: "The second of all arguments." }));

it("keeps the names of members behind the words", () =>
  expect(
    wordsOf(giveLongerWords(schema({ a: "Where the. Members: x, y" }), [schema({ a: "Where the money goes." })], 50)),
  ).toEqual({ a: "Where the money goes. Members: x, y" }));

it("takes shorter words where the longest have no room", () =>
  expect(
    wordsOf(giveLongerWords(schema({ a: "One…" }), [schema({ a: "One two." }), schema({ a: "One two three." })], 5)),
  ).toEqual({ a: "One two." }));
