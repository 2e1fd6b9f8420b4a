/** The JSON schema dialect of tools: `$ref`-free, bounded, and strict enough for every client. */

export type JsonType = "string" | "number" | "integer" | "boolean" | "object" | "array";

/** A schema inside a tool. `nullable` is the OpenAPI 3.0 keyword, which the clients know. */
export type ToolSchema = {
  type?: JsonType | JsonType[];
  title?: string;
  description?: string;
  format?: string;
  writeOnly?: boolean;
  nullable?: boolean;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minProperties?: number;
  maxProperties?: number;
  required?: string[];
  properties?: Record<string, ToolSchema>;
  additionalProperties?: boolean | ToolSchema;
  items?: ToolSchema;
  anyOf?: ToolSchema[];
  /** Marks a file argument: clients upload the file first and send `{name, mimetype, s3key}`. */
  file_uploadable?: boolean;
  /** Marks a file of an answer: clients that read schemas replace `{name, mimetype, s3url}` by a file of their own. */
  file_downloadable?: boolean;
};

/** A tool's input or output: the root is always an object. */
export type RootSchema = ToolSchema & { type: "object"; properties: Record<string, ToolSchema> };

/** A file argument, in the shape in which clients upload files. */
export const fileSchema = (description: string | undefined): ToolSchema => ({
  type: "object",
  title: "FileUploadable",
  description: description ?? "File to upload",
  file_uploadable: true,
  properties: {
    name: { type: "string", title: "Name", description: "Name of the file, such as report.pdf" },
    mimetype: { type: "string", title: "Mimetype", description: "Its type, such as application/pdf" },
    s3key: { type: "string", title: "S3Key", description: "Its key, as the upload or another tool gave it" },
  },
  required: ["name", "mimetype", "s3key"],
});

/** A file in an answer, in the shape in which clients download files. */
export const downloadSchema = (description: string | undefined): ToolSchema => ({
  type: "object",
  title: "FileDownloadable",
  description: description ?? "The file",
  file_downloadable: true,
  properties: {
    name: { type: "string", title: "Name" },
    mimetype: { type: "string", title: "Mimetype" },
    s3url: { type: "string", title: "S3Url", description: "Where the file can be downloaded for an hour" },
    size: { type: "integer", title: "Size", description: "Bytes" },
    s3key: { type: "string", title: "S3Key", description: "Names the file as an argument of other tools" },
  },
  required: ["name", "mimetype", "s3url"],
});

/** The answer of a tool whose provider returns bytes: they are stored, and `response_data` refers to the file. */
export const fileOutputSchema = (): RootSchema =>
  outputSchema({ type: "object", properties: { response_data: downloadSchema(undefined) } });

/** Members of a failure's data that this server writes, whatever the provider has under these names in a success. */
const OF_FAILURES: Readonly<Record<string, ToolSchema & { type: JsonType }>> = {
  message: { type: "string", description: "Why the call failed" },
  status_code: { type: "integer", description: "Status of a failure" },
  phase: { type: "string", description: "Where a request without an answer ended" },
};

/** Members that can be next to the values of a map. */
const BESIDE_MAP: Readonly<Record<string, ToolSchema>> = {
  ...OF_FAILURES,
  auto_paginate: { type: "object", additionalProperties: true, description: "The pages that were read" },
};

/** Whether a schema accepts every value of a type. */
function takesAll(type: JsonType, schema: ToolSchema): boolean {
  if (schema.enum ?? schema.const ?? schema.pattern ?? schema.format ?? schema.maxLength) return false;
  if (schema.anyOf) return schema.anyOf.some((part) => takesAll(type, part));
  return schema.type === undefined || [schema.type].flat().includes(type);
}

/**
 * A member that the answer of a failure can have, too: a success flag, such as Slack's `ok`, without its only value in
 * a success, and a member that this server writes itself.
 */
function alsoOfFailure(name: string, schema: ToolSchema): ToolSchema {
  const { enum: values, const: value, ...rest } = schema;
  const isMark = typeof value === "boolean" || (values?.length === 1 && typeof values[0] === "boolean");
  if (isMark) return { ...rest, type: "boolean" };
  const member = Object.hasOwn(OF_FAILURES, name) ? OF_FAILURES[name] : undefined;
  return member && !takesAll(member.type, schema) ? { anyOf: [schema, member] } : schema;
}

/**
 * The schema of a provider's answer, changed so that a failure's answer fits it too. Otherwise clients that check
 * answers would report a schema error to their model instead of the failure.
 */
function fittingFailures({ required: _, ...schema }: ToolSchema): ToolSchema {
  const { anyOf } = schema;
  // The values of a map are not those of this server's own members.
  const isMap = typeof schema.additionalProperties === "object";
  const properties = isMap ? { ...BESIDE_MAP, ...schema.properties } : schema.properties;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, schema]) => [name, alsoOfFailure(name, schema)]),
      ),
    }),
    ...(anyOf && { anyOf: anyOf.map(fittingFailures) }),
  };
}

const isObjectSchema = ({ type, properties, anyOf, additionalProperties }: ToolSchema): boolean =>
  type === "object" ||
  properties !== undefined ||
  (type === undefined && (anyOf ? anyOf.some(isObjectSchema) : typeof additionalProperties === "object"));

/** Of alternatives, those that are no objects are put under `response_data` each. */
function withEnvelope(answer: ToolSchema): ToolSchema {
  const enveloped: ToolSchema = { type: "object", properties: { response_data: answer } };
  if (!isObjectSchema(answer)) return enveloped;
  if (answer.properties !== undefined || answer.type !== undefined || !answer.anyOf) return answer;
  return { ...answer, anyOf: answer.anyOf.map(withEnvelope) };
}

