/** The members of a type of an SDK as one flat list, however the type is put together. */
import ts from "typescript";
import type { SourceSchema } from "../openapi-document";
import { documentationOf, nameOf, type SdkFile } from "./parse-sdk";
import type { SdkDeclarations } from "./sdk-declarations";

/** Finds types and gives their schemas (`SdkTypes`). */
type Types = {
  declarations: SdkDeclarations;
  schema: (type: ts.TypeNode | undefined, file: SdkFile) => SourceSchema;
  oneOf: (alternatives: readonly SourceSchema[]) => SourceSchema;
};

/** One member: its types in the alternatives of a union, whether each alternative needs it, and its words. */
type Member = { types: { type: ts.TypeNode; file: SdkFile }[]; isRequired: boolean; text?: string; deprecated?: true };
export type Members = ReadonlyMap<string, Member>;

const MAX_DEPTH = 12;

/** Types that pass their first argument on unchanged. */
const TRANSPARENT = new Set(["OptionalArgument", "Readonly", "NonNullable"]);

/**
 * Gathers the members of interfaces, intersections, unions and the usual utility types. A member of a union counts as
 * required only if every alternative requires it.
 * @param file where the type is written
 */
export function membersOf(types: Types, type: ts.TypeNode | undefined, file: SdkFile, depth = 0): Members {
  if (!type || depth > MAX_DEPTH) return new Map();
  const inner = (part: ts.TypeNode | undefined): Members => membersOf(types, part, file, depth + 1);
  if (ts.isParenthesizedTypeNode(type)) return inner(type.type);
  if (ts.isTypeLiteralNode(type)) return ownMembers(type.members, file);
  if (ts.isIntersectionTypeNode(type)) return joined(type.types.map(inner));
  if (ts.isUnionTypeNode(type)) {
    const objects = type.types.filter((part) => part.kind !== ts.SyntaxKind.UndefinedKeyword);
    return alternatives(objects.map(inner));
  }
  if (ts.isTypeReferenceNode(type))
    return namedMembers(types, type.typeName.getText(), type.typeArguments, file, depth + 1);
  if (ts.isExpressionWithTypeArguments(type))
    return namedMembers(types, type.expression.getText(), type.typeArguments, file, depth + 1);
  return new Map();
}

function namedMembers(
  types: Types,
  name: string,
  [first, second]: readonly ts.TypeNode[] = [],
  file: SdkFile,
  depth: number,
): Members {
  const inner = (): Members => membersOf(types, first, file, depth);
  if (TRANSPARENT.has(name)) return inner();
  if (name === "Partial") return withRequired(inner(), false);
  if (name === "Required") return withRequired(inner(), true);
  if (name === "Pick") return filtered(inner(), (key) => keysOf(second).has(key));
  if (/^(Omit|ExcludeFromUnion)$/.test(name)) return filtered(inner(), (key) => !keysOf(second).has(key));
  const declaration = types.declarations.find("type", name, file);
  if (!declaration) return new Map();
  const { node, file: place } = declaration;
  if (ts.isTypeAliasDeclaration(node)) return membersOf(types, node.type, place, depth);
  if (!ts.isInterfaceDeclaration(node)) return new Map();
  const bases = (node.heritageClauses ?? []).flatMap((clause) => [...clause.types]);
  return joined([...bases.map((base) => membersOf(types, base, place, depth)), ownMembers(node.members, place)]);
}

function ownMembers(nodes: ts.NodeArray<ts.TypeElement>, file: SdkFile): Members {
  const members = new Map<string, Member>();
  for (const node of nodes) {
    if (!ts.isPropertySignature(node) || !node.type) continue;
    const { text, deprecated } = documentationOf(node);
    members.set(nameOf(node), {
      types: node.type.kind === ts.SyntaxKind.NeverKeyword ? [] : [{ type: node.type, file }],
      isRequired: !node.questionToken,
      ...(text ? { text: text.replace(/\s*\n\s*(?!\s*[-*] )/g, " ") } : {}),
      ...(deprecated ? { deprecated } : {}),
    });
  }
  return members;
}

/** All parts at once: what one of them requires is required. */
const joined = (parts: readonly Members[]): Members =>
  merged(parts, (holders) => holders.some((holder) => holder.isRequired));

/** One of the parts: what all of them require is required. */
const alternatives = (parts: readonly Members[]): Members =>
  merged(parts, (holders) => holders.length === parts.length && holders.every((holder) => holder.isRequired));

function merged(parts: readonly Members[], isRequired: (holders: readonly Member[]) => boolean): Members {
  const names = [...new Set(parts.flatMap((part) => [...part.keys()]))];
  return new Map(
    names.map((name) => {
      const holders = parts.flatMap((part) => part.get(name) ?? []);
      const described = holders.find((holder) => holder.text !== undefined && holder.types.length > 0);
      return [
        name,
        {
          types: holders.flatMap((holder) => holder.types),
          isRequired: isRequired(holders),
          ...(described?.text ? { text: described.text } : {}),
          ...(holders.every((holder) => holder.deprecated) ? { deprecated: true as const } : {}),
        },
      ];
    }),
  );
}

const withRequired = (members: Members, isRequired: boolean): Members =>
  new Map([...members].map(([name, member]) => [name, { ...member, isRequired }]));

const filtered = (members: Members, isWanted: (name: string) => boolean): Members =>
  new Map([...members].filter(([name]) => isWanted(name)));

/** The names in `"a" | "b"`. */
function keysOf(type: ts.TypeNode | undefined): ReadonlySet<string> {
  const parts = !type ? [] : ts.isUnionTypeNode(type) ? type.types : [type];
  return new Set(
    parts.flatMap((part) =>
      ts.isLiteralTypeNode(part) && ts.isStringLiteralLike(part.literal) ? [part.literal.text] : [],
    ),
  );
}

/** The schema of a member, with its words; its types in a union's alternatives become alternatives. */
export function memberSchema(types: Types, { types: places, text, deprecated }: Member): SourceSchema {
  const schema = types.oneOf(places.map(({ type, file }) => types.schema(type, file)));
  return { ...schema, ...(text ? { description: text } : {}), ...(deprecated ? { deprecated } : {}) };
}
