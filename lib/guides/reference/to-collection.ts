/**
 * All operations as a collection in the format 2.1 of Postman, which Bruno imports, too
 * (https://schema.postman.com/collection/json/v2.1.0/draft-07/docs/index.html).
 */
import { z } from "zod";
import type { AuthKind, Operation } from "@/lib/contract/operation";
import { listReference, findOperation } from "./list-reference";
import { toExample } from "./to-example";
import type { JsonSchema } from "./to-fields";

const SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";
/** The header of a caller's key, and the variable of the collection that holds the key. */
const KEYS: Partial<Record<AuthKind, readonly [header: string, variable: string]>> = {
  project: ["x-api-key", "api_key"],
  user: ["x-user-api-key", "user_api_key"],
  organization: ["x-org-api-key", "org_api_key"],
};

const schemaOf = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;

/** Parameters of the query that can be left out are there, but switched off. */
function toQuery(schema: z.ZodType | undefined): { key: string; value: string; disabled: boolean }[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema);
  return Object.keys(properties).map((key) => ({ key, value: "", disabled: !required.includes(key) }));
}

function toItem(operation: Operation): object {
  const { summary, method, path, auth, body, query, description } = operation;
  const key = KEYS[auth];
  const parts = path.replaceAll(/\{(\w+)\}/g, ":$1");
  const variable = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ key: name, value: "" }));
  const parameters = toQuery(query);
  const search = parameters.filter(({ disabled }) => !disabled).map(({ key: name }) => `${name}=`);
  return {
    name: summary,
    request: {
      method,
      ...(description && { description }),
      header: [
        ...(key ? [{ key: key[0], value: `{{${key[1]}}}` }] : []),
        ...(body ? [{ key: "content-type", value: "application/json" }] : []),
      ],
      url: {
        raw: `{{base_url}}${parts}${search.length > 0 ? `?${search.join("&")}` : ""}`,
        host: ["{{base_url}}"],
        path: parts.split("/").slice(1),
        query: parameters,
        variable,
      },
      ...(body && { body: { mode: "raw", raw: JSON.stringify(toExample(schemaOf(body)), undefined, 2) } }),
    },
  };
}

/** Operations that only the dashboard can call are left out: its cookie is not for programs. */
export function toCollection(operations: readonly Operation[], baseUrl: string) {
  const item = listReference(operations).flatMap(({ tag, operations: entries }) => {
    const items = entries.flatMap(({ id }) => {
      const operation = findOperation(operations, id);
      return operation && operation.auth !== "session" ? [toItem(operation)] : [];
    });
    return items.length > 0 ? [{ name: tag, item: items }] : [];
  });
  const variables = ["api_key", "user_api_key", "org_api_key"].map((key) => ({ key, value: "" }));
  return {
    info: { name: "Patchbay", schema: SCHEMA },
    variable: [{ key: "base_url", value: baseUrl }, ...variables],
    item,
  };
}
