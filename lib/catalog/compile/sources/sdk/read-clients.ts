/**
 * Reads an SDK of clients with a method for each operation, such as X's, as a description. The code has path, query,
 * scopes and HTTP method, the declarations next to it have types and words. Its names are in camelCase, the API's in
 * snake_case.
 */
import ts from "typescript";
import type { OpenApiDocument, SourceBody, SourceOperation, SourceParameter, SourceSchema } from "../openapi-document";
import {
  constantText,
  constantTexts,
  documentationOf,
  nameOf,
  parseSdk,
  valuesOf,
  walk,
  type SdkFile,
} from "./parse-sdk";
import { memberSchema, membersOf, type Members } from "./members-of";
import { answersOf, pathParameters, SdkDocument } from "./sdk-document";
import { SdkTypes } from "./sdk-types";

type Request = {
  name: string;
  method: string;
  path: string;
  /** Names in the query, each with the variable that holds its value or its list of values. */
  query: { name: string; variable: string; isList: boolean }[];
  hasBody: boolean;
  /** Alternatives of schemes with their scopes. */
  security: Record<string, string[]>[];
};
type Signature = { node: ts.MethodDeclaration; documented: ts.MethodDeclaration; file: SdkFile };

const METHODS = new Set(["GET", "POST", "PUT", "PATCH", "DELETE"]);
/** Words about the SDK that its generator adds to those of a parameter. */
const SDK_WORDS = /\s*Also accepts:.*$/s;

const toSnake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** @param files path to text, of the files that `isSdkFile` names */
export function readClients(files: Readonly<Record<string, string>>): OpenApiDocument {
  const parsed = parseSdk(files);
  const types = new SdkTypes(parsed, {}, toSnake);
  const document = new SdkDocument();
  const schemes = new Set<string>();
  for (const file of parsed.filter(({ path }) => path.endsWith(".js")))
    for (const [client, requests] of clientsOf(file)) {
      const signatures = signaturesOf(client, parsed);
      for (const request of requests) {
        document.add(request.method, request.path, operationOf(client, request, signatures.get(request.name), types));
        for (const name of request.security.flatMap((scheme) => Object.keys(scheme))) schemes.add(name);
      }
    }
  // Only a scheme with scopes is one of OAuth 2: the others take a token of the app.
  const securitySchemes = Object.fromEntries(
    [...schemes].map((name) => [name, { type: /^oauth2/i.test(name) ? "oauth2" : "http" }]),
  );
  return document.toDocument({ schemas: types.schemas, securitySchemes });
}

/** The clients of a file of code, `var PostsClient = class { ... }`, with the requests that their methods send. */
function clientsOf(file: SdkFile): [string, Request[]][] {
  const clients: [string, Request[]][] = [];
  walk(file.tree, (node) => {
    if (!ts.isVariableDeclaration(node) || !node.initializer || !ts.isClassExpression(node.initializer)) return;
    const requests = node.initializer.members
      .filter(ts.isMethodDeclaration)
      .flatMap((method) => requestOf(method) ?? []);
    if (requests.length > 0) clients.push([nameOf(node), requests]);
  });
  return clients;
}

