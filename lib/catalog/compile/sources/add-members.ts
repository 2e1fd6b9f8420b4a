/** Adds arguments that a provider takes since its description was written. */
import { z } from "zod";
import {
  dereference,
  METHODS,
  type OpenApiDocument,
  type SourceOperation,
  type SourceSchema,
} from "./openapi-document";

const Schemas = z.record(z.string().min(1).max(100), z.record(z.string(), z.unknown()));

/**
 * What one operation takes besides: schemas by their names on the wire, in its query and in its body of JSON or of a
 * form. A list of the query with `explode: false` is sent as one text with commas. `instead`: arguments of the query
 * and members of the body whose form the description states wrongly.
 */
export const AddedMembers = z.strictObject({
  query: Schemas.default({}),
  body: Schemas.default({}),
  instead: Schemas.default({}),
});
export type AddedMembers = z.infer<typeof AddedMembers>;

/** Media types of bodies that have members, in the order in which one is chosen. */
const BODY_TYPES = ["application/json", "application/x-www-form-urlencoded", "multipart/form-data"] as const;

const bodyType = (content: Readonly<Record<string, unknown>> | undefined) =>
  BODY_TYPES.find((type) => content?.[type] !== undefined);

type Facts = { adds: Readonly<Record<string, AddedMembers>>; unwrap?: string | undefined };

/**
 * A copy of the document with these arguments. What an operation has already stays as it is; so doing it twice changes
 * nothing.
 * @param facts `adds`: by regular expressions on "METHOD /path"; `unwrap`: the object around the members of a body
 * @throws Error naming a pattern that fits no operation, or that adds to bodies where no operation has one
 */
export function addMembers(document: OpenApiDocument, { adds, unwrap }: Facts): OpenApiDocument {
  const paths = { ...document.paths };
  for (const [pattern, members] of Object.entries(adds)) {
    const expression = new RegExp(pattern);
    let isUsed = false;
    let hasPlace = Object.keys(members.body).length === 0;
    for (const [path, pathItem] of Object.entries(paths)) {
      const item = dereference(document, pathItem);
      for (const method of METHODS) {
        const operation = item?.[method];
        if (!operation || !expression.test(`${method.toUpperCase()} ${path}`)) continue;
        isUsed = true;
        hasPlace ||= bodyType(dereference(document, operation.requestBody)?.content) !== undefined;
        paths[path] = { ...(paths[path] ?? item), [method]: extended(document, operation, members, unwrap) };
      }
    }
    if (!isUsed) throw new Error(`${JSON.stringify(pattern)} fits no operation of the description`);
    if (!hasPlace) throw new Error(`${JSON.stringify(pattern)} adds to a body, but no operation that it fits has one`);
  }
  return { ...document, paths };
}

function extended(
  document: OpenApiDocument,
  operation: SourceOperation,
  { query, body, instead }: AddedMembers,
  unwrap: string | undefined,
): SourceOperation {
  const parameters = (operation.parameters ?? []).map((parameter) => corrected(document, parameter, instead));
  const resolved = parameters.flatMap((parameter) => dereference(document, parameter) ?? []);
  const names = new Set(resolved.map(({ name }) => name));
  const more = Object.entries(query)
    .filter(([name]) => !names.has(name))
    .map(([name, { description, explode, ...schema }]) => ({
      name,
      in: "query",
      schema: schema as SourceSchema,
      ...(explode === false ? { explode } : {}),
      ...(typeof description === "string" ? { description } : {}),
    }));
  const requestBody = dereference(document, operation.requestBody);
  const contentType = bodyType(requestBody?.content);
  const media = contentType && requestBody?.content?.[contentType];
  const withMore = { ...operation, parameters: [...parameters, ...more] };
  // One name can stand in the path and in the body, too.
  const inQuery = new Set(resolved.flatMap(({ in: place, name }) => (place === "query" ? [name] : [])));
  const ofBody = Object.fromEntries(Object.entries(instead).filter(([name]) => !inQuery.has(name)));
  if (Object.keys({ ...body, ...ofBody }).length === 0 || !contentType || !media) return withMore;
  const schema = withBody(document, media.schema, { body, instead: ofBody }, unwrap);
  const content = { [contentType]: { ...media, schema } };
  return { ...withMore, requestBody: { ...requestBody, content } };
}

/** An argument of the query in its right form; its own words stay if the correction has none. */
function corrected(
  document: OpenApiDocument,
  parameter: NonNullable<SourceOperation["parameters"]>[number],
  instead: AddedMembers["instead"],
): typeof parameter {
  const resolved = dereference(document, parameter);
  const correction = resolved?.in === "query" && resolved.name !== undefined ? instead[resolved.name] : undefined;
  if (!resolved || !correction) return parameter;
  const { description, ...schema } = correction;
  const words = typeof description === "string" ? { description } : {};
  return { ...resolved, ...words, schema: schema as SourceSchema };
}

function withBody(
  document: OpenApiDocument,
  schema: SourceSchema | undefined,
  members: Pick<AddedMembers, "body" | "instead">,
  unwrap: string | undefined,
): SourceSchema {
  const whole = dereference(document, schema) ?? {};
  const inner = unwrap === undefined ? undefined : whole.properties?.[unwrap];
  if (unwrap !== undefined && inner)
    return { ...whole, properties: { ...whole.properties, [unwrap]: withBody(document, inner, members, undefined) } };
  const part = (properties: Record<string, unknown>): SourceSchema => ({
    type: "object",
    properties: properties as Record<string, SourceSchema>,
  });
  const corrections = Object.keys(members.instead).length > 0 ? [part(members.instead)] : [];
  return { allOf: [part(members.body), whole, ...corrections] };
}
