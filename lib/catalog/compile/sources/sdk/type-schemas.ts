/** TypeScript types of a client as schemas: what is the same for the clients of all providers. */
import ts from "typescript";
import type { SourceSchema } from "../openapi-document";
import { documentationOf, nameOf } from "./parse-sdk";
import { objectSchema, orNull } from "./sdk-document";

type Declaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration;
/** One file of types: `names` are its declarations by their whole names, `imports` the keys of types of others. */
export type TypeScope = { file: string; names: ReadonlyMap<string, Declaration>; imports: ReadonlyMap<string, string> };

const NO_VALUE = new Set(["null", "undefined", "void", "OtherString"]);
export const refTo = (key: string): SourceSchema => ({ $ref: `#/components/schemas/${key}` });

/** The declarations of a file, with those inside of namespaces as `Coupon.Duration`. */
export function declarationsOf(tree: ts.SourceFile): Map<string, Declaration> {
  const names = new Map<string, Declaration>();
  const visit = (statements: readonly ts.Statement[], prefix: string): void => {
    for (const statement of statements) {
      if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement))
        names.set(prefix + nameOf(statement), statement);
      if (ts.isModuleDeclaration(statement) && statement.body && ts.isModuleBlock(statement.body))
        visit(statement.body.statements, `${prefix}${nameOf(statement)}.`);
    }
  };
  visit(tree.statements, "");
  return names;
}

/** Collects the schemas of all files; a file's tree is not needed after `add`, so that only one is in memory. */
export abstract class TypeSchemas {
  readonly schemas: Record<string, SourceSchema> = {};

  /** The key of a declaration among all schemas. */
  protected abstract keyOf(file: string, name: string): string;
  /** The schema of a type that a file does not declare itself. @param inner the schema of its type argument */
  protected abstract foreign(name: string, scope: TypeScope, inner: () => SourceSchema): SourceSchema;
  /** Whether a number of this name can have a fraction. */
  protected abstract isFraction(member: string): boolean;
  /** The name of a member in requests and answers. @param owner whole name of the declaration around it */
  protected wireName(member: string, _owner: string): string {
    return member;
  }

  add(scope: TypeScope): void {
    for (const [name, node] of scope.names)
      this.schemas[this.keyOf(scope.file, name)] = ts.isTypeAliasDeclaration(node)
        ? this.alias(node, scope, name)
        : this.interface(node, scope, name);
  }

  /** Whether a value is written into a form under its name alone. */
  isPlain(schema: SourceSchema): boolean {
    const { type, anyOf } = this.target(schema);
    if (anyOf) return anyOf.every((part) => this.isPlain(part));
    return typeof type === "string" && type !== "object" && type !== "array";
  }

  target(schema: SourceSchema): SourceSchema {
    const { $ref } = schema;
    return typeof $ref === "string" ? this.target(this.schemas[$ref.split("/").at(-1) ?? ""] ?? {}) : schema;
  }

  /** The members of an object, with those of the types that it extends. */
  object(schema: SourceSchema): { properties: Record<string, SourceSchema>; required: string[] } {
    const target = this.target(schema);
    const parts = (target.allOf ?? []).map((part) => this.object(part));
    const all: Record<string, SourceSchema>[] = [...parts.map((part) => part.properties), target.properties ?? {}];
    return {
      properties: Object.fromEntries(all.flatMap((members) => Object.entries(members))),
      required: [...parts.flatMap((part) => part.required), ...((target.required as string[] | undefined) ?? [])],
    };
  }

  /** @param owner whole name of the declaration around the type, where its names are looked up first */
  schema(type: ts.TypeNode, scope: TypeScope, owner = "", member = ""): SourceSchema {
    if (ts.isParenthesizedTypeNode(type)) return this.schema(type.type, scope, owner, member);
    if (ts.isArrayTypeNode(type)) return { type: "array", items: this.schema(type.elementType, scope, owner, member) };
    if (ts.isUnionTypeNode(type)) return this.union(type.types, scope, owner, member);
    if (ts.isTypeLiteralNode(type)) return this.members(type.members, scope, owner);
    if (ts.isTypeReferenceNode(type)) return this.reference(type, scope, owner, member);
    if (ts.isLiteralTypeNode(type)) return literal(type.literal);
    if (type.kind === ts.SyntaxKind.StringKeyword) return { type: "string" };
    if (type.kind === ts.SyntaxKind.BooleanKeyword) return { type: "boolean" };
    if (type.kind === ts.SyntaxKind.BigIntKeyword) return { type: "integer" };
    if (type.kind === ts.SyntaxKind.NumberKeyword) return { type: this.isFraction(member) ? "number" : "integer" };
    return {};
  }

