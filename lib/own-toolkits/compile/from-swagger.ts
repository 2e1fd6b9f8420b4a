/** Swagger 2.0 as OpenAPI 3: https://swagger.io/docs/specification/v2_0/. Parts of the wrong type are left out. */
import { isObject } from "@/lib/kernel/text/is-object";
import type { OpenApiDocument } from "@/lib/catalog/compile/sources/openapi-document";

type Json = Record<string, unknown>;

const REFERENCES: readonly (readonly [from: string, to: string])[] = [
  ["#/definitions/", "#/components/schemas/"],
  ["#/parameters/", "#/components/parameters/"],
  ["#/responses/", "#/components/responses/"],
];
const METHODS = ["get", "put", "post", "delete", "patch", "head", "options"];
/** Members of a parameter that belong into its schema. */
const OF_SCHEMA = [
  "type",
  "format",
  "items",
  "default",
  "maximum",
  "exclusiveMaximum",
  "minimum",
  "exclusiveMinimum",
].concat(["maxLength", "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "enum", "multipleOf"]);

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);
const mapOf = (value: unknown, change: (part: Json) => unknown): Json =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).flatMap(([name, part]) =>
      isObject(part) ? [[name, change(part)]] : [],
    ),
  );

/** Rewrites references everywhere. Without recursion: documents can have any depth within their bounds. */
function moveReferences(root: unknown): void {
  const queue: unknown[] = [root];
  const visitedParts = new Set<unknown>();
  for (let part = queue.pop(); part !== undefined; part = queue.pop()) {
    if (part === null || typeof part !== "object" || visitedParts.has(part)) continue;
    visitedParts.add(part);
    if (isObject(part) && typeof part.$ref === "string") {
      const reference = part.$ref;
      const move = REFERENCES.find(([from]) => reference.startsWith(from));
      if (move) part.$ref = move[1] + reference.slice(move[0].length);
    }
    for (const inner of Object.values(part)) if (inner !== null && typeof inner === "object") queue.push(inner);
  }
}

function toSchema(parameter: Json): Json {
  const schema = Object.fromEntries(
    OF_SCHEMA.flatMap((name) => (Object.hasOwn(parameter, name) ? [[name, parameter[name]]] : [])),
  );
  return schema.type === "file" ? { type: "string", format: "binary" } : schema;
}

const STYLES: Readonly<Record<string, Json>> = {
  multi: { style: "form", explode: true },
  ssv: { style: "spaceDelimited", explode: false },
  pipes: { style: "pipeDelimited", explode: false },
};

function toParameter(parameter: Json): Json {
  if (parameter.$ref !== undefined) return parameter;
  const { name, in: place, required, description } = parameter;
  const isList = parameter.type === "array" && place === "query";
  const style = STYLES[String(parameter.collectionFormat)] ?? { style: "form", explode: false };
  return {
    ...{ name, in: place, schema: isObject(parameter.schema) ? parameter.schema : toSchema(parameter) },
    ...(required === true ? { required } : {}),
    ...(description === undefined ? {} : { description }),
    ...(isList ? style : {}),
  };
}

type Context = { consumes: string[]; produces: string[]; parameters: Json };

/** A parameter that a reference names; references into `parameters` are moved by now. */
function resolve(parameter: Json, { parameters }: Context): Json {
  const name =
    typeof parameter.$ref === "string" ? /^#\/components\/parameters\/(.+)$/.exec(parameter.$ref)?.[1] : undefined;
  const target = name === undefined ? undefined : parameters[name.replaceAll("~1", "/").replaceAll("~0", "~")];
  return isObject(target) ? target : parameter;
}