/**
 * The answer of every tool. An answer that is not an object (a list, a text, bytes) is put under `response_data`,
 * because clients accept only an object as `data`.
 */
export function outputSchema(answer: ToolSchema | undefined): RootSchema {
  const data = answer && withEnvelope(answer);
  const wrapped: ToolSchema = { ...data, type: "object" };
  const isMap = typeof wrapped.additionalProperties === "object";
  if (wrapped.properties === undefined && wrapped.anyOf === undefined && !isMap) wrapped.additionalProperties = true;
  return {
    type: "object",
    properties: {
      data: { description: "The provider's answer", ...fittingFailures(wrapped) },
      error: { type: "string", nullable: true, description: "What went wrong, or null" },
      successful: { type: "boolean", description: "Whether the call succeeded" },
    },
    required: ["data", "successful"],
  };
}

const choicesOf = ({ enum: values, const: value }: ToolSchema): readonly unknown[] | undefined =>
  values ?? (value === undefined ? undefined : [value]);

/** Keywords that refuse no value; those of the first schema count. */
const WORDS = new Set(["title", "description", "default", "examples", "writeOnly"]);

/** What both schemas demand, with the words of the first. */
function sharedDemands(first: ToolSchema, second: ToolSchema): ToolSchema {
  const others = second as Record<string, unknown>;
  const isShared = ([keyword, value]: [string, unknown]): boolean =>
    WORDS.has(keyword) || value === others[keyword] || JSON.stringify(value) === JSON.stringify(others[keyword]);
  const shared: ToolSchema = Object.fromEntries(Object.entries(first).filter(isShared));
  return first.nullable || second.nullable ? { ...shared, nullable: true } : shared;
}

const MAX_ALTERNATIVES = 8;
const saysNothing = ({ type, anyOf, properties, enum: values, const: value }: ToolSchema): boolean =>
  (type ?? anyOf ?? properties ?? values ?? value) === undefined;

/** The alternatives of both; none, which leaves them open, if they are many or one of them takes everything. */
function joinedAlternatives(...schemas: readonly ToolSchema[]): Pick<ToolSchema, "anyOf"> {
  const parts = schemas.flatMap((schema) => (schema.type === undefined && schema.anyOf) || [schema]);
  const different = new Map(parts.map((part) => [JSON.stringify(part), part]));
  return different.size > MAX_ALTERNATIVES || parts.some(saysNothing) ? {} : { anyOf: [...different.values()] };
}

/** The schema of a member that has one of two schemas: choices and members are joined, other differences left open. */
function eitherOf(first: ToolSchema, second: ToolSchema): ToolSchema {
  if (first === second) return first;
  const { enum: _enum, const: _const, ...shared } = sharedDemands(first, second);
  const [choices, more] = [choicesOf(first), choicesOf(second)];
  const types = [first.type, second.type].filter((type) => type !== undefined);
  if (choices && more)
    return { ...shared, ...(types.length === 1 && { type: types[0] }), enum: [...new Set([...choices, ...more])] };
  if (first.anyOf ?? second.anyOf) return { ...shared, ...joinedAlternatives(first, second) };
  if (String(first.type) !== String(second.type)) return shared;
  if (first.properties ?? second.properties) return { ...shared, ...unionObjects([first, second]) };
  const { items: _items, ...rest } = shared;
  return first.items && second.items ? { ...rest, items: eitherItem(first.items, second.items) } : rest;
}

/** Items of different types stay alternatives: a model learns nothing from a list of anything. */
const eitherItem = (first: ToolSchema, second: ToolSchema): ToolSchema =>
  first.type !== undefined && second.type !== undefined && String(first.type) !== String(second.type)
    ? joinedAlternatives(first, second)
    : eitherOf(first, second);

/** Merges objects into one: all properties, but required only the properties that every alternative requires. */
export function unionObjects(alternatives: ToolSchema[]): ToolSchema {
  const properties: Record<string, ToolSchema> = {};
  let required: string[] | undefined;
  let open = false;
  for (const alternative of alternatives) {
    for (const [name, schema] of Object.entries(alternative.properties ?? {})) {
      const existing = properties[name];
      properties[name] = existing ? eitherOf(existing, schema) : schema;
    }
    const here = alternative.required ?? [];
    required = required === undefined ? here : required.filter((name) => here.includes(name));
    open ||= Boolean(alternative.additionalProperties);
  }
  return {
    type: "object",
    properties,
    ...(required?.length ? { required } : {}),
    ...(open ? { additionalProperties: true } : {}),
  };
}

/**
 * Adds the demands of `part`, a member of an `allOf`, to `target`; the target's own words win. Changes and returns
 * `target`.
 */
export function mergeInto(target: ToolSchema, part: ToolSchema): ToolSchema {
  const { properties, required, additionalProperties, enum: values, anyOf, ...rest } = part;
  if (properties) target.properties = { ...target.properties, ...properties };
  if (required) target.required = [...new Set([...(target.required ?? []), ...required])];
  if (additionalProperties !== undefined && additionalProperties !== false)
    target.additionalProperties ??= additionalProperties;
  if (values) {
    const both = target.enum?.filter((value) => values.includes(value));
    target.enum = both?.length ? both : (target.enum ?? values);
  }
  // Two alternations cannot be intersected in a flat schema, so the first is kept.
  if (anyOf) target.anyOf ??= anyOf;
  for (const [keyword, value] of Object.entries(rest)) {
    const holder = target as Record<string, unknown>;
    if (holder[keyword] === undefined) holder[keyword] = value;
  }
  return target;
}
