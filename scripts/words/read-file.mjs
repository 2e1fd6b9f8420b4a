// Reads one source file: its comments, the names that it declares and the names that it exports.
import ts from "typescript";

const { SyntaxKind } = ts;

const DECLARES = new Set([
  SyntaxKind.VariableDeclaration,
  SyntaxKind.Parameter,
  SyntaxKind.BindingElement,
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.FunctionExpression,
  SyntaxKind.PropertySignature,
  SyntaxKind.MethodSignature,
  SyntaxKind.PropertyDeclaration,
  SyntaxKind.MethodDeclaration,
  SyntaxKind.TypeAliasDeclaration,
  SyntaxKind.InterfaceDeclaration,
  SyntaxKind.ClassDeclaration,
  SyntaxKind.EnumDeclaration,
]);

/** Nodes whose text can contain `//` or `/*` without a comment. */
const LITERALS = new Set([
  SyntaxKind.StringLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.TemplateHead,
  SyntaxKind.TemplateMiddle,
  SyntaxKind.TemplateTail,
  SyntaxKind.RegularExpressionLiteral,
  SyntaxKind.JsxText,
]);

const scriptKind = (file) =>
  file.endsWith(".tsx") ? ts.ScriptKind.TSX : file.endsWith(".ts") ? ts.ScriptKind.TS : ts.ScriptKind.JS;

const isExported = (statement) => statement.modifiers?.some(({ kind }) => kind === SyntaxKind.ExportKeyword) ?? false;

/** Names in a declaration; a destructured `{ a, b: [c] }` declares a and c. */
function namesIn(name) {
  if (name === undefined) return [];
  if (name.kind === SyntaxKind.Identifier) return [name.text];
  return (name.elements ?? []).flatMap((element) => namesIn(element.name));
}

function exportsOf(statement) {
  if (statement.kind === SyntaxKind.ExportDeclaration)
    return (statement.exportClause?.elements ?? []).map(({ name }) => name.text);
  if (!isExported(statement)) return [];
  if (statement.kind === SyntaxKind.VariableStatement)
    return statement.declarationList.declarations.flatMap(({ name }) => namesIn(name));
  return namesIn(statement.name);
}

/** Comments that are between literals; consecutive `//` lines are one comment. */
function commentsIn(text, literals) {
  const pattern = /\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*|\/\*[\s\S]*?\*\//g;
  const comments = [];
  let position = 0;
  const readUntil = (end) => {
    const code = text.slice(position, end);
    for (const match of code.matchAll(pattern)) comments.push({ position: position + match.index, raw: match[0] });
  };
  for (const [start, end] of literals) {
    readUntil(start);
    position = end;
  }
  readUntil(text.length);
  return comments;
}

/** The prose of a comment on one line, without comment markers and without code in backticks. */
const proseOf = (raw) =>
  raw
    .replace(/^\/\*+|\*+\/$/g, "")
    .replace(/^[ \t]*(?:\/\/+|\*)[ \t]?/gm, "")
    .replace(/`[^`]*`/g, "``")
    .replace(/\s+/g, " ")
    .trim();

/**
 * @typedef {object} SourceWords
 * @property {{ line: number, raw: string, prose: string }[]} comments
 * @property {{ line: number, name: string }[]} names
 * @property {string[]} exports
 */

/**
 * @param {string} file decides the syntax by its ending
 * @param {string} text
 * @returns {SourceWords}
 */
export function readSource(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, scriptKind(file));
  const lineAt = (position) => source.getLineAndCharacterOfPosition(position).line + 1;
  const names = [];
  const literals = [];
  const visit = (node) => {
    if (LITERALS.has(node.kind)) literals.push([node.getStart(source), node.end]);
    else if (DECLARES.has(node.kind) && node.name?.kind === SyntaxKind.Identifier)
      names.push({ line: lineAt(node.name.getStart(source)), name: node.name.text });
    ts.forEachChild(node, visit);
  };
  visit(source);
  literals.sort(([a], [b]) => a - b);
  return {
    comments: commentsIn(text, literals).map(({ position, raw }) => ({
      line: lineAt(position),
      raw,
      prose: proseOf(raw),
    })),
    names,
    exports: source.statements.flatMap(exportsOf),
  };
}
