/** Media types of request bodies as descriptions write them, and as a request can really have them. */
import {
  dereference,
  type Method,
  type OpenApiDocument,
  type SourceMedia,
  type SourceSchema,
} from "./openapi-document";

type Typed = { type: string; media: SourceMedia };

const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)$/;
const BARE = /^(text\/plain|application\/octet-stream)$/;
const PAIRS = /^[\w[\].-]+=[^=&]*(&[\w[\].-]+=[^=&]*)*$/;

const baseType = (contentType: string): string => (contentType.split(";")[0] ?? "").trim().toLowerCase();

/** Names that no media type has. */
const MISSPELLED: Readonly<Record<string, string>> = {
  "": "application/json",
  "application/form-data": "multipart/form-data",
};

/**
 * One declared form of a body, corrected; undefined if it is no body. Descriptions that were made from a collection of
 * requests contain the type of their tool's text field, and show the body only by an example.
 */
export function mendMedia(
  document: OpenApiDocument,
  method: Method,
  type: string,
  media: SourceMedia,
): Typed | undefined {
  const mediaType = MISSPELLED[baseType(type)] ?? type;
  const base = baseType(mediaType);
  const schema = dereference(document, media.schema);
  if (!schema && BARE.test(base)) return byExample(mediaType, media, method);
  if (FORM.test(base)) return formMedia(mediaType, media, schema);
  // Members need names on the wire: text and bytes have none.
  if (schema && isObject(schema) && !/json|xml|yaml|form|\*/.test(base)) return { type: "application/json", media };
  return { type: mediaType, media };
}

const isObject = (schema: SourceSchema): boolean => schema.type === "object" || schema.properties !== undefined;

/** A body that is described only by an example: none if that is empty, JSON if it is JSON. */
function byExample(type: string, media: SourceMedia, method: Method): Typed | undefined {
  const example = exampleOf(media);
  if (example === undefined) return method === "delete" ? undefined : { type, media };
  if (example === "") return undefined;
  const value = parsed(example);
  if (value === undefined) return { type, media };
  const kind = Array.isArray(value) ? "array" : typeof value;
  return { type: "application/json", media: { schema: { type: kind, example: value } } };
}

/**
 * A form is pairs of names and values. A text that shows some pairs gives their names. An object without members is no
 * body.
 */
function formMedia(type: string, media: SourceMedia, schema: SourceSchema | undefined): Typed | undefined {
  if (schema?.additionalProperties === false && Object.keys(schema.properties ?? {}).length === 0) return undefined;
  const example = exampleOf(media);
  if (schema?.type !== "string" || typeof example !== "string" || !PAIRS.test(example)) return { type, media };
  const properties = Object.fromEntries(
    [...new URLSearchParams(example)].map(([name, value]): [string, SourceSchema] => [
      name,
      { type: "string", example: value },
    ]),
  );
  return { type, media: { schema: { type: "object", properties } } };
}

function exampleOf({ example, examples }: SourceMedia): unknown {
  if (example !== undefined) return example;
  const [first] = Object.values(examples ?? {});
  return first?.value;
}

function parsed(example: unknown): unknown {
  if (typeof example !== "string") return example;
  try {
    return JSON.parse(example) as unknown;
  } catch {
    return undefined;
  }
}
