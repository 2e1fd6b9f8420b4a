/** The parts of an OpenAPI 3.0 and 3.1 document that the compiler reads, and the resolution of its references. */

/**
 * A schema of a real description: every key can be absent or of the wrong type, so values are checked where they are
 * used.
 */
export type SourceSchema = {
  $ref?: string;
  type?: unknown;
  properties?: Record<string, SourceSchema>;
  additionalProperties?: boolean | SourceSchema;
  items?: SourceSchema | SourceSchema[] | boolean;
  allOf?: SourceSchema[];
  oneOf?: SourceSchema[];
  anyOf?: SourceSchema[];
  readOnly?: boolean;
  writeOnly?: boolean;
  /** What `$ref` names, or null: a word of the readers of SDKs. */
  orNull?: boolean;
  [keyword: string]: unknown;
};

export type SourceMedia = {
  schema?: SourceSchema;
  example?: unknown;
  examples?: Record<string, { value?: unknown } | undefined>;
  encoding?: Record<string, { contentType?: string; style?: string; explode?: boolean }>;
};

export type SourceParameter = {
  $ref?: string;
  name?: string;
  in?: string;
  required?: boolean;
  description?: string;
  example?: unknown;
  style?: string;
  explode?: boolean;
  allowReserved?: boolean;
  /** GitHub's extension: the value can contain slashes. */
  "x-multi-segment"?: boolean;
  deprecated?: boolean;
  schema?: SourceSchema;
  content?: Record<string, SourceMedia>;
};

export type SourceBody = {
  $ref?: string;
  required?: boolean;
  description?: string;
  content?: Record<string, SourceMedia>;
};
export type SourceResponse = {
  $ref?: string;
  content?: Record<string, SourceMedia>;
  headers?: Record<string, unknown>;
};
export type SourceServer = {
  url: string;
  variables?: Record<string, { default?: string; enum?: string[]; description?: string }>;
};

export type SourceOperation = {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: unknown[];
  deprecated?: boolean;
  parameters?: SourceParameter[];
  requestBody?: SourceBody;
  responses?: Record<string, SourceResponse>;
  security?: Record<string, string[]>[];
  servers?: SourceServer[];
};

export const METHODS = ["get", "put", "post", "delete", "patch"] as const;
export type Method = (typeof METHODS)[number];

export type SourcePath = { $ref?: string; parameters?: SourceParameter[]; servers?: SourceServer[] } & Partial<
  Record<Method, SourceOperation>
>;

export type OpenApiDocument = {
  openapi?: string;
  info?: { title?: string; version?: string; license?: { name?: string; url?: string } } & Record<string, unknown>;
  servers?: SourceServer[];
  security?: Record<string, string[]>[];
  paths?: Record<string, SourcePath>;
  /** Whether members of answers that are not required can be null: for SDKs whose types leave that out. */
  optionalIsNull?: boolean;
  components?: {
    securitySchemes?: Record<string, { $ref?: string; type?: string; in?: string; name?: string }>;
  } & Record<string, unknown>;
};

const MAX_HOPS = 20;

const unescapeSegment = (segment: string): string => {
  if (!segment.includes("%") && !segment.includes("~")) return segment;
  let text = segment;
  try {
    text = decodeURIComponent(segment);
  } catch {
    // A stray percent sign: the raw segment is the key.
  }
  return text.replaceAll("~1", "/").replaceAll("~0", "~");
};

/** The value at a local JSON pointer (RFC 6901, `#/a/b`), or undefined. Remote references are never followed. */
export function atPointer(document: unknown, pointer: string): unknown {
  if (!pointer.startsWith("#")) return undefined;
  let current: unknown = document;
  for (const segment of pointer.slice(1).split("/").slice(1)) {
    if (current === null || typeof current !== "object") return undefined;
    const holder = current as Record<string, unknown>;
    current = holder[unescapeSegment(segment)] ?? holder[segment];
  }
  return current;
}

/** Follows `$ref`s to a value without `$ref`. Undefined for a broken or endless chain. */
export function dereference<T extends { $ref?: string }>(
  document: OpenApiDocument,
  value: T | undefined,
): T | undefined {
  let current: T | undefined = value;
  for (let hops = 0; current && typeof current === "object" && typeof current.$ref === "string"; hops++) {
    if (hops === MAX_HOPS) return undefined;
    current = atPointer(document, current.$ref) as T | undefined;
  }
  return current && typeof current === "object" ? current : undefined;
}

/**
 * Whether only the server sets a member. Some descriptions put this next to the reference, where OpenAPI 3.0 has no
 * place for it.
 */
export const isReadOnly = (document: OpenApiDocument, member: SourceSchema): boolean =>
  member.readOnly === true || dereference(document, member)?.readOnly === true;
