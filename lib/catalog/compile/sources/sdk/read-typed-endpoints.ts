/**
 * Reads the declarations that typed-openapi makes of a description: a namespace of `Schemas`, and a namespace of
 * `Endpoints`, each a type with its method, its path and its answers. Only answers are read.
 */
import ts from "typescript";
import type { OpenApiDocument, SourceOperation } from "../openapi-document";
import { nameOf, parseSdk, parseText, type SdkFile } from "./parse-sdk";
import { SdkDocument } from "./sdk-document";
import { SdkTypes } from "./sdk-types";

/** The statements of a namespace as a text of its own; "" without such a namespace. */
function bodyOf(tree: ts.SourceFile, name: string): string {
  const namespace = tree.statements.find(
    (statement): statement is ts.ModuleDeclaration => ts.isModuleDeclaration(statement) && nameOf(statement) === name,
  );
  const body = namespace?.body && ts.isModuleBlock(namespace.body) ? namespace.body : undefined;
  return body?.statements.map((statement) => statement.getText()).join("\n") ?? "";
}

/** @param text one file of declarations */
export function readTypedEndpoints(text: string): OpenApiDocument {
  const tree = parseText("types.d.ts", text);
  // Within one file, names need no namespace.
  const plain = (name: string): string => bodyOf(tree, name).replace(/\bSchemas\./g, "");
  const [endpoints, schemas] = parseSdk({
    "model/endpoints.d.ts": plain("Endpoints"),
    "model/schemas.d.ts": plain("Schemas"),
  });
  const types = new SdkTypes(schemas ? [schemas] : []);
  const document = new SdkDocument();
  for (const statement of endpoints?.tree.statements ?? []) {
    if (!ts.isTypeAliasDeclaration(statement) || !ts.isTypeLiteralNode(statement.type) || !schemas) continue;
    const members = membersOf(statement.type);
    const [method, path] = [literalOf(members.get("method")), literalOf(members.get("path"))];
    if (method === "" || path === "") continue;
    document.add(method, path, toOperation(members.get("responses"), types, schemas));
  }
  return document.toDocument({ schemas: types.schemas });
}

const membersOf = (type: ts.TypeLiteralNode): Map<string, ts.TypeNode> =>
  new Map(
    type.members.flatMap((member) =>
      ts.isPropertySignature(member) && member.type ? [[nameOf(member), member.type] as const] : [],
    ),
  );

const literalOf = (type: ts.TypeNode | undefined): string =>
  type && ts.isLiteralTypeNode(type) && ts.isStringLiteralLike(type.literal) ? type.literal.text : "";

/** An answer of an unknown form can be a body or none. */
function toOperation(answers: ts.TypeNode | undefined, types: SdkTypes, file: SdkFile): SourceOperation {
  const byStatus = answers && ts.isTypeLiteralNode(answers) ? [...membersOf(answers)] : [];
  return {
    responses: Object.fromEntries(
      byStatus.map(([status, type]) => [
        status,
        { content: { "application/json": { schema: types.schema(type, file) } } },
      ]),
    ),
  };
}
