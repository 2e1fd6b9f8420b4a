/** The types that an SDK declares, as schemas. */
import ts from "typescript";
import type { SourceSchema } from "../openapi-document";
import { documentationOf, nameOf, type SdkFile } from "./parse-sdk";
import { SdkDeclarations, type PlacedDeclaration } from "./sdk-declarations";
import { memberSchema, membersOf } from "./members-of";
import { objectSchema, orNull } from "./sdk-document";
import { SdkWireNames } from "./sdk-wire-names";

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
/** Types that select members of another one. */
const MEMBER_TYPES = new Set(["Partial", "Required", "Pick", "Omit", "ExcludeFromUnion"]);
/** Members that generators add to a union for unknown answers. */
const NO_TYPES = new Set(["UnparsedObject", "undefined", "null", "void"]);

export const isFileType = (type: ts.TypeNode | undefined): boolean =>
  type !== undefined && /^(File|HttpFile|RequestFile|Blob|Buffer|any)\b/.test(type.getText());

/** Gives schemas for type nodes; the declarations they name are gathered under `schemas`. */
export class SdkTypes {
  /** To be the document's `components.schemas`. */
  readonly schemas: Record<string, SourceSchema> = {};
  readonly declarations: SdkDeclarations;
  private readonly wireNames: SdkWireNames;

  /**
   * @param others schemas of types that the SDK imports from elsewhere, by their names
   * @param rename the API's name of a member, where the SDK has names of its own
   */
  constructor(
    files: readonly SdkFile[],
    private readonly others: Readonly<Record<string, SourceSchema>> = {},
    private readonly rename: (name: string) => string = (name) => name,
  ) {
    this.wireNames = new SdkWireNames(files);
    this.declarations = new SdkDeclarations(files);
  }

  /** `file` is where the type is written: names are looked up there, then in its group. */
  schema(type: ts.TypeNode | undefined, file: SdkFile): SourceSchema {
    if (!type) return {};
    const keyword = KEYWORDS.get(type.kind);
    if (keyword) return { ...keyword };
    if (ts.isParenthesizedTypeNode(type) || ts.isTypeOperatorNode(type)) return this.schema(type.type, file);
    if (ts.isLiteralTypeNode(type)) return literalSchema(type.literal);
    if (ts.isArrayTypeNode(type)) return { type: "array", items: this.schema(type.elementType, file) };
    // `[string, ...string[]]` is a list that is not empty; a rest element is read by its own elements.
    if (ts.isTupleTypeNode(type)) return { type: "array", items: this.schema(type.elements[0], file) };
    if (ts.isUnionTypeNode(type)) return this.union(type.types, file);
    if (ts.isIntersectionTypeNode(type)) return this.intersection(type.types, file);
    if (ts.isTypeLiteralNode(type)) return this.members(type.members, file);
    if (ts.isTypeQueryNode(type)) return this.constants(type.exprName.getText(), file);
    if (ts.isIndexedAccessTypeNode(type)) return this.indexed(type, file);
    return ts.isTypeReferenceNode(type) ? this.named(type, file) : {};
  }

  private named(type: ts.TypeReferenceNode, file: SdkFile): SourceSchema {
    const name = type.typeName.getText();
    const [first, second] = type.typeArguments ?? [];
    if (LISTS.has(name)) return { type: "array", items: this.schema(first, file) };
    if (name === "Record") return { type: "object", additionalProperties: this.schema(second, file) };
    if (MEMBER_TYPES.has(name)) return this.partOfOther(name, first, file) ?? this.selected(type, first, file);
    if (name === "Promise" || name === "Readonly") return this.schema(first, file);
    const other = Object.hasOwn(this.others, name) ? this.others[name] : undefined;
    if (other && !this.declarations.findNear("type", name, file)) return { ...other };
    return this.schemaOf(name, file);
  }

  /** The schema of a type by its name, as it is used in a file. */
  schemaOf(name: string, file: SdkFile): SourceSchema {
    const declaration = this.declarations.findNear("type", name, file);
    return declaration ? this.reference(name, declaration) : this.fromGroup(name, file);
  }

  private fromGroup(name: string, file: SdkFile): SourceSchema {
    const declaration = this.declarations.find("type", name, file);
    return declaration ? this.reference(name, declaration) : { ...(NAMED.get(name) ?? {}) };
  }

  private reference(name: string, declaration: PlacedDeclaration): SourceSchema {
    const { file } = declaration;
    // A name is unique within a group, unless several files of the group declare it.
    const isOnly = this.declarations.findInGroup("type", name, file)?.node === declaration.node;
    const key = `${isOnly ? file.group : file.path}/${name}`.replace(/\W+/g, "_");
    if (!this.schemas[key]) {
      // Reserved before it is built: types name each other in circles.
      this.schemas[key] = {};
      this.schemas[key] = this.declaration(declaration);
    }
    return { $ref: `#/components/schemas/${key}` };
  }

