/** An operation of an endpoint fills the form, and leaves what a person wrote. */
import { expect, it } from "vitest";
import { filterOperations, type GraphqlOperation, withOperation } from "./pick-operation";
import { EMPTY_DRAFT, toDefinition } from "./tool-draft";

const toOperation = (field: string, name: string): GraphqlOperation => ({
  ...{ kind: "query", field, name, description: `Words about ${field}`, deprecated: false },
  document: `query ${field}($state: State) {\n  ${field}(state: $state) {\n    id\n  }\n}`,
  variables: [{ name: "state", type: "string", enum: ["OPEN", "CLOSED"], description: "Its state" }],
  response: `data.${field}`,
});
const PARCELS = toOperation("parcels", "Parcels");
const CRATES = toOperation("allCrates", "All crates");
const EMPTY = { ...EMPTY_DRAFT, kind: "graphql" as const };

it("fills in the document, the variables with all their facts, the part of the response and the words", () => {
  const { document, variables, response } = PARCELS;
  expect(toDefinition(withOperation(EMPTY, PARCELS, undefined))).toEqual({
    ...{ name: "Parcels", description: "Words about parcels" },
    graphql: { path: "/graphql", document, variables, response },
  });
});

it("replaces the words of the operation before, and none that a person wrote", () => {
  const first = withOperation({ ...EMPTY, name: "Find parcels" }, PARCELS, undefined);
  expect(withOperation(first, CRATES, PARCELS)).toMatchObject({
    ...{ name: "Find parcels", description: "Words about allCrates", document: CRATES.document },
  });
});

it("finds operations by words of their names and descriptions", () => {
  expect(filterOperations([PARCELS, CRATES], "crates ALL")).toEqual([CRATES]);
  expect(filterOperations([PARCELS, CRATES], " ")).toEqual([PARCELS, CRATES]);
  expect(filterOperations([PARCELS, CRATES], "pallets")).toEqual([]);
});
