/** A GraphQL operation that a person wrote out, as a tool of a toolkit's file. */
import type { FailureRule } from "@/lib/catalog/refusals-file";
import type { HandGraphql } from "../hand-entry";
import { GRAPHQL_SCALARS } from "./graphql-schema";
import { fromHandHttp, type HandContext, type Refuse, toSchema } from "./from-hand-http";
import { GraphqlProblem, readGraphql, type GraphqlOperation, type GraphqlVariable } from "./read-graphql";

/** GraphQL answers 200 with its errors (https://spec.graphql.org/October2021/#sec-Errors). */
export const GRAPHQL_FAILURES: FailureRule[] = [{ at: "errors", filled: true, words: ["errors.*.message"] }];

function read(document: string, refuse: Refuse): GraphqlOperation | undefined {
  try {
    return readGraphql(document);
  } catch (error) {
    if (!(error instanceof GraphqlProblem)) throw error;
    refuse("/document", `The GraphQL document is not usable: ${error.message}.`, "Correct the document.");
    return undefined;
  }
}

/** The schema by the type that the document has; types of the server can be anything. */
function fromType({ name, isList }: GraphqlVariable["type"]): Record<string, unknown> {
  const schema = Object.hasOwn(GRAPHQL_SCALARS, name) ? { ...GRAPHQL_SCALARS[name] } : {};
  return isList ? { type: "array", items: schema } : schema;
}

function toParameter(variable: GraphqlVariable, words: HandGraphql["variables"][number] | undefined) {
  const { name: _, ...facts } = words ?? { name: "" };
  return {
    ...fromType(variable.type),
    ...toSchema(facts),
    ...{ in: "body", at: `variables.${variable.name}` },
    required: variable.type.isRequired && !variable.hasDefault && facts.default === undefined,
  };
}

/** The request as keys of a toolkit file's tool, with what the operation does. */
export function fromHandGraphql(
  { path, document, variables, response }: HandGraphql,
  context: HandContext,
  refuse: Refuse,
): Record<string, unknown> & { kind: GraphqlOperation["kind"] } {
  const operation: GraphqlOperation = read(document, refuse) ?? { kind: "query", variables: [] };
  const request = { method: "POST" as const, path, parameters: [], content_type: "application/json" as const };
  const base = fromHandHttp({ ...request, body: undefined, response }, context, refuse);
  const reserved = operation.variables.find(({ name }) => /^(__.*|constructor|prototype)$/.test(name));
  if (reserved) refuse("/document", `$${reserved.name} cannot be the name of a variable.`, "Rename it.");
  const declaredNames = new Set(operation.variables.map(({ name }) => name));
  variables.forEach(({ name }, index) => {
    if (!declaredNames.has(name))
      refuse(`/variables/${index}`, `The document declares no $${name}.`, "Declare it, or remove it here.");
  });
  const words = new Map(variables.map((variable) => [variable.name, variable]));
  return {
    ...base,
    kind: operation.kind,
    parameters: {
      ...(base.parameters as Record<string, unknown>),
      ...Object.fromEntries(
        operation.variables.map((variable) => [variable.name, toParameter(variable, words.get(variable.name))]),
      ),
    },
    fixedBody: { query: document },
    failures: GRAPHQL_FAILURES,
  };
}