  /** `X["member"]`; `(typeof X)[keyof typeof X]` stands for all values of a constant object. */
  private indexed({ objectType, indexType }: ts.IndexedAccessTypeNode, file: SdkFile): SourceSchema {
    const name = ts.isLiteralTypeNode(indexType) && ts.isStringLiteralLike(indexType.literal) && indexType.literal.text;
    const member = name ? membersOf(this, objectType, file).get(name) : undefined;
    return member ? memberSchema(this, member) : this.schema(objectType, file);
  }

  /** `Partial<X>` of a type from elsewhere, which a type of the same name in the SDK is not. */
  private partOfOther(name: string, inner: ts.TypeNode | undefined, file: SdkFile): SourceSchema | undefined {
    const type = inner?.getText() ?? "";
    const other = Object.hasOwn(this.others, type) ? this.others[type] : undefined;
    if (name !== "Partial" || !other || this.declarations.findNear("type", type, file)) return undefined;
    const { required: _all, ...partial } = other;
    return partial;
  }

  /** `Partial<X>`, `Pick<X, "a">` and the like: members of a type, or the type itself if it has none. */
  private selected(type: ts.TypeNode, inner: ts.TypeNode | undefined, file: SdkFile): SourceSchema {
    const members = membersOf(this, type, file);
    if (members.size === 0) return this.schema(inner, file);
    return objectSchema(
      Object.fromEntries([...members].map(([name, member]) => [this.rename(name), memberSchema(this, member)])),
      [...members].filter(([, member]) => member.isRequired).map(([name]) => this.rename(name)),
    );
  }

  private declaration({ node, file }: PlacedDeclaration): SourceSchema {
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
      .flatMap((name) => this.declarations.find("type", name, file) ?? []);
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
        member.type?.kind === ts.SyntaxKind.NeverKeyword
      )
        continue;
      const wire = owner ? this.wireNames.of(file.group, owner, nameOf(member)) : undefined;
      // A member with `_` belongs to the client itself, unless the serializer sends it under another name: `_from`.
      if (nameOf(member).startsWith("_") && !wire) continue;
      const name = wire?.baseName ?? this.rename(nameOf(member));
      const { text, deprecated } = documentationOf(member);
      properties[name] = {
        ...withFormat(this.schema(member.type, file), wire?.format),
        ...(text ? { description: text } : {}),
        ...(deprecated ? { deprecated } : {}),
      };
      if (!member.questionToken) required.push(name);
    }
    if (additional && Object.keys(properties).length === 0) return { type: "object", additionalProperties: additional };
    return objectSchema(properties, required);
  }

  /**
   * Types that nothing is known of are left out. Each alternative of a union gets the other members, because model
   * providers refuse alternatives that have members outside of them.
   */
  private intersection(types: readonly ts.TypeNode[], file: SdkFile): SourceSchema {
    const parts = types.map((part) => this.schema(part, file)).filter((part) => Object.keys(part).length > 0);
    const [first, ...more] = parts;
    if (!first || more.length === 0) return first ?? {};
    const [union, ...others] = parts.toSorted((a, b) => Number("oneOf" in b) - Number("oneOf" in a));
    const alternatives = union?.oneOf as readonly SourceSchema[] | undefined;
    if (!alternatives || others.some((part) => part.oneOf)) return { allOf: parts };
    return { ...union, oneOf: alternatives.map((alternative) => ({ allOf: [...others, alternative] })) };
  }

  private union(types: readonly ts.TypeNode[], file: SdkFile): SourceSchema {
    const nullable = types.some((type) => type.getText() === "null") ? { nullable: true as const } : {};
    const parts = types.filter((type) => !NO_TYPES.has(type.getText())).map((type) => this.schema(type, file));
    return this.oneOf(parts, nullable);
  }

  /** One schema for alternatives: equal schemas count once, and lists of values become one list. */
  oneOf(alternatives: readonly SourceSchema[], nullable: { nullable?: true } = {}): SourceSchema {
    const parts = [...new Map(alternatives.map((part) => [JSON.stringify(part), part])).values()];
    const [first] = parts;
    if (first && parts.length === 1) return orNull(first, nullable);
    if (first && parts.every((part) => Array.isArray(part.enum) && part.type === first.type))
      return { type: first.type, enum: [...new Set(parts.flatMap((part) => part.enum as unknown[]))], ...nullable };
    return parts.length > 0 ? { oneOf: parts, ...nullable } : {};
  }

  /** `typeof X`: a constant, or the values of a constant object. */
  private constants(name: string, file: SdkFile): SourceSchema {
    const node = this.declarations.find("value", name, file)?.node;
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
