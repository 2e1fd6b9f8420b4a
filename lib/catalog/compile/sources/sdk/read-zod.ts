/** Reads a client whose answers are schemas of Zod, such as trello.js: which operation answers in which form. */
import ts from "typescript";
import type { OpenApiDocument, SourcePath, SourceSchema } from "../openapi-document";
import { constantText, nameOf, walk } from "./parse-sdk";
import { parseText, refTo } from "./type-schemas";

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
  const paths: Record<string, SourcePath> = {};
  for (const name of Object.keys(files).sort()) {
    if (!name.endsWith(".js")) continue;
    walk(parseText(name, files[name]), (node) => {
      if (!ts.isVariableDeclaration(node) || !node.initializer) return;
      if (nameOf(node).endsWith("Schema")) schemas[nameOf(node)] = zodSchema(node.initializer);
      else if (ts.isObjectLiteralExpression(node.initializer)) addOperation(paths, node.initializer);
    });
  }
  return { openapi: "3.0.3", paths, components: { schemas } };
}

/** `{ url: "/cards", method: "GET", schema: CardSchema }` */
function addOperation(paths: Record<string, SourcePath>, literal: ts.ObjectLiteralExpression): void {
  const facts = new Map(
    literal.properties.filter(ts.isPropertyAssignment).map((property) => [nameOf(property), property.initializer]),
  );
  const url = facts.get("url");
  const path = url && pathOf(url);
  const schema = facts.get("schema");
  if (!path || !schema) return;
  const method = (constantText(facts.get("method")) ?? "GET").toLowerCase() as "get";
  const item = (paths[path] ??= {});
  item[method] ??= { responses: { 200: { content: { "application/json": { schema: zodSchema(schema) } } } } };
}

/** `/cards/${parameters.id}/actions` as `/cards/{id}/actions`. */
function pathOf(node: ts.Expression): string | undefined {
  if (!ts.isTemplateExpression(node)) return constantText(node);
  const place = (part: ts.Expression): string => part.getText().split(".").at(-1)?.replace(/\W/g, "") ?? "";
  return node.head.text + node.templateSpans.map((span) => `{${place(span.expression)}}${span.literal.text}`).join("");
}

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
  if (OBJECTS.has(name)) return objectSchema(first);
  if (name === "array") return { type: "array", items: first ? zodSchema(first) : {} };
  if (name === "record") return { type: "object", additionalProperties: second ? zodSchema(second) : {} };
  if (name === "lazy") return first && ts.isArrowFunction(first) ? zodSchema(first.body as ts.Expression) : {};
  if (name === "enum" || name === "openEnum") return { type: "string", enum: textsOf(first) };
  if (name === "union")
    return { anyOf: first && ts.isArrayLiteralExpression(first) ? first.elements.map(zodSchema) : [] };
  return SIMPLE[name] ?? {};
}

const textsOf = (node: ts.Expression | undefined): string[] =>
  node && ts.isArrayLiteralExpression(node) ? node.elements.flatMap((element) => constantText(element) ?? []) : [];

function objectSchema(node: ts.Expression | undefined): SourceSchema {
  const members = node && ts.isObjectLiteralExpression(node) ? [...node.properties] : [];
  const properties = members
    .filter(ts.isPropertyAssignment)
    .map((member) => [nameOf(member), zodSchema(member.initializer)] as const);
  return { type: "object", properties: Object.fromEntries(properties) };
}
