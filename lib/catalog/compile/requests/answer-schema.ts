/** The successful answer of an operation: its schema, or that it is bytes. */
import { exampleForm, fitExample, withNull } from "../schemas/fit-example";
import type { SchemaBounder } from "../schemas/schema-bounder";
import { dereference, type OpenApiDocument, type SourceMedia, type SourceOperation } from "../sources/openapi-document";
import type { ToolSchema } from "../../tool-schema";

const SUCCESSES = ["200", "201", "202", "203", "204", "2XX", "2xx", "default"] as const;
const BYTES = /octet-stream|pdf|^image\/|zip|^audio\/|^video\//;

/**
 * The media of the first success, and whether the answer is bytes rather than JSON or text.
 * @param isDownload what counts when the description is silent about the answer, as it is where a provider redirects
 */
export function successMedia(
  document: OpenApiDocument,
  operation: SourceOperation,
  isDownload = false,
): { media?: SourceMedia; binary: boolean } {
  const responses = operation.responses ?? {};
  const isRedirect = Object.keys(responses).some((status) => status.startsWith("3"));
  // Next to a redirect, `default` describes errors.
  const status = SUCCESSES.find((status) => responses[status] && !(status === "default" && isRedirect));
  const content = status ? dereference(document, responses[status])?.content : undefined;
  const types = Object.keys(content ?? {});
  if (!content || types.length === 0) return { binary: isDownload };
  const isBytes = (type: string): boolean => {
    const schema = dereference(document, content[type]?.schema);
    return schema?.type === "file" || schema?.format === "binary";
  };
  const json = types.find((type) => /json/i.test(type));
  // A reader of SDKs finds no media types: it calls every answer JSON, and a file a text.
  const isText = (media: SourceMedia | undefined) => dereference(document, media?.schema)?.type === "string";
  if (json) return isDownload && isText(content[json]) ? { binary: true } : { media: content[json], binary: false };
  const any = types.find((type) => type.startsWith("*/*"));
  if (any && !isBytes(any)) return { media: content[any], binary: false };
  return { binary: any !== undefined || types.some((type) => BYTES.test(type) || isBytes(type)) };
}

const BODILESS = new Set(["204", "205"]);

/** Whether the description promises an answer without a body (RFC 9110, 15.3.5). */
export function isBodiless({ responses = {} }: SourceOperation): boolean {
  const successes = Object.keys(responses).filter((status) => /^2/.test(status));
  return successes.length > 0 && successes.every((status) => BODILESS.has(status));
}

/** Description of the `data` of an answer without a body. */
export const NO_BODY = "Empty, because the provider answers without a body";

/** The `data` of an answer without a body. @param isPost the call can create something, whose address is a header */
export const emptyAnswer = (isPost = false): ToolSchema => ({
  type: "object",
  description: NO_BODY,
  properties: isPost
    ? { location: { type: "string", description: "Address of what was created, if there is one" } }
    : {},
});

/** Headers with facts about the answer: where its pages and things are. */
const OF_DATA = new RegExp(
  "^(?:link|x-restli-id|x-total(?:-count|-pages)?|x-count|x-pages|x-(?:next|prev)-page|x-hasmore|" +
    "x-pagination-[a-z-]{1,30}|x-[a-z-]{0,30}cursor)$",
);
const MAX_HEADERS = 6;

/** The headers of a success that belong to its data, in small letters. */
export function dataHeaders(document: OpenApiDocument, { responses = {} }: SourceOperation): string[] {
  const status = SUCCESSES.find((code) => responses[code]);
  const headers = status ? dereference(document, responses[status])?.headers : undefined;
  const names = Object.keys(headers ?? {}).map((name) => name.toLowerCase());
  return names.filter((name) => OF_DATA.test(name)).slice(0, MAX_HEADERS);
}

/**
 * The `data` schema of a tool's output; undefined if the description contains nothing useful.
 * @param examples recorded answers: what they have as null may be null
 */
export function answerSchema(
  media: SourceMedia | undefined,
  bounder: SchemaBounder,
  examples: readonly unknown[],
): ToolSchema | undefined {
  const schema = media?.schema ? bounder.compile(media.schema) : {};
  if (saysForm(schema)) return examples.reduce<ToolSchema>(fitExample, schema);
  const [example] = examples;
  const exampleSchema =
    example !== null && typeof example === "object" ? exampleForm(example, bounder.bounds.depth) : undefined;
  return exampleSchema ?? (Object.keys(schema).length > 0 ? schema : undefined);
}

/** The schema in which members that are not required can be null, at any depth. */
export function withNulls(schema: ToolSchema): ToolSchema {
  const { properties, required = [], items, anyOf, additionalProperties: others } = schema;
  const members = Object.entries(properties ?? {}).map(([name, member]): [string, ToolSchema] => {
    const inner = withNulls(member);
    return [name, required.includes(name) ? inner : withNull(inner)];
  });
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(members) }),
    ...(items && { items: withNulls(items) }),
    ...(anyOf && { anyOf: anyOf.map(withNulls) }),
    ...(typeof others === "object" && { additionalProperties: withNulls(others) }),
  };
}

const saysForm = ({ type, properties, anyOf, additionalProperties }: ToolSchema): boolean =>
  (type !== undefined && type !== "object") ||
  properties !== undefined ||
  anyOf !== undefined ||
  typeof additionalProperties === "object";