function toBody(parameters: readonly Json[], consumes: readonly string[]): Json | undefined {
  const body = parameters.find((parameter) => parameter.in === "body");
  if (body) {
    const media = { schema: isObject(body.schema) ? body.schema : {} };
    const types = consumes.length > 0 ? consumes : ["application/json"];
    const { description, required } = body;
    return {
      ...(description === undefined ? {} : { description }),
      ...(required === true ? { required } : {}),
      content: Object.fromEntries(types.map((type) => [type, media])),
    };
  }
  const fields = parameters.filter((parameter) => parameter.in === "formData");
  if (fields.length === 0) return undefined;
  const hasFile = fields.some(({ type }) => type === "file");
  const isForm = (type: string): boolean =>
    type.startsWith("multipart/") || type === "application/x-www-form-urlencoded";
  const type = hasFile ? "multipart/form-data" : (consumes.find(isForm) ?? "application/x-www-form-urlencoded");
  const properties = Object.fromEntries(
    fields.map((field) => [
      String(field.name),
      { ...toSchema(field), ...(field.description === undefined ? {} : { description: field.description }) },
    ]),
  );
  const required = fields.filter((field) => field.required === true).map(({ name }) => String(name));
  const schema = { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
  return { content: { [type]: { schema } }, ...(required.length > 0 ? { required: true } : {}) };
}

const toResponse =
  ({ produces }: Context, ownTypes: readonly string[] = []) =>
  (response: Json): Json => {
    if (response.$ref !== undefined || !isObject(response.schema)) return response;
    const { schema, ...rest } = response;
    const types = ownTypes.length > 0 ? ownTypes : produces.length > 0 ? produces : ["application/json"];
    const media = { schema: schema.type === "file" ? { type: "string", format: "binary" } : schema };
    return { ...rest, content: Object.fromEntries(types.map((type) => [type, media])) };
  };

function toOperation(operation: Json, ofPath: readonly Json[], context: Context): Json {
  const { consumes, produces, schemes: _, parameters, responses, ...rest } = operation;
  const inBody = (parameter: Json): boolean => ["body", "formData"].includes(String(resolve(parameter, context).in));
  const named = listOf(parameters);
  const body = toBody(
    [...named, ...ofPath].map((parameter) => resolve(parameter, context)),
    Array.isArray(consumes) ? textsOf(consumes) : context.consumes,
  );
  return {
    ...rest,
    parameters: named.filter((parameter) => !inBody(parameter)).map(toParameter),
    ...(body ? { requestBody: body } : {}),
    responses: mapOf(responses, toResponse(context, textsOf(produces))),
  };
}

function toPath(item: Json, context: Context): Json {
  const parameters = listOf(item.parameters);
  const inBody = (parameter: Json): boolean => ["body", "formData"].includes(String(resolve(parameter, context).in));
  const operations = METHODS.flatMap((method) => {
    const operation = Object.hasOwn(item, method) ? item[method] : undefined;
    return isObject(operation) ? [[method, toOperation(operation, parameters, context)]] : [];
  });
  return {
    ...(typeof item.$ref === "string" ? { $ref: item.$ref } : {}),
    parameters: parameters.filter((parameter) => !inBody(parameter)).map(toParameter),
    ...(Object.fromEntries(operations) as Json),
  };
}

const FLOWS: Readonly<Record<string, string>> = {
  accessCode: "authorizationCode",
  implicit: "implicit",
  password: "password",
  application: "clientCredentials",
};

function toSecurityScheme(scheme: Json): Json {
  if (scheme.type === "basic") return { type: "http", scheme: "basic" };
  if (scheme.type !== "oauth2") return scheme;
  const { flow, authorizationUrl, tokenUrl, scopes } = scheme;
  return { type: "oauth2", flows: { [FLOWS[String(flow)] ?? String(flow)]: { authorizationUrl, tokenUrl, scopes } } };
}

function toServers({ host, basePath, schemes }: Json): { url: string }[] {
  const path = typeof basePath === "string" ? basePath.replace(/\/+$/, "") : "";
  if (typeof host !== "string" || host === "") return [{ url: path === "" ? "/" : path }];
  const usable = textsOf(schemes).filter((scheme) => scheme === "https" || scheme === "http");
  return (usable.length > 0 ? usable : ["https"]).map((scheme) => ({ url: `${scheme}://${host}${path}` }));
}

/** Changes the given document, whose parts become parts of the result. */
export function fromSwagger(document: Json): OpenApiDocument {
  moveReferences(document);
  const parameters = isObject(document.parameters) ? document.parameters : {};
  const context = { consumes: textsOf(document.consumes), produces: textsOf(document.produces), parameters };
  return {
    openapi: "3.0.3",
    ...(isObject(document.info) ? { info: document.info } : {}),
    servers: toServers(document),
    ...(Array.isArray(document.security) ? { security: document.security as OpenApiDocument["security"] } : {}),
    paths: mapOf(document.paths, (item) => toPath(item, context)),
    components: {
      schemas: isObject(document.definitions) ? document.definitions : {},
      parameters: mapOf(parameters, toParameter),
      responses: mapOf(document.responses, toResponse(context)),
      securitySchemes: mapOf(document.securityDefinitions, toSecurityScheme),
    },
  } as OpenApiDocument;
}
