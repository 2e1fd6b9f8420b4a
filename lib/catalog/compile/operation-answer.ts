/** The successful answer of an operation: its schema, or that it is bytes. */
import type { SchemaBounder } from "./bound-schema";
import { dereference, type OpenApiDocument, type SourceMedia, type SourceOperation } from "./openapi-document";
import type { ToolSchema } from "../tool-schema";

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
  const isRedirect = Object.keys(responses).some((one) => one.startsWith("3"));
  // Beside a redirect, `default` describes what goes wrong.
  const status = SUCCESSES.find((one) => responses[one] && !(one === "default" && isRedirect));
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

/** The `data` schema of a tool's output; undefined when the description says nothing useful. */
export function answerSchema(media: SourceMedia | undefined, bounder: SchemaBounder): ToolSchema | undefined {
  if (!media?.schema) return undefined;
  const schema = bounder.compile(media.schema);
  return Object.keys(schema).length > 0 ? schema : undefined;
}
