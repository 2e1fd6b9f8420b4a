/** The successful answer of an operation: its schema, or that it is bytes. */
import type { SchemaBounder } from "./bound-schema";
import { dereference, type OpenApiDocument, type SourceMedia, type SourceOperation } from "./openapi-document";
import type { ToolSchema } from "../tool-schema";

const SUCCESSES = ["200", "201", "202", "203", "204", "2XX", "2xx", "default"] as const;
const BYTES = /octet-stream|pdf|^image\/|zip|^audio\/|^video\//;

/** The media of the first success, and whether the answer is bytes rather than JSON or text. */
export function successMedia(
  document: OpenApiDocument,
  operation: SourceOperation,
): { media?: SourceMedia; binary: boolean } {
  const status = SUCCESSES.find((one) => operation.responses?.[one]);
  const content = status ? dereference(document, operation.responses?.[status])?.content : undefined;
  if (!content) return { binary: false };
  const types = Object.keys(content);
  const json = types.find((type) => /json/i.test(type)) ?? types.find((type) => type.startsWith("*/*"));
  if (json) return { media: content[json], binary: false };
  return { binary: types.some((type) => BYTES.test(type)) };
}

/** The `data` schema of a tool's output; undefined when the description says nothing useful. */
export function answerSchema(media: SourceMedia | undefined, bounder: SchemaBounder): ToolSchema | undefined {
  if (!media?.schema) return undefined;
  const schema = bounder.compile(media.schema);
  return Object.keys(schema).length > 0 ? schema : undefined;
}
