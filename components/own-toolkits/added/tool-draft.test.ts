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
    ],
    body: { to: ["{{size}}"] },
  },
};
const HISTORY = {
  ...{ name: "History", description: "Where it was." },
  graphql: {
    path: "/graph",
    document: "query A($id: ID!) { a(id: $id) }",
    variables: [{ name: "id", description: "Which" }],
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
  expect(newParameter(draft)).toMatchObject({ key: 3, in: "query" });
  expect(toDefinition({ ...fromDefinition(SEND), body: "{ nothing" })).toMatchObject({ http: { body: "{ nothing" } });
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
