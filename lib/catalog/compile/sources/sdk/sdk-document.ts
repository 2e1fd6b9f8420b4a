/** The parts of a description that every reader of SDKs writes. */
import type {
  Method,
  OpenApiDocument,
  SourceOperation,
  SourceParameter,
  SourcePath,
  SourceSchema,
} from "../openapi-document";

/** Collects the operations of an SDK as a description. Of several with one method and path, the first stays. */
export class SdkDocument {
  private readonly paths: Record<string, SourcePath> = {};

  /** @param method in any case */
  add(method: string, path: string, operation: SourceOperation): void {
    const item = (this.paths[path] ??= {});
    item[method.toLowerCase() as Method] ??= operation;
  }

  /** @param components the schemas of the types that the operations name, and further components */
  toDocument(components: OpenApiDocument["components"] & object): OpenApiDocument {
    return { openapi: "3.0.3", paths: this.paths, components };
  }
}

/** The schema of `X | null`. A reference ignores the keywords of OpenAPI, so null has a word of our own there. */
export const orNull = (schema: SourceSchema, { nullable }: { nullable?: boolean }): SourceSchema =>
  nullable ? { ...schema, [schema.$ref ? "orNull" : "nullable"]: true } : schema;

/** The parameters of the places in a path, `/cards/{id}`. @param words by the names of the places */
export const pathParameters = (path: string, words: Readonly<Record<string, string>> = {}): SourceParameter[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
    ...(Object.hasOwn(words, name) && words[name] ? { description: words[name] } : {}),
  }));

/** A member of a request as a parameter of its query: the member's words are those of the parameter. */
export const queryParameter = (
  name: string,
  { description, ...schema }: SourceSchema,
  isRequired: boolean,
): SourceParameter => ({
  name,
  in: "query",
  required: isRequired,
  schema,
  ...(typeof description === "string" ? { description } : {}),
});

/** An object of these members. */
export const objectSchema = (properties: Record<string, SourceSchema>, required: readonly string[]): SourceSchema => ({
  type: "object",
  properties,
  ...(required.length > 0 ? { required } : {}),
});

/** The answers of an operation that succeeds with a body of this form. */
export const answersOf = (schema: SourceSchema, type = "application/json"): SourceOperation["responses"] & object => ({
  200: { content: { [type]: { schema } } },
});
