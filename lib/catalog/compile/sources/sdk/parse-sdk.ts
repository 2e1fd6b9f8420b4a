/** Reading the text of an SDK: its syntax trees, and the few things that all readers ask of them. */
import ts from "typescript";
import { isSdkFile } from "./is-sdk-file";

/** One file of an SDK. `group` is the folder that holds its `api` and `model` folders: names are unique within it. */
export type SdkFile = { path: string; group: string; tree: ts.SourceFile };

/** The folder that holds a file's `api` or `model` folder. */
export const groupOf = (path: string): string => path.split("/").slice(0, -2).join("/");

/** Parses one file of an SDK, which is never run. */
export const parseText = (path: string, text = ""): ts.SourceFile =>
  ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith(".js") ? ts.ScriptKind.JS : ts.ScriptKind.TS,
  );

/** Parses the files of an SDK; `files` maps a path to its text. Nothing of them is ever run. */
export function parseSdk(files: Readonly<Record<string, string>>): SdkFile[] {
  return Object.keys(files)
    .sort()
    .filter(isSdkFile)
    .map((path) => ({
      path,
      group: groupOf(path),
      tree: parseText(path, files[path]),
    }));
}

/** The file that declares the types of a file of code: its neighbor, or a file of TypeScript itself. */
export const typedFileOf = (file: SdkFile, all: readonly SdkFile[]): SdkFile | undefined =>
  file.path.endsWith(".js") ? all.find(({ path }) => path === file.path.replace(/\.js$/, ".d.ts")) : file;

/** Calls `visit` for a node and everything below it. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

/** The text of a constant expression, for instance `"{" + "id" + "}"`; undefined if it is not constant. */
export function constantText(node: ts.Node | undefined): string | undefined {
  if (!node) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isTypeAssertionExpression(node))
    return constantText(node.expression);
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [constantText(node.left), constantText(node.right)];
    return left === undefined || right === undefined ? undefined : left + right;
  }
  if (!ts.isTemplateExpression(node)) return undefined;
  const spans = node.templateSpans.map((span) => constantText(span.expression));
  return spans.includes(undefined)
    ? undefined
    : node.head.text + node.templateSpans.map((span, index) => `${spans[index]}${span.literal.text}`).join("");
}

/** The text of a constant, or of a template with names in braces: `/cards/${id}` as `/cards/{id}`. */
export function templateText(node: ts.Expression, nameOfPlace: (place: ts.Expression) => string): string | undefined {
  if (!ts.isTemplateExpression(node)) return constantText(node);
  const spans = node.templateSpans.map(({ expression, literal }) => `{${nameOfPlace(expression)}}${literal.text}`);
  return node.head.text + spans.join("");
}

/** The constant texts in a list; none for what is no list. */
export const constantTexts = (node: ts.Expression | undefined): string[] =>
  node && ts.isArrayLiteralExpression(node) ? node.elements.flatMap((element) => constantText(element) ?? []) : [];

/** The values of an object's properties by their names. */
export const valuesOf = (literal: ts.ObjectLiteralExpression): Map<string, ts.Expression> =>
  new Map(
    literal.properties.filter(ts.isPropertyAssignment).map((property) => [nameOf(property), property.initializer]),
  );

/** The name of a property, parameter or member, without quotes. */
export function nameOf(node: ts.Node | undefined): string {
  const name = node && "name" in node ? (node.name as ts.Node | undefined) : undefined;
  return name && (ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name)) ? name.text : "";
}

const MARKS: Record<string, string> = {
  "&#x60;": "`",
  "&quot;": '"',
  "&#39;": "'",
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
};

/** A comment without the HTML, the escapes and the stars that generators leave in it. */
const plain = (text: string): string =>
  text
    .replace(/\{@link\s+\S+?(?:\s+([^{}]*))?\}/g, (_, label: string | undefined) => label ?? "")
    .replace(/<\/?[a-z][^<>]*>/gi, " ")
    .replace(/&#x60;|&quot;|&#39;|&lt;|&gt;|&amp;/g, (mark) => MARKS[mark] ?? mark)
    .replace(/\\+"/g, '"')
    .replace(/ {2,}/g, " ")
    .replace(/^[\s*-]+|\s*\*?\s*$/g, "");

type Documentation = { text?: string; summary?: string; parameters: Record<string, string>; deprecated: boolean };

/** The comment before a declaration: its text, its `@summary` and its `@param` texts. */
export function documentationOf(node: ts.Node): Documentation {
  const documentation: Documentation = { parameters: {}, deprecated: false };
  for (const part of ts.getJSDocCommentsAndTags(node)) {
    if (ts.isJSDoc(part)) {
      const text = plain(ts.getTextOfJSDocComment(part.comment) ?? "");
      if (text) documentation.text = text;
    }
  }
  for (const tag of ts.getJSDocTags(node)) {
    const text = plain(ts.getTextOfJSDocComment(tag.comment) ?? "");
    if (tag.tagName.text === "summary" && text) documentation.summary = text;
    else if (tag.tagName.text === "description" && text) documentation.text ??= text;
    else if (tag.tagName.text === "deprecated") documentation.deprecated = true;
    else if (ts.isJSDocParameterTag(tag) && ts.isIdentifier(tag.name) && text)
      documentation.parameters[tag.name.text] = text;
  }
  return documentation;
}
