/** The request body of an operation as arguments of a tool: flattened if it is an object, else one argument. */
import type { BodyField, RequestBody, RequestParameter } from "../../tool-request";
import type { SchemaBounder } from "../schemas/schema-bounder";
import { withoutDefaults } from "../schemas/without-defaults";
import { dereference, type OpenApiDocument, type SourceBody, type SourceMedia } from "../sources/openapi-document";
import type { ArgumentNames } from "./add-parameters";
import type { DraftOptions } from "./draft-options";
import { fileSchema, unionObjects, type ToolSchema } from "../../tool-schema";

type Kind = "json" | "form" | "multipart" | "other";
type Media = { contentType: string; kind: Kind; media: SourceMedia };

const baseType = (contentType: string): string => (contentType.split(";")[0] ?? "").trim().toLowerCase();

/** In order of preference; a body that declares only upload types is handled by `googleMetadata`. */
const PREFERRED: readonly [RegExp, Kind][] = [
  [/^application\/json$/, "json"],
  [/\+json$|^text\/json$/, "json"],
  [/^application\/x-www-form-urlencoded$/, "form"],
  [/^multipart\/form-data$/, "multipart"],
  [/^\*\/\*$/, "json"],
];

/**
 * The media type a tool sends. Google's media uploads list upload types only, but their metadata endpoints take JSON.
 */
function chooseMedia(document: OpenApiDocument, content: Record<string, SourceMedia>): Media | undefined {
  const types = Object.keys(content);
  const first = types[0];
  if (first === undefined) return undefined;
  const isGoogle = document.info?.["x-providerName"] === "googleapis.com";
  for (const [pattern, kind] of PREFERRED) {
    const mediaType = types.find((type) => pattern.test(baseType(type)));
    if (mediaType)
      return {
        contentType: mediaType === "*/*" ? "application/json" : mediaType,
        kind,
        media: content[mediaType] ?? {},
      };
  }
  const media = content[first] ?? {};
  if (isGoogle && media.schema?.$ref) return { contentType: "application/json", kind: "json", media };
  return { contentType: first, kind: "other", media };
}

/** What a body adds to a tool: either a body, or (for methods that may not carry one) query parameters. */
export type CompiledBody = { body?: RequestBody; query: RequestParameter[] };

/** Adds the body's arguments. `method` decides whether the fields can be sent in a body at all. */
export function addBody(
  document: OpenApiDocument,
  method: string,
  source: SourceBody | undefined,
  names: ArgumentNames,
  bounder: SchemaBounder,
  { dropParameters: dropped, unwrap }: Pick<DraftOptions, "dropParameters" | "unwrap">,
): CompiledBody {
  const body = dereference(document, source);
  const media = body?.content ? chooseMedia(document, body.content) : undefined;
  if (!body || !media) return { query: [] };
  const bounded = asOneObject(bounder.compile(media.media.schema));
  const whole = method === "patch" ? withoutDefaults(bounded) : bounded;
  const inner = media.kind === "json" && method !== "get" ? innerObject(whole, unwrap) : undefined;
  const schema = inner ?? whole;
  const flat =
    media.kind !== "other" &&
    schema.properties !== undefined &&
    Object.keys(schema.properties).length > 0 &&
    (schema.type === undefined || schema.type === "object");
  // RFC 9110 gives a GET's content no meaning and many servers refuse it: the fields become query parameters.
  if (method === "get") return { query: flat ? addAsQuery(schema, names) : [] };
  return {
    query: [],
    body: flat
      ? { ...addFlat(schema, media, body, names, dropped), ...(inner && { wrap: unwrap }) }
      : addWhole(schema, media, body, names),
  };
}

/** The object that is the only member of a body and has the given name. */
function innerObject(whole: ToolSchema, name: string | undefined): ToolSchema | undefined {
  const members = Object.keys(whole.properties ?? {});
  const member = name !== undefined && members.length === 1 ? whole.properties?.[name] : undefined;
  const inner = member && asOneObject(member);
  const propertyNames = Object.keys(inner?.properties ?? {});
  return inner?.type === "object" && propertyNames.length > 0 && name !== undefined && !propertyNames.includes(name)
    ? inner
    : undefined;
}

/** Alternatives of objects become one object, so that the arguments stay flat. */
function asOneObject(schema: ToolSchema): ToolSchema {
  const { anyOf, ...rest } = schema;
  if (!anyOf || !anyOf.every((part) => part.properties || part.required)) return schema;
  const union = unionObjects(anyOf);
  if (!schema.properties) return { ...rest, ...union };
  return { ...rest, properties: { ...union.properties, ...schema.properties } };
}

function addAsQuery(schema: ToolSchema, names: ArgumentNames): RequestParameter[] {
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const key = names.add(name, property, schema.required?.includes(name) ?? false);
    return {
      key,
      name,
      in: "query",
      ...(property.type === "object" ? { style: "deepObject" as const, explode: true } : {}),
    };
  });
}

function addFlat(
  schema: ToolSchema,
  media: Media,
  body: SourceBody,
  names: ArgumentNames,
  dropped: ReadonlySet<string>,
): RequestBody {
  const fields: BodyField[] = [];
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (dropped.has(name)) continue;
    const files = media.kind === "multipart" ? filesOf(property) : undefined;
    const as = files ? "file" : formEncoding(media, name, property);
    const key = names.add(
      name,
      files ?? property,
      body.required !== false && (schema.required?.includes(name) ?? false),
    );
    fields.push({ key, name, ...(as ? { as } : {}) });
  }
  return { mode: "flat", contentType: media.contentType, ...(body.required ? { required: true } : {}), fields };
}

const holdsBytes = ({ format }: ToolSchema): boolean => format === "binary" || format === "byte";

/** The argument of a form's field that is a file, or a list of files; undefined for other fields. */
function filesOf(property: ToolSchema): ToolSchema | undefined {
  if (holdsBytes(property)) return fileSchema(property.description);
  const { type, items, ...rest } = property;
  return type === "array" && items && holdsBytes(items)
    ? { ...rest, type, items: fileSchema(items.description) }
    : undefined;
}

/** How a form writes a field that is not a plain value (OpenAPI's Encoding Object). */
function formEncoding(media: Media, name: string, property: ToolSchema): BodyField["as"] {
  if (media.kind === "json") return undefined;
  const encoding = media.media.encoding?.[name];
  if (encoding?.contentType && /json/i.test(encoding.contentType)) return "json";
  if (encoding?.style === "deepObject") return "deepObject";
  const takesList = [property, ...(property.anyOf ?? [])].some(({ type }) => type === "array");
  if (takesList && encoding?.explode === false) return "csv";
  if (property.type === "object" || property.items?.type === "object")
    return media.kind === "multipart" ? "json" : "deepObject";
  return undefined;
}

function addWhole(schema: ToolSchema, media: Media, body: SourceBody, names: ArgumentNames): RequestBody {
  const isBytes =
    media.kind === "other" && (schema.format === "binary" || !/^text\//.test(baseType(media.contentType)));
  const mode = isBytes ? "file" : media.kind === "json" ? "json" : media.kind === "other" ? "text" : "form";
  const described: ToolSchema =
    Object.keys(schema).length > 0 ? schema : mode === "json" ? {} : { type: mode === "text" ? "string" : "object" };
  const argument = isBytes ? fileSchema(schema.description) : { description: "The request body", ...described };
  const key = names.add("body", argument, body.required === true);
  return {
    mode,
    contentType: media.contentType === "*/*" ? "application/octet-stream" : media.contentType,
    ...(body.required ? { required: true } : {}),
    key,
  };
}
