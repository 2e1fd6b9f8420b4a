import { expect, it } from "vitest";
import {
  EMPTY_DRAFT,
  fieldOf,
  fromDefinition,
  newParameter,
  toDefinition,
  toErrors,
  type ToolDraft,
} from "./tool-draft";

const SEND = {
  ...{ slug: "SEND", name: "Send", description: "Sends a parcel.", effect: "create", important: true },
  http: {
    ...{ method: "POST", path: "/parcels/{kind}", response: "data.id" },
    parameters: [
      { name: "kind", description: "letter or box", in: "path", type: "string" },
      { name: "size", in: "body", type: "integer", required: true, enum: [1, 2], send_as: "s", default: 1 },
      { name: "grams", in: "body", type: "number", minimum: 0, maximum: 2.5 },
      { name: "fast", in: "body", type: "boolean", default: false },
      { name: "tags", in: "query", type: "array", items: "string", list: "comma" },
    ],
    body: { to: ["{{size}}"] },
  },
};
const HISTORY = {
  ...{ name: "History", description: "Where it was." },
  graphql: {
    path: "/graph",
    document: "query A($id: ID!) { a(id: $id) }",
    variables: [{ name: "id", description: "Which", type: "string", default: "a", maximum: 2 }],
  },
};
const problem = (path: string, message = "must not be empty") => ({ path, message, fix: "" });

it("a stored tool comes out of the form as it was, with what the form does not show", () => {
  expect(toDefinition(fromDefinition(SEND))).toEqual(SEND);
  expect(toDefinition(fromDefinition(HISTORY))).toEqual(HISTORY);
});

it("leaves out what the request cannot have", () => {
  const draft: ToolDraft = { ...fromDefinition(SEND), method: "GET" };
  expect(toDefinition(draft)).not.toHaveProperty("http.body");
  expect(newParameter(draft)).toMatchObject({ key: 6, in: "query" });
  expect(toDefinition({ ...fromDefinition(SEND), body: "{ nothing" })).toMatchObject({ http: { body: "{ nothing" } });
});

it("keeps the form of a body in parts", () => {
  const http = { method: "POST", path: "/parcels", content_type: "multipart/form-data" };
  const tool = { name: "Send", description: "Sends.", http };
  expect(toDefinition(fromDefinition(tool))).toEqual(tool);
});

it("sends facts that the type of an argument can have, and what is no number as it is, for the server to refuse", () => {
  const draft = fromDefinition({ http: { method: "GET", path: "/", parameters: [] } });
  const row = { ...newParameter(draft), name: "n", usual: "7", minimum: "one", maximum: "9" };
  const facts = (type: "integer" | "string" | "array") => {
    const { http } = toDefinition({ ...draft, parameters: [{ ...row, type }] }) as { http: { parameters: object[] } };
    return http.parameters[0];
  };
  expect(facts("integer")).toEqual({ name: "n", in: "query", type: "integer", default: 7, minimum: "one", maximum: 9 });
  expect(facts("string")).toEqual({ name: "n", in: "query", type: "string", default: "7" });
  expect(facts("array")).toEqual({ name: "n", in: "query", type: "array" });
});

it("a problem belongs to its field", () => {
  const fields = ["/name", "/http/path", "/http/parameters/2/enum/0", "/http/body/to/0", "/graphql/path", ""];
  expect(fields.map((path) => fieldOf(problem(path)))).toEqual([
    ...["name", "path", "parameters.2", "body", "endpoint", ""],
  ]);
});

it("an empty field is wrong only after an attempt to save", () => {
  const problems = [problem("/name"), problem("/http/path", "Nothing fills {a}"), problem("")];
  const draft = { ...EMPTY_DRAFT, path: "/{a}" };
  expect(toErrors(draft, problems, false)).toEqual({ path: "Nothing fills {a}." });
  expect(toErrors(draft, problems, true)).toMatchObject({ name: "Enter a name.", path: "Nothing fills {a}." });
  const rows = { ...draft, parameters: [newParameter(draft)] };
  expect(toErrors(rows, [problem("/http/parameters/0/name")], true)["parameters.0"]).toBe("Enter a name.");
});
