/**
 * Reads a description of Google's discovery service as OpenAPI. The format:
 * https://developers.google.com/discovery/v1/reference/apis
 */
import type {
  Method,
  OpenApiDocument,
  SourceBody,
  SourceOperation,
  SourceParameter,
  SourcePath,
  SourceSchema,
} from "./openapi-document";

type DiscoverySchema = {
  $ref?: string;
  type?: string;
  description?: string;
  default?: string;
  format?: string;
  pattern?: string;
  enum?: string[];
  minimum?: string;
  maximum?: string;
  readOnly?: boolean;
  deprecated?: boolean;
  repeated?: boolean;
  properties?: Record<string, DiscoverySchema>;
  additionalProperties?: DiscoverySchema;
  items?: DiscoverySchema;
  /** The IDs of the methods that require this member of their body. */
  annotations?: { required?: string[] };
};

type DiscoveryParameter = DiscoverySchema & { location?: string; required?: boolean };

type DiscoveryMethod = {
  id: string;
  path: string;
  httpMethod: string;
  description?: string;
  deprecated?: boolean;
  parameters?: Record<string, DiscoveryParameter>;
  request?: { $ref?: string };
  response?: { $ref?: string };
  scopes?: string[];
};

type DiscoveryResource = {
  methods?: Record<string, DiscoveryMethod>;
  resources?: Record<string, DiscoveryResource>;
};

export type DiscoveryDocument = DiscoveryResource & {
  title?: string;
  version?: string;
  rootUrl: string;
  servicePath: string;
  schemas?: Record<string, DiscoverySchema>;
};

const TYPES = new Set(["string", "number", "integer", "boolean", "array", "object"]);

/** The parameter of all methods that a caller can use; the others are about the form of the answer, and credentials. */
const FIELDS: SourceParameter = {
  name: "fields",
  in: "query",
  description: "Selector specifying which fields to include in a partial response.",
  schema: { type: "string" },
};

/** The name of the only way to sign in. */
const SIGN_IN = "Oauth2";

/** Paths, parameters, bodies, answers and scopes of every method, under the IDs of the description. */
export function readDiscovery(document: DiscoveryDocument): OpenApiDocument {
  const paths: Record<string, SourcePath> = {};
  for (const { method, tag } of methodsOf(document)) {
    const path = `/${method.path.replace(/\{\+/g, "{")}`;
    const item = (paths[path] ??= {});
    item[method.httpMethod.toLowerCase() as Method] ??= toOperation(document, method, tag);
  }
  const schemas = Object.entries(document.schemas ?? {}).map(([name, schema]) => [name, toSchema(schema)]);
  return {
    openapi: "3.0.3",
    info: {
      title: document.title ?? "",
      version: document.version ?? "",
      // The compiler knows how Google's servers take resource names and uploads.
      "x-providerName": "googleapis.com",
    },
    servers: [{ url: `${document.rootUrl}${document.servicePath}`.replace(/\/+$/, "") }],
    paths,
    components: {
      schemas: Object.fromEntries(schemas) as Record<string, SourceSchema>,
      // Without its kind, the scopes of the operations would count as those of an unknown sign-in.
      securitySchemes: { [SIGN_IN]: { type: "oauth2" } },
    },
  };
}

type TaggedMethod = { method: DiscoveryMethod; tag: string };

/** The methods of a resource and of the resources inside of it; the tag is the name of the outermost one. */
function methodsOf(resource: DiscoveryResource, tag = ""): TaggedMethod[] {
  return [
    ...Object.values(resource.methods ?? {}).map((method) => ({ method, tag })),
    ...Object.entries(resource.resources ?? {}).flatMap(([name, inner]) => methodsOf(inner, tag || name)),
  ];
}

/** A call that changes something and declares no answer has none; a GET without one answers a file. */
const isSilent = ({ response, httpMethod }: DiscoveryMethod): boolean => !response && httpMethod !== "GET";

