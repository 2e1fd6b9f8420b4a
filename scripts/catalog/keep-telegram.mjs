// Turns the types of Telegram's Bot API into a description, and keeps it in the toolkit's folder.
//   node scripts/catalog/keep-telegram.mjs FOLDER ORIGIN
// FOLDER: `out` of the npm package @gramio/types, which is under the MIT license. ORIGIN: that package and its version.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { inRoot } from "../paths.mjs";

/** Methods that would take the bot away from this server, or its updates from the triggers. */
const LEFT_OUT = new Set(["close", "logOut", "getUpdates", "setWebhook", "deleteWebhook"]);
/** The types do not distinguish whole numbers from others. */
const FRACTION = /latitude|longitude|accuracy|_shift$|^scale$|percentage|angle|radius/;

const [folder, origin] = process.argv.slice(2);
if (!folder || !origin) throw new Error("Say in which folder the types are, and where they are from.");
const read = (name) =>
  ts.createSourceFile(name, readFileSync(path.join(folder, name), "utf8"), ts.ScriptTarget.Latest, true);
const [methods, params, objects] = ["methods.d.ts", "params.d.ts", "objects.d.ts"].map(read);

const declarations = new Map();
for (const file of [objects, params])
  for (const node of file.statements)
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) declarations.set(node.name.text, node);

/** The words above a declaration, without the link to its own page. */
function wordsOf(node) {
  const comment = ts.getTextOfJSDocComment(node.jsDoc?.at(-1)?.comment) ?? "";
  return comment
    .replace(/\[Documentation\]\([^)]*\)/g, "")
    .replaceAll("\\_", "_")
    .replaceAll("\\-", "-")
    .replaceAll("**", "")
    .trim();
}

/** Whole sentences of a text, as far as there is room; the first one in any case. */
function shorten(words, room) {
  const sentences = words.split(/(?<=[.!?])\s+(?=[A-Z])/);
  let text = sentences[0] ?? "";
  for (const sentence of sentences.slice(1)) {
    if (text.length + sentence.length > room) break;
    text += ` ${sentence}`;
  }
  return text;
}
const ROOM_IN_TYPES = 160;
/** Words of a file that has no ID yet when it is named. */
const NEW_FILE = /can be only uploaded as a new file/;

const FILE = { type: "string", format: "binary" };
const schemas = {};
const shortName = (name) => name.replace(/^Telegram/, "");

function toReference(name) {
  if (name === "TelegramInputFile") return FILE;
  if (name === "TelegramCurrencies") return { type: "string" };
  const short = shortName(name);
  if (!(short in schemas)) {
    const declaration = declarations.get(name);
    if (!declaration) throw new Error(`There is no type ${name}.`);
    schemas[short] = null;
    schemas[short] = ts.isInterfaceDeclaration(declaration) ? toObject(declaration) : toSchema(declaration.type, "");
  }
  return { $ref: `#/components/schemas/${short}` };
}

/** Types of helpers of that library, which turn into the other types of the union. */
const isHelper = (node) => ts.isTypeLiteralNode(node);

function toUnion(types, name) {
  const literals = types.filter((type) => ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal));
  if (literals.length === types.length) return { type: "string", enum: literals.map((type) => type.literal.text) };
  // A file is sent by a tool of its own; here it is named by its ID or its address.
  const rest = types.filter((type) => !isHelper(type) && !/TelegramInputFile$/.test(type.getText()));
  const parts = rest.map((type) => toSchema(type, name));
  return parts.length === 1 ? parts[0] : { oneOf: parts };
}

/** The schema of a type; `name`: the member that has it. */
function toSchema(node, name) {
  if (ts.isParenthesizedTypeNode(node)) return toSchema(node.type, name);
  if (ts.isArrayTypeNode(node)) return { type: "array", items: toSchema(node.elementType, name) };
  if (ts.isUnionTypeNode(node)) return toUnion([...node.types], name);
  if (node.kind === ts.SyntaxKind.StringKeyword) return { type: "string" };
  if (node.kind === ts.SyntaxKind.BooleanKeyword) return { type: "boolean" };
  if (node.kind === ts.SyntaxKind.NumberKeyword) return { type: FRACTION.test(name) ? "number" : "integer" };
  if (ts.isLiteralTypeNode(node)) {
    if (ts.isStringLiteral(node.literal)) return { type: "string", enum: [node.literal.text] };
    return ts.isNumericLiteral(node.literal) ? { type: "integer" } : { type: "boolean" };
  }
  if (ts.isTypeReferenceNode(node)) {
    const type = node.typeName.getText().replace(/^Objects\./, "");
    return type === "Exclude" ? { type: "string" } : toReference(type);
  }
  throw new Error(`The type of ${name} has an unknown form: ${node.getText()}`);
}

function toObject(declaration) {
  const isOfMethod = declaration.name.text.endsWith("Params");
  const properties = {};
  const required = [];
  for (const member of declaration.members) {
    const name = member.name.getText();
    const words = isOfMethod ? wordsOf(member) : shorten(wordsOf(member), ROOM_IN_TYPES);
    const schema = isOfMethod && NEW_FILE.test(words) ? FILE : toSchema(member.type, name);
    properties[name] = { ...(words && { description: words }), ...schema };
    if (!member.questionToken) required.push(name);
  }
  const words = shorten(wordsOf(declaration), ROOM_IN_TYPES);
  return {
    type: "object",
    ...(words && !isOfMethod && { description: words }),
    properties,
    ...(required.length > 0 && { required }),
  };
}

const hasFile = ({ properties }) => Object.values(properties).some(({ format }) => format === "binary");

function toOperation(method) {
  const [first, second] = method.type.typeArguments;
  const takesNothing = /WithoutParams$/.test(method.type.typeName.getText());
  const input = takesNothing ? undefined : toObject(declarations.get(first.typeName.getText().replace("Params.", "")));
  const result = toSchema(second ?? first, "");
  const media = input && hasFile(input) ? "multipart/form-data" : "application/json";
  return {
    operationId: method.name.getText(),
    description: wordsOf(method),
    ...(input && {
      requestBody: { required: (input.required ?? []).length > 0, content: { [media]: { schema: input } } },
    }),
    responses: {
      200: {
        description: "",
        content: {
          "application/json": { schema: { type: "object", properties: { ok: { type: "boolean" }, result } } },
        },
      },
    },
  };
}

const all = methods.statements.find((node) => ts.isInterfaceDeclaration(node) && node.name.text === "APIMethods");
const paths = {};
for (const method of all.members) {
  const name = method.name.getText();
  if (!LEFT_OUT.has(name)) paths[`/${name}`] = { post: toOperation(method) };
}
const version = /Bot API v([\d.]+)/.exec(params.getFullText())?.[1];
const head = {
  "x-origin": `${origin}, Copyright kravets, licensed under the MIT License; turned into a description`,
  openapi: "3.0.3",
  info: { title: "Telegram Bot API", version },
};
/** One line for each method and each type. */
const lines = (members) =>
  Object.entries(members)
    .map(([name, member]) => `${JSON.stringify(name)}: ${JSON.stringify(member)}`)
    .join(",\n");
const text = `${JSON.stringify(head).slice(0, -1)},\n"paths": {\n${lines(paths)}\n},\n"components": {"schemas": {\n${lines(schemas)}\n}}}\n`;
writeFileSync(inRoot("toolkits/telegram/description.json"), text);