  protected alias(node: ts.TypeAliasDeclaration, scope: TypeScope, name: string): SourceSchema {
    return this.schema(node.type, scope, name);
  }

  private reference(type: ts.TypeReferenceNode, scope: TypeScope, owner: string, member: string): SourceSchema {
    const [first, second] = type.typeArguments ?? [];
    const name = type.typeName.getText();
    const inner = (argument = first): SourceSchema => (argument ? this.schema(argument, scope, owner, member) : {});
    if (name === "Array") return { type: "array", items: inner() };
    if (name === "Record") return { type: "object", additionalProperties: inner(second) };
    if (name === "Partial" || name === "Promise") return inner();
    return this.named(name, scope, owner, inner);
  }

  /** A type by its name, which is looked up from the inside to the outside. */
  private named(name: string, scope: TypeScope, owner: string, inner: () => SourceSchema = () => ({})): SourceSchema {
    const places = owner.split(".").map((_, index, words) => words.slice(0, words.length - index).join("."));
    const whole = [...places.map((place) => `${place}.${name}`), name].find((text) => scope.names.has(text));
    return whole === undefined ? this.foreign(name, scope, inner) : refTo(this.keyOf(scope.file, whole));
  }

  private interface(node: ts.InterfaceDeclaration, scope: TypeScope, name: string): SourceSchema {
    const members = this.members(node.members, scope, name);
    const bases = (node.heritageClauses ?? []).flatMap((clause) => clause.types);
    if (bases.length === 0) return members;
    return { allOf: [...bases.map(({ expression }) => this.named(expression.getText(), scope, name)), members] };
  }

  private members(nodes: readonly ts.TypeElement[], scope: TypeScope, owner: string): SourceSchema {
    const properties: Record<string, SourceSchema> = {};
    const required: string[] = [];
    for (const node of nodes) {
      if (ts.isIndexSignatureDeclaration(node))
        return { type: "object", additionalProperties: this.schema(node.type, scope, owner) };
      if (!ts.isPropertySignature(node) || !node.type || node.type.kind === ts.SyntaxKind.VoidKeyword) continue;
      const name = this.wireName(nameOf(node), owner);
      const { text, deprecated } = documentationOf(node);
      properties[name] = {
        ...this.schema(node.type, scope, owner, name),
        ...(text ? { description: text } : {}),
        ...(deprecated ? { deprecated } : {}),
      };
      if (!node.questionToken) required.push(name);
    }
    return objectSchema(properties, required);
  }

  private union(types: readonly ts.TypeNode[], scope: TypeScope, owner: string, member: string): SourceSchema {
    const nullable = types.some((type) => type.getText() === "null") ? { nullable: true } : {};
    const parts = types
      .filter((type) => !NO_VALUE.has(type.getText()))
      .map((type) => this.schema(type, scope, owner, member));
    const [first] = parts;
    if (first && parts.length === 1) return orNull(first, nullable);
    if (first && parts.every((part) => Array.isArray(part.enum) && part.type === first.type))
      return { type: first.type, enum: [...new Set(parts.flatMap((part) => part.enum as unknown[]))], ...nullable };
    return { anyOf: parts, ...nullable };
  }
}

function literal(node: ts.LiteralTypeNode["literal"]): SourceSchema {
  if (ts.isStringLiteralLike(node)) return { type: "string", enum: [node.text] };
  if (ts.isNumericLiteral(node)) return { type: "integer", enum: [Number(node.text)] };
  return node.kind === ts.SyntaxKind.NullKeyword ? {} : { type: "boolean" };
}
