/** The types that an SDK declares, as schemas. */
import ts from "typescript";
import type { SourceSchema } from "./openapi-document";
import { documentationOf, nameOf, type SdkFile } from "./parse-sdk";
import { SdkWireNames } from "./sdk-wire-names";

type Declaration =
  | ts.ClassDeclaration
  | ts.InterfaceDeclaration
  | ts.EnumDeclaration
  | ts.TypeAliasDeclaration
  | ts.VariableDeclaration;
type TypeDeclaration = { node: Declaration; file: SdkFile };

const KEYWORDS = new Map<ts.SyntaxKind, SourceSchema>([
  [ts.SyntaxKind.StringKeyword, { type: "string" }],
  [ts.SyntaxKind.NumberKeyword, { type: "number" }],
  [ts.SyntaxKind.BooleanKeyword, { type: "boolean" }],
  [ts.SyntaxKind.ObjectKeyword, { type: "object" }],
]);
const NAMED = new Map<string, SourceSchema>([
  ["Date", { type: "string", format: "date-time" }],
  ...["File", "HttpFile", "RequestFile", "Blob", "Buffer"].map((name): [string, SourceSchema] => [
    name,
    { type: "string", format: "binary" },
  ]),
]);
const LISTS = new Set(["Array", "ReadonlyArray", "Set"]);
/** Members that generators add to a union for unknown answers. */
const NO_TYPES = new Set(["UnparsedObject", "undefined", "null", "void"]);

export const isFileType = (type: ts.TypeNode | undefined): boolean =>
  type !== undefined && /^(File|HttpFile|RequestFile|Blob|Buffer|any)\b/.test(type.getText());

/** Gives schemas for type nodes; the declarations they name are gathered under `schemas`. */
export class SdkTypes {
  /** To be the document's `components.schemas`. */
  readonly schemas: Record<string, SourceSchema> = {};
  private readonly declarations = new Map<string, TypeDeclaration>();
  private readonly wireNames: SdkWireNames;

  constructor(files: readonly SdkFile[]) {
    this.wireNames = new SdkWireNames(files);
    for (const file of files)
      if (!file.path.endsWith(".js")) for (const statement of file.tree.statements) this.gather(statement, file);
  }

  /** `file` is where the type is written: names are looked up there, then in its group. */
  schema(type: ts.TypeNode | undefined, file: SdkFile): SourceSchema {
    if (!type) return {};
    const keyword = KEYWORDS.get(type.kind);
    if (keyword) return { ...keyword };
    if (ts.isParenthesizedTypeNode(type) || ts.isTypeOperatorNode(type)) return this.schema(type.type, file);
    if (ts.isLiteralTypeNode(type)) return literalSchema(type.literal);
    if (ts.isArrayTypeNode(type)) return { type: "array", items: this.schema(type.elementType, file) };
    if (ts.isUnionTypeNode(type)) return this.union(type.types, file);
    if (ts.isIntersectionTypeNode(type)) return { allOf: type.types.map((part) => this.schema(part, file)) };
    if (ts.isTypeLiteralNode(type)) return this.members(type.members, file);
    if (ts.isTypeQueryNode(type)) return this.constants(type.exprName.getText(), file);
    if (ts.isIndexedAccessTypeNode(type)) return this.schema(type.objectType, file);
    return ts.isTypeReferenceNode(type) ? this.named(type, file) : {};
  }

  private gather(statement: ts.Statement, file: SdkFile): void {
    const nodes: Declaration[] = ts.isVariableStatement(statement)
      ? [...statement.declarationList.declarations]
      : ts.isClassDeclaration(statement) ||
          ts.isInterfaceDeclaration(statement) ||
          ts.isEnumDeclaration(statement) ||
          ts.isTypeAliasDeclaration(statement)
        ? [statement]
        : [];
    for (const node of nodes) {
      const kind = ts.isVariableDeclaration(node) ? "value" : "type";
      this.declarations.set(`${kind}:${file.path}:${nameOf(node)}`, { node, file });
      this.declarations.set(`${kind}:${file.group}:${nameOf(node)}`, { node, file });
    }
  }

  private find(kind: "type" | "value", name: string, file: SdkFile): TypeDeclaration | undefined {
    return (
      this.declarations.get(`${kind}:${file.path}:${name}`) ?? this.declarations.get(`${kind}:${file.group}:${name}`)
    );
  }

