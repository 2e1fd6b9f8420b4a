/** Finds by its content what a document is. */
import { isObject } from "@/lib/kernel/text/is-object";
import type { SourceKind } from "../constants";

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

/** Undefined if it is nothing that this server knows. */
export function findKind(value: unknown): SourceKind | undefined {
  if (!isObject(value)) return undefined;
  if (/^3\.\d/.test(textOf(value.openapi))) return "openapi";
  if (textOf(value.swagger).startsWith("2")) return "swagger";
  if (value.kind === "discovery#restDescription" || (value.rootUrl !== undefined && value.servicePath !== undefined))
    return "discovery";
  if (isObject(value.info) && /schema\.(get)?postman\.com/.test(textOf(value.info.schema))) return "postman";
  const data = isObject(value.data) ? value.data : value;
  if (isObject(data.__schema)) return "graphql";
  const isSignedIn = value.auth_schemes !== undefined || value.proxy !== undefined;
  if (value.tools !== undefined && (isSignedIn || value.unique_key !== undefined)) return "hand";
  if (value.unique_key !== undefined || value.auth_schemes !== undefined) return "integration";
  return undefined;
}

/** Why nothing was found, in a sentence, and what to do. */
export function explainUnknown(value: unknown, text: string): { message: string; fix: string } {
  const fix =
    "Send OpenAPI, Swagger 2.0, Google Discovery, a Postman collection, an integration.yaml or tools by hand.";
  if (/^\s*<(!doctype|html|\?xml)/i.test(text.slice(0, 200)))
    return {
      message: "This is a page or XML, not a description of an API.",
      fix: "Give the address of the JSON or YAML file.",
    };
  if (
    /^\s*(type|schema|extend|directive|""")/m.test(text.slice(0, 5_000)) &&
    /\btype\s+Query\b/.test(text.slice(0, 200_000))
  )
    return { message: "This is a GraphQL schema as text.", fix: "Give the address of the GraphQL endpoint instead." };
  if (isObject(value) && value.asyncapi !== undefined)
    return { message: "AsyncAPI describes events, and has no operations to call.", fix };
  return { message: "What kind of document this is could not be found.", fix };
}
