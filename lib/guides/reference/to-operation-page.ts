/** An operation as the page of the API reference shows it. */
import { z } from "zod";
import type { AuthKind, Operation } from "@/lib/contract/operation";
import type { OperationPage } from "@/lib/contract/reference/operation-page";
import { exampleOf, toExample } from "./to-example";
import { toFields, typeOf, type JsonSchema } from "./to-fields";
import { toSnippets } from "./to-snippets";

const CALLERS: Readonly<Record<AuthKind, string>> = {
  project: "A project’s API key (x-api-key), or a person who is signed in to the dashboard.",
  user: "A user key (x-user-api-key), or a person who is signed in to the dashboard.",
  organization: "An organization’s key (x-org-api-key), or a person who is signed in to the dashboard.",
  session: "Only a person who is signed in to the dashboard.",
  link: "Whoever has the address: its token is the credential.",
  none: "Everybody, without a key.",
};

/** Values that are converted in a way of their own have the form of what callers send in `override`. */
const takeOverride = ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void => {
  if (typeof jsonSchema.override === "object") Object.assign(jsonSchema, jsonSchema.override);
};

const schemaOf = (schema: z.ZodType | undefined, io: "input" | "output"): JsonSchema =>
  schema ? (z.toJSONSchema(schema, { io, unrepresentable: "any", override: takeOverride }) as JsonSchema) : {};

const isOpen = ({ type, anyOf, oneOf, allOf, enum: values, const: value, properties, $ref }: JsonSchema): boolean =>
  [type, anyOf, oneOf, allOf, values, value, properties, $ref].every((member) => member === undefined);

/** A value that is converted when it is read has no form before; its page shows the form afterwards. */
function inputOf(schema: z.ZodType | undefined): JsonSchema {
  const [input, output] = [schemaOf(schema, "input"), schemaOf(schema, "output")];
  if (!input.properties) return input;
  const members = Object.entries(input.properties).map(([name, member]) => [
    name,
    isOpen(member) ? { ...output.properties?.[name], ...member } : member,
  ]);
  return {
    ...input,
    properties: Object.fromEntries(members) as Record<string, JsonSchema>,
    ...((input.$defs ?? output.$defs) && { $defs: { ...output.$defs, ...input.$defs } }),
  };
}

const errorsOf = ({ auth, params, body, query, permission }: Operation): OperationPage["errors"] => [
  ...(params || query || body
    ? [{ status: 400, about: "A value is missing or has the wrong form. The message names it." }]
    : []),
  ...(auth === "none" || auth === "link"
    ? []
    : [{ status: 401, about: "The key or the sign-in is missing or wrong." }]),
  ...(auth === "none" || auth === "link"
    ? []
    : [{ status: 403, about: `The caller lacks ${permission.replace(":", " ")}.` }]),
  ...(params ? [{ status: 404, about: "There is no such object, or it belongs to somebody else." }] : []),
  { status: 429, about: "Too many requests. The header retry-after says how many seconds to wait." },
];

/** With an example of each parameter of the path, and of what must be in the query. */
function toUrl({ path }: Operation, query: JsonSchema, baseUrl: string): string {
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => exampleOf(name));
  const required = Object.entries(toExample(query) as Record<string, unknown>);
  const search = required.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join("&");
  return `${baseUrl}${address}${search && `?${search}`}`;
}

/** The page shows and sends JSON only, not files and not streams. */
const answersJson = (type: string): boolean => /^(object|list)/.test(type);

/**
 * @param baseUrl the public address of this server, without a path
 * @param recorded an answer of the operation, as JSON
 */
export function toOperationPage(operation: Operation, baseUrl: string, recorded?: string): OperationPage {
  const { id, method, path, summary, description = "", tag, auth, permission, status = 200 } = operation;
  const query = { type: "object", ...inputOf(operation.query) };
  const body = operation.body && inputOf(operation.body);
  const answer = schemaOf(operation.response, "output");
  const example = body && toExample(body);
  const type = typeOf(answer, answer.$defs ?? {});
  return {
    ...{ id, method, path, title: summary, about: description, tag, status },
    callers: CALLERS[auth],
    ...(auth !== "none" && auth !== "link" && { permission }),
    isDeprecated: operation.deprecated ?? false,
    parameters: toFields(schemaOf(operation.params, "input")),
    query: toFields(query),
    ...(body && { body: { fields: toFields(body), example: JSON.stringify(example, undefined, 2) } }),
    answer: { type, fields: toFields(answer), ...(recorded && { recorded }) },
    errors: errorsOf(operation),
    snippets: toSnippets({ method, auth, url: toUrl(operation, query, baseUrl), ...(body && { body: example }) }),
    canTry: auth !== "none" && auth !== "link" && (status === 204 || answersJson(type)),
  };
}
