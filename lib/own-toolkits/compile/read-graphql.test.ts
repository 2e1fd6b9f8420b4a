import { expect, it } from "vitest";
import { readGraphql } from "./read-graphql";

const variablesOf = (text: string): string[] =>
  readGraphql(text).variables.map(
    ({ name, type, hasDefault }) =>
      `${name}: ${type.text}${type.isRequired ? " required" : ""}${hasDefault ? " =" : ""}`,
  );

it("reads the operation and its variables, with defaults, lists and directives", () => {
  expect(readGraphql("{ me { id } }")).toEqual({ kind: "query", variables: [] });
  expect(readGraphql("mutation { add }").kind).toBe("mutation");
  const text = `\uFEFF# Ada's parcels }
    query Parcels($ids: [ID!]!, $in: Filter = { text: "a } b", tags: [A, "\\""] } @old(because: "x"), $n: Int = 10 ,) @live {
      parcels(ids: $ids, in: $in, text: """a \\""" } b""") { ...Parts ... on Box { size } }
    }
    fragment Parts on Parcel @x { id }`;
  expect(variablesOf(text)).toEqual(["ids: [ID!]! required", "in: Filter =", "n: Int ="]);
});

it.each([
  ["nothing", "", "no query"],
  ["words", "hello", "a query or a mutation"],
  ["types of a schema", "type Query { a: Int }", "a query or a mutation"],
  ["a subscription", "subscription { a }", "a subscription"],
  ["two operations", "query A { a }\nquery B { b }", "line 2 of the document: there is a second operation"],
  ["an open bracket", "query A { a {", "at its end"],
  ["brackets of two kinds", "{ a(b: [1) }", ") closes nothing"],
  ["an open text", '{ a(b: "x) }', "cannot be read"],
  ["an open block", '{ a(b: """x) }', "cannot be read"],
  ["the same variable twice", "query ($a: Int, $a: Int) { a }", "declared twice"],
  ["a type of many lists", `query ($a: ${"[".repeat(5_000)}Int) { a }`, "too many lists"],
  ["many variables", `query (${Array.from({ length: 200 }, (_, n) => `$a${n}: Int`).join()}) { a }`, "more than 100"],
  ["no selection", "query A", "{ is expected at its end"],
])("refuses %s with the line", (_, text, message) => {
  expect(() => readGraphql(text)).toThrow(message);
});
