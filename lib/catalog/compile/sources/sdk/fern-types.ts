/** The types of a client that Fern made as schemas. Its members have names of their own (`voiceId` for `voice_id`). */
import ts from "typescript";
import type { SourceSchema } from "../openapi-document";
import { nameOf } from "./parse-sdk";
import { refTo, TypeSchemas, type TypeScope } from "./type-schemas";

/** Names of whole numbers: the types have numbers only. */
const WHOLE =
  /(^|_)(page|size|limit|offset|seed|count|unix|unix_secs|ms|minutes|days|characters|tokens|bytes|retries|version|speakers|index)$/;
const DATE: SourceSchema = { type: "string", format: "date-time" };
const BYTES: SourceSchema = { type: "string", format: "binary" };

/** `voice_id` for `voiceId`. */
export const snakeCase = (name: string): string =>
  name
    .replace(/([A-Z])/g, "_$1")
    .replace(/base64/i, "base_64")
    .toLowerCase();

export class FernTypes extends TypeSchemas {
  /** Types are exported from one place, so their names are unique. */
  protected keyOf(_file: string, name: string): string {
    return name;
  }

  protected isFraction(member: string): boolean {
    return !WHOLE.test(member);
  }

  protected override wireName(member: string): string {
    return snakeCase(member);
  }

  protected foreign(name: string, _scope: TypeScope, inner: () => SourceSchema): SourceSchema {
    if (name === "Date") return DATE;
    if (/^(ReadableStream|Blob|.*\.Uploadable)$/.test(name)) return BYTES;
    if (/\.HttpResponsePromise$/.test(name)) return inner();
    // `ElevenLabs.studio.ProjectsGetRequest`: the package, its part, the type.
    const words = name.split(".").slice(1);
    return words.length === 0 ? {} : refTo(words.filter((word) => /^[A-Z]/.test(word)).join("."));
  }

  /** A choice is a constant object and the type of its values, both under one name. */
  protected override alias(node: ts.TypeAliasDeclaration, scope: TypeScope, name: string): SourceSchema {
    return ts.isIndexedAccessTypeNode(node.type) ? valuesOf(node) : super.alias(node, scope, name);
  }
}

function valuesOf(node: ts.TypeAliasDeclaration): SourceSchema {
  const statements = ts.isSourceFile(node.parent) || ts.isModuleBlock(node.parent) ? node.parent.statements : [];
  const constant = [...statements]
    .filter(ts.isVariableStatement)
    .flatMap((statement) => [...statement.declarationList.declarations])
    .find((declaration) => nameOf(declaration) === nameOf(node));
  const members = constant?.type && ts.isTypeLiteralNode(constant.type) ? [...constant.type.members] : [];
  const values = members.flatMap((member) =>
    ts.isPropertySignature(member) && member.type && ts.isLiteralTypeNode(member.type) ? [member.type.literal] : [],
  );
  return { type: "string", enum: values.filter(ts.isStringLiteral).map((value) => value.text) };
}