function requestOf(node: ts.MethodDeclaration): Request | undefined {
  const request: Request = { name: nameOf(node), method: "", path: "", query: [], hasBody: false, security: [] };
  walk(node, (inner) => {
    if (ts.isVariableDeclaration(inner) && nameOf(inner) === "path")
      request.path ||= constantText(inner.initializer) ?? "";
    if (ts.isPropertyAssignment(inner) && nameOf(inner) === "body") request.hasBody = true;
    if (ts.isPropertyAssignment(inner) && nameOf(inner) === "security")
      request.security = securityOf(inner.initializer);
    if (!ts.isCallExpression(inner) || !ts.isPropertyAccessExpression(inner.expression)) return;
    const [first, second] = inner.arguments;
    const text = constantText(first);
    if (inner.expression.name.text === "request" && text && METHODS.has(text)) request.method = text;
    if (inner.expression.name.text !== "append" || text === undefined || !second) return;
    request.query.push({ name: text, variable: variableIn(second), isList: /\.join\(/.test(second.getText()) });
  });
  return request.method && request.path.startsWith("/") ? request : undefined;
}

/** The first name that is no property and no function: `ids` in `normalizeFields(ids).join(",")`. */
function variableIn(expression: ts.Node): string {
  let variable = "";
  walk(expression, (node) => {
    const { parent } = node;
    const isCallee = ts.isCallExpression(parent) && parent.expression === node;
    const isMember = ts.isPropertyAccessExpression(parent) && parent.name === node;
    if (ts.isIdentifier(node) && !isCallee && !isMember) variable ||= node.text;
  });
  return variable;
}

const securityOf = (node: ts.Expression): Record<string, string[]>[] =>
  !ts.isArrayLiteralExpression(node)
    ? []
    : node.elements
        .filter(ts.isObjectLiteralExpression)
        .map((scheme) =>
          Object.fromEntries([...valuesOf(scheme)].map(([name, scopes]) => [name, constantTexts(scopes)])),
        );

/** The typed methods of a client: the last overload has the types, the first the words. */
function signaturesOf(client: string, all: readonly SdkFile[]): Map<string, Signature> {
  const signatures = new Map<string, Signature>();
  for (const file of all)
    for (const statement of file.path.endsWith(".d.ts") ? file.tree.statements : []) {
      if (!ts.isClassDeclaration(statement) || nameOf(statement) !== client) continue;
      for (const node of statement.members.filter(ts.isMethodDeclaration)) {
        const documented = signatures.get(nameOf(node))?.documented ?? node;
        signatures.set(nameOf(node), { node, documented, file });
      }
    }
  return signatures;
}

function operationOf(
  client: string,
  request: Request,
  signature: Signature | undefined,
  types: SdkTypes,
): SourceOperation {
  const [summary, ...lines] = (signature && documentationOf(signature.documented).text)?.split("\n") ?? [];
  const text = lines.join(" ").trim();
  const options = optionsOf(signature, types);
  const body = request.hasBody ? bodyOf(signature, types) : undefined;
  return {
    operationId: `${client.replace(/Client$/, "")}_${request.name}`,
    tags: [client.replace(/Client$/, "")],
    ...(summary ? { summary, description: text || summary } : {}),
    security: request.security,
    parameters: [
      ...pathParameters(request.path),
      ...request.query.map((value) => toParameter(value, signature, options, types)),
    ],
    ...(body ? { requestBody: body } : {}),
    responses: answersOf(answerOf(signature, types)),
  };
}

const parameterOf = (signature: Signature | undefined, name: string): ts.ParameterDeclaration | undefined =>
  signature?.node.parameters.find((parameter) => nameOf(parameter) === name);

const optionsOf = (signature: Signature | undefined, types: SdkTypes): Members =>
  signature ? membersOf(types, parameterOf(signature, "options")?.type, signature.file) : new Map();

function toParameter(
  { name, variable, isList }: Request["query"][number],
  signature: Signature | undefined,
  options: Members,
  types: SdkTypes,
): SourceParameter {
  const positional = parameterOf(signature, variable);
  const member = options.get(variable);
  const schema: SourceSchema =
    positional && signature
      ? types.schema(positional.type, signature.file)
      : member
        ? memberSchema(types, member)
        : { type: isList ? "array" : "string", ...(isList ? { items: { type: "string" } } : {}) };
  const { description, ...bare } = schema;
  const text = typeof description === "string" ? description.replace(SDK_WORDS, "").trim() : "";
  return {
    name,
    in: "query",
    required: positional !== undefined && !positional.questionToken,
    schema: bare.type === "number" ? { ...bare, type: "integer" } : bare,
    // Lists are written with commas between their values.
    ...(bare.type === "array" ? { style: "form", explode: false } : {}),
    ...(text && text !== name ? { description: text } : {}),
  };
}

function bodyOf(signature: Signature | undefined, types: SdkTypes): SourceBody {
  const parameter = parameterOf(signature, "body");
  const typed = parameter?.type && signature ? types.schema(parameter.type, signature.file) : {};
  const name = nameOf(signature?.node);
  // Some methods take anything, though the type of their request is declared.
  const schema =
    signature && Object.keys(typed).length === 0
      ? types.schemaOf(`${name.charAt(0).toUpperCase()}${name.slice(1)}Request`, signature.file)
      : typed;
  return { required: parameter !== undefined && !parameter.questionToken, content: { "application/json": { schema } } };
}

function answerOf(signature: Signature | undefined, types: SdkTypes) {
  const type = signature?.node.type;
  const inner = type && ts.isTypeReferenceNode(type) ? type.typeArguments?.[0] : undefined;
  return inner && signature ? types.schema(inner, signature.file) : {};
}
