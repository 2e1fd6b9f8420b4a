/** Reads a client whose answers are schemas of Zod, such as trello.js: which operation answers in which form. */
import ts from "typescript";
import type { OpenApiDocument, SourceSchema } from "../openapi-document";
import { constantText, constantTexts, nameOf, parseText, templateText, valuesOf, walk } from "./parse-sdk";
import { answersOf, objectSchema, SdkDocument } from "./sdk-document";
import { refTo } from "./type-schemas";

const SIMPLE: Readonly<Record<string, SourceSchema>> = {
  string: { type: "string" },
  url: { type: "string", format: "uri" },
  email: { type: "string", format: "email" },
  number: { type: "number" },
  boolean: { type: "boolean" },
  date: { type: "string", format: "date-time" },
};
const OBJECTS = new Set(["object", "looseObject", "strictObject", "apiObject"]);

/**
 * Reads methods, paths and answers. Texts are parsed, never run.
 * @param files path to text, of the files that `isSdkFile` names
 */
export function readZod(files: Readonly<Record<string, string>>): OpenApiDocument {
  const schemas: Record<string, SourceSchema> = {};
  const document = new SdkDocument();
  for (const name of Object.keys(files).sort()) {
    if (!name.endsWith(".js")) continue;
    walk(parseText(name, files[name]), (node) => {
      if (!ts.isVariableDeclaration(node) || !node.initializer) return;
      if (nameOf(node).endsWith("Schema")) schemas[nameOf(node)] = zodSchema(node.initializer);
      else if (ts.isObjectLiteralExpression(node.initializer)) addOperation(document, node.initializer);
    });
  }
  return document.toDocument({ schemas });
}

/** `{ url: "/cards", method: "GET", schema: CardSchema }` */
function addOperation(document: SdkDocument, literal: ts.ObjectLiteralExpression): void {
  const facts = valuesOf(literal);
  const url = facts.get("url");
  const path = url && templateText(url, placeOf);
  const schema = facts.get("schema");
  if (!path || !schema) return;
  document.add(constantText(facts.get("method")) ?? "GET", path, { responses: answersOf(zodSchema(schema)) });
}

/** `id` for `parameters.id`. */
const placeOf = (node: ts.Expression): string => node.getText().split(".").at(-1)?.replace(/\W/g, "") ?? "";

/** The schema of an expression: `z.array(CardSchema).optional()`. */
function zodSchema(node: ts.Expression): SourceSchema {
  if (ts.isIdentifier(node)) return refTo(node.text);
  if (!ts.isCallExpression(node)) return {};
  const { expression, arguments: args } = node;
  const [first, second] = args;
  const isMember = ts.isPropertyAccessExpression(expression);
  const name = isMember ? expression.name.text : expression.getText();
  const isBase = !isMember || /^z(\.coerce)?$/.test(expression.expression.getText());
  if (!isBase) {
    const base = zodSchema(expression.expression);
    return (name === "nullish" || name === "nullable") && !base.$ref ? { ...base, nullable: true } : base;
  }
  if (OBJECTS.has(name)) return membersSchema(first);
  if (name === "array") return { type: "array", items: first ? zodSchema(first) : {} };
  if (name === "record") return { type: "object", additionalProperties: second ? zodSchema(second) : {} };
  if (name === "lazy") return first && ts.isArrowFunction(first) ? zodSchema(first.body as ts.Expression) : {};
  if (name === "enum" || name === "openEnum") return { type: "string", enum: constantTexts(first) };
  if (name === "union")
    return { anyOf: first && ts.isArrayLiteralExpression(first) ? first.elements.map(zodSchema) : [] };
  return SIMPLE[name] ?? {};
}

function membersSchema(node: ts.Expression | undefined): SourceSchema {
  const members = node && ts.isObjectLiteralExpression(node) ? [...valuesOf(node)] : [];
  return objectSchema(Object.fromEntries(members.map(([name, member]) => [name, zodSchema(member)])), []);
}
