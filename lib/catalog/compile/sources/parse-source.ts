/** The text of a source as an OpenAPI document, by the reader that the toolkit's file names. */
import { parse as parseYaml } from "yaml";
import type { OpenApiDocument } from "./openapi-document";
import { readDiscovery, type DiscoveryDocument } from "./read-discovery";
import { readClients } from "./sdk/read-clients";
import { readEndpoints } from "./sdk/read-endpoints";
import { readFern } from "./sdk/read-fern";
import { readMethods } from "./sdk/read-methods";
import { readNamedAnswers } from "./read-named-answers";
import { readSdk } from "./sdk/read-sdk";
import { readTypedEndpoints } from "./sdk/read-typed-endpoints";
import { readStripe } from "./sdk/read-stripe";
import { readZod } from "./sdk/read-zod";
import type { ToolkitSource } from "./toolkit-file";

/** @throws Error if the text is not what the reader expects */
export function parseSource(
  {
    file,
    reader,
    types,
    reads,
    answers,
    pathNames,
  }: Pick<ToolkitSource, "file" | "reader" | "types" | "reads" | "answers" | "pathNames">,
  text: string,
): OpenApiDocument {
  if (/\.ya?ml$/.test(file)) return parseYaml(text, { maxAliasCount: -1 }) as OpenApiDocument;
  if (reader === "typed-openapi") return readTypedEndpoints(text);
  const value: unknown = JSON.parse(text);
  if (reader === "openapi-generator") return readSdk(value as Record<string, string>);
  if (reader === "named-answers") return readNamedAnswers(value as Record<string, string>, answers);
  if (reader === "stripe") return readStripe(value as Record<string, string>, pathNames);
  if (reader === "zod") return readZod(value as Record<string, string>);
  if (reader === "fern") return readFern(value as Record<string, string>);
  if (reader === "clients") return readClients(value as Record<string, string>);
  if (reader === "endpoints") return readEndpoints(value as Record<string, string>, types);
  if (reader === "methods") return readMethods(value as Record<string, string>, { types, reads });
  return reader === "discovery" ? readDiscovery(value as DiscoveryDocument) : (value as OpenApiDocument);
}
