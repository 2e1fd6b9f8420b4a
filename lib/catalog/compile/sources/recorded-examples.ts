/** The examples of an answer that a description records. */
import { dereference, type OpenApiDocument, type SourceMedia } from "./openapi-document";

type Example = { $ref?: string; value?: unknown };

/** The value of a named example; both the example and its value can be references. */
function valueOf(document: OpenApiDocument, example: unknown): unknown {
  const value = dereference(document, example as Example)?.value;
  const isReference = value !== null && typeof value === "object" && typeof (value as Example).$ref === "string";
  return isReference ? dereference(document, value as Example) : value;
}

/** Some descriptions write the JSON of an example as a text. Undefined for a text that only looks like it. */
function parsed(example: unknown, isText: boolean): unknown {
  if (typeof example !== "string" || isText || !/^\s*[[{]/.test(example)) return example;
  try {
    return JSON.parse(example) as unknown;
  } catch {
    return undefined;
  }
}

/** Values by their places in the description, without null and undefined. */
export function recordedExamples(document: OpenApiDocument, media: SourceMedia): [place: string, value: unknown][] {
  const schema = dereference(document, media.schema);
  const examples: [string, unknown][] = [
    ...Object.entries(media.examples ?? {}).map(([name, example]): [string, unknown] => [
      `examples ${name}`,
      valueOf(document, example),
    ]),
    ["example", media.example],
    ["schema example", schema?.example],
  ];
  return examples
    .map(([place, example]): [string, unknown] => [place, parsed(example, schema?.type === "string")])
    .filter(([, value]) => value !== undefined && value !== null);
}