function toOperation(document: DiscoveryDocument, method: DiscoveryMethod, tag: string): SourceOperation {
  const answer = method.response?.$ref;
  return {
    operationId: method.id,
    ...(method.description && { description: method.description }),
    ...(tag && { tags: [tag] }),
    ...(method.deprecated && { deprecated: true }),
    parameters: [
      ...Object.entries(method.parameters ?? {}).map(([name, parameter]) => toParameter(method, name, parameter)),
      FIELDS,
    ],
    ...(method.request?.$ref && { requestBody: toBody(document, method.id, method.request.$ref) }),
    responses: {
      [isSilent(method) ? "204" : "200"]: answer
        ? { content: { "application/json": { schema: { $ref: pointerTo(answer) } } } }
        : {},
    },
    security: (method.scopes ?? []).map((scope) => ({ [SIGN_IN]: [scope] })),
  };
}

function toParameter(method: DiscoveryMethod, name: string, parameter: DiscoveryParameter): SourceParameter {
  const { description, location, required, ...schema } = parameter;
  return {
    name,
    in: location ?? "query",
    ...(description && { description }),
    ...((required || location === "path") && { required: true }),
    ...(parameter.deprecated && { deprecated: true }),
    ...(method.path.includes(`{+${name}}`) && { allowReserved: true }),
    schema: toSchema(schema),
  };
}

/** A body, with the members that this method requires. */
function toBody({ schemas }: DiscoveryDocument, id: string, name: string): SourceBody {
  const model = schemas?.[name] ?? {};
  const required = Object.entries(model.properties ?? {}).flatMap(([key, { annotations }]) =>
    annotations?.required?.includes(id) ? [key] : [],
  );
  if (required.length === 0) return { content: { "application/json": { schema: { $ref: pointerTo(name) } } } };
  return { required: true, content: { "application/json": { schema: { ...toSchema(model), required } } } };
}

const pointerTo = (name: string): string => `#/components/schemas/${name}`;

function toSchema(source: DiscoverySchema): SourceSchema {
  if (source.repeated) {
    const { repeated: _, description, default: _default, ...item } = source;
    return { type: "array", ...(description && { description }), items: toSchema(item) };
  }
  if (source.$ref) return { $ref: pointerTo(source.$ref), ...textOf(source) };
  const { properties, additionalProperties, items } = source;
  return {
    ...(source.type && TYPES.has(source.type) && { type: source.type }),
    ...textOf(source),
    ...valueFacts(source),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, toSchema(member)])),
    }),
    ...(additionalProperties && { additionalProperties: toSchema(additionalProperties) }),
    ...(items && { items: toSchema(items) }),
  };
}

/** Words with which older descriptions mark a member that only the server writes. */
const SERVER_WRITES = /^Output only\b|(?:^|\. )This field is read-only\.|^Read-only\.|\. Read-only\.( |$)/i;
/** `calendar#aclRule` and the ETag are in each resource, and servers ignore them in a body. */
const isMark = ({ description = "", default: preset = "" }: DiscoverySchema): boolean =>
  /^[a-z]+#[A-Za-z]+$/.test(preset) || /^ETag of the (resource|collection|item)\b/i.test(description);

const textOf = (source: DiscoverySchema): SourceSchema => ({
  ...(source.description && { description: source.description }),
  ...((source.readOnly || SERVER_WRITES.test(source.description ?? "") || isMark(source)) && { readOnly: true }),
  ...(source.deprecated && { deprecated: true }),
});

/** All values are texts in the description, whatever their type is. */
function valueFacts({ type, default: preset, enum: choices, minimum, maximum, pattern, format }: DiscoverySchema) {
  const isNumber = type === "integer" || type === "number";
  const value = preset === undefined ? undefined : toValue(type, preset);
  return {
    ...(format && { format }),
    ...(pattern && { pattern }),
    ...(choices && { enum: choices }),
    ...(value !== undefined && { default: value }),
    ...(isNumber && minimum !== undefined && { minimum: Number(minimum) }),
    ...(isNumber && maximum !== undefined && { maximum: Number(maximum) }),
  };
}

function toValue(type: string | undefined, text: string): unknown {
  if (type === "boolean") return text === "true";
  if (type !== "integer" && type !== "number") return text === "" ? undefined : text;
  const value = Number(text);
  return Number.isFinite(value) && text !== "" ? value : undefined;
}