  private named(type: ts.TypeReferenceNode, file: SdkFile): SourceSchema {
    const name = type.typeName.getText();
    const [first, second] = type.typeArguments ?? [];
    if (LISTS.has(name)) return { type: "array", items: this.schema(first, file) };
    if (name === "Record") return { type: "object", additionalProperties: this.schema(second, file) };
    if (name === "Promise" || name === "Partial") return this.schema(first, file);
    const declaration = this.find("type", name, file);
    if (!declaration) return { ...(NAMED.get(name) ?? {}) };
    const key = `${declaration.file.group}/${name}`.replace(/\W+/g, "_");
    if (!this.schemas[key]) {
      // Reserved before it is built: types name each other in circles.
      this.schemas[key] = {};
      this.schemas[key] = this.declaration(declaration);
    }
    return { $ref: `#/components/schemas/${key}` };
  }

  private declaration({ node, file }: TypeDeclaration): SourceSchema {
    if (ts.isTypeAliasDeclaration(node)) return this.schema(node.type, file);
    if (ts.isEnumDeclaration(node)) {
      const properties = node.members.flatMap((member) =>
        member.initializer && ts.isStringLiteralLike(member.initializer) ? [member.initializer.text] : [],
      );
      const values = properties.length > 0 ? properties : this.wireNames.enumValues(file.group, nameOf(node));
      return values.length > 0 ? { type: "string", enum: values } : {};
    }
    if (ts.isVariableDeclaration(node)) return {};
    const members = this.members(node.members, file, nameOf(node));
    const bases = (node.heritageClauses ?? [])
      .flatMap((clause) => clause.types)
      .map((base) => base.expression.getText())
      .flatMap((name) => this.find("type", name, file) ?? []);
    return bases.length > 0 ? { allOf: [...bases.map((base) => this.declaration(base)), members] } : members;
  }

  private members(
    members: ts.NodeArray<ts.ClassElement | ts.TypeElement>,
    file: SdkFile,
    owner?: string,
  ): SourceSchema {
    const properties: Record<string, SourceSchema> = {};
    const required: string[] = [];
    let additional: SourceSchema | undefined;
    for (const member of members) {
      if (ts.isIndexSignatureDeclaration(member)) additional = this.schema(member.type, file);
      if (
        !(ts.isPropertyDeclaration(member) || ts.isPropertySignature(member)) ||
        isStatic(member) ||
        nameOf(member).startsWith("_")
      )
        continue;
      const wire = owner ? this.wireNames.of(file.group, owner, nameOf(member)) : undefined;
      const name = wire?.baseName ?? nameOf(member);
      const { text, deprecated } = documentationOf(member);
      properties[name] = {
        ...withFormat(this.schema(member.type, file), wire?.format),
        ...(text ? { description: text } : {}),
        ...(deprecated ? { deprecated } : {}),
      };
      if (!member.questionToken) required.push(name);
    }
    if (additional && Object.keys(properties).length === 0) return { type: "object", additionalProperties: additional };
    return { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
  }

  private union(types: readonly ts.TypeNode[], file: SdkFile): SourceSchema {
    const nullable = types.some((type) => type.getText() === "null") ? { nullable: true } : {};
    const parts = types.filter((type) => !NO_TYPES.has(type.getText())).map((type) => this.schema(type, file));
    const [first] = parts;
    if (first && parts.length === 1) return first.$ref ? first : { ...first, ...nullable };
    if (first && parts.every((part) => Array.isArray(part.enum) && part.type === first.type))
      return { type: first.type, enum: [...new Set(parts.flatMap((part) => part.enum as unknown[]))], ...nullable };
    return parts.length > 0 ? { oneOf: parts, ...nullable } : {};
  }

  /** `typeof X`: a constant, or the values of a constant object. */
  private constants(name: string, file: SdkFile): SourceSchema {
    const node = this.find("value", name, file)?.node;
    if (!node || !ts.isVariableDeclaration(node)) return {};
    const { initializer, type } = node;
    if (initializer && ts.isStringLiteralLike(initializer)) return { type: "string", enum: [initializer.text] };
    if (!type || !ts.isTypeLiteralNode(type)) return this.schema(type, file);
    return this.union(
      type.members.flatMap((member) => (ts.isPropertySignature(member) && member.type ? [member.type] : [])),
      file,
    );
  }
}

const isStatic = (member: ts.PropertyDeclaration | ts.PropertySignature): boolean =>
  member.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.StaticKeyword) ?? false;

function literalSchema(literal: ts.LiteralTypeNode["literal"]): SourceSchema {
  if (ts.isStringLiteralLike(literal)) return { type: "string", enum: [literal.text] };
  if (ts.isNumericLiteral(literal)) return { type: "number", enum: [Number(literal.text)] };
  return literal.kind === ts.SyntaxKind.NullKeyword ? {} : { type: "boolean" };
}

/** The formats of OpenAPI: a number of an integer format is an integer. */
export function withFormat(schema: SourceSchema, format: string | undefined): SourceSchema {
  if (!format || schema.$ref || schema.type === "array" || schema.enum) return schema;
  return { ...schema, ...(schema.type === "number" && /^int/.test(format) ? { type: "integer" } : {}), format };
}
