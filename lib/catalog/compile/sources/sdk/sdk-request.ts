/** One method of an SDK's API class, read for the request it makes. */
import ts from "typescript";
import { constantText, nameOf, walk } from "./parse-sdk";

/** A value that goes into a request. `argument` is the method's parameter, or `options.x` for a member of one. */
export type SdkValue = { name: string; argument: string; format?: string; list?: "csv" | "multi" };

export type SdkRequest = {
  /** Name of the method. */
  name: string;
  path: string;
  method: string;
  pathValues: SdkValue[];
  query: SdkValue[];
  headers: SdkValue[];
  form: SdkValue[];
  body?: { argument: string };
  contentType?: string;
  parameters: string[];
  node: ts.Node;
};

type Method = {
  name: string;
  node: ts.MethodDeclaration | ts.PropertyAssignment;
  parameters: readonly ts.ParameterDeclaration[];
  body: ts.Node;
};

const PATH_VARIABLE = "localVarPath";
/** Set for every request of an SDK; no caller's values. */
const FIXED_HEADERS = /^(accept|content-type|authorization)$/i;

/** The requests of a file, in its order. */
export function requestsOf(tree: ts.SourceFile): SdkRequest[] {
  const requests: SdkRequest[] = [];
  walk(tree, (node) => {
    const method = asMethod(node);
    const request = method ? readRequest(method) : undefined;
    if (request) requests.push(request);
  });
  return requests;
}

function asMethod(node: ts.Node): Method | undefined {
  if (ts.isMethodDeclaration(node) && node.body)
    return { name: nameOf(node), node, parameters: node.parameters, body: node.body };
  if (!ts.isPropertyAssignment(node)) return undefined;
  const { initializer } = node;
  return ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)
    ? { name: nameOf(node), node, parameters: initializer.parameters, body: initializer.body }
    : undefined;
}

function readRequest({ name, node, parameters, body }: Method): SdkRequest | undefined {
  const request: SdkRequest = {
    name,
    path: "",
    method: "",
    pathValues: [],
    query: [],
    headers: [],
    form: [],
    parameters: parameters.map(nameOf),
    node,
  };
  let joins = false;
  walk(body, (part) => {
    if (ts.isVariableDeclaration(part) && nameOf(part) === PATH_VARIABLE) readPath(part.initializer, request);
    if (ts.isPropertyAccessExpression(part) && /HttpMethod$/.test(part.expression.getText()))
      request.method ||= part.name.text;
    if (ts.isPropertyAssignment(part)) readProperty(part, request);
    if (ts.isBinaryExpression(part) && part.operatorToken.kind === ts.SyntaxKind.EqualsToken)
      readAssignment(part, request);
    if (ts.isCallExpression(part)) readCall(part, request);
    if (ts.isIdentifier(part) && part.text === "queryParamPreProcessor") joins = true;
  });
  if (joins) request.query = request.query.map((value) => ({ list: "csv", ...value }));
  return request.path.startsWith("/") && request.method ? request : undefined;
}

/** `"/a/{id}".replace("{id}", encodeURIComponent(String(id)))`, in one of several spellings. */
function readPath(expression: ts.Expression | undefined, request: SdkRequest): void {
  if (!expression) return;
  if (ts.isCallExpression(expression) && ts.isPropertyAccessExpression(expression.expression)) {
    readPath(expression.expression.expression, request);
    const name = constantText(expression.arguments[0])?.replace(/^\{|\}$/g, "");
    const argument = argumentIn(expression.arguments[1], request);
    if (name && argument) request.pathValues.push({ name, argument });
    return;
  }
  const text = constantText(expression);
  if (text !== undefined) request.path = text;
  else if (ts.isBinaryExpression(expression)) readPath(expression.right, request);
}

function readProperty(part: ts.PropertyAssignment, request: SdkRequest): void {
  const text = constantText(part.initializer);
  if (nameOf(part) === "method" && text) request.method ||= text.toUpperCase();
  if (nameOf(part) === "data") setBody(part.initializer, request);
}

function readAssignment({ left, right }: ts.BinaryExpression, request: SdkRequest): void {
  if (!ts.isElementAccessExpression(left)) return;
  const [target, name] = [left.expression.getText(), constantText(left.argumentExpression)];
  if (name === undefined) return;
  if (/headerParam/i.test(target)) addHeader(name, right, request);
  else if (/queryParam/i.test(target)) addValue(request.query, name, right, request);
}

function readCall(call: ts.CallExpression, request: SdkRequest): void {
  const { expression, arguments: args } = call;
  const callee = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
  const [first, second, third] = args;
  const name = constantText(first);
  if (name !== undefined && second) {
    if (callee === "setQueryParam" || callee === "appendQueryParam")
      addValue(request.query, name, second, request, callee === "appendQueryParam" ? "multi" : constantText(third));
    if (callee === "setHeaderParam") addHeader(name, second, request);
    if (/^(append|set)$/.test(callee) && /formParams/i.test(expression.getText()))
      addValue(request.form, name, second, request);
  }
  if (callee === "getPreferredMediaType" && first && ts.isArrayLiteralExpression(first))
    request.contentType ??= constantText(first.elements[0]);
  if (callee === "stringify") setBody(first, request);
  if (/serializeDataIfNeeded\)?$/.test(callee) && first) setBody(first, request);
}

function addHeader(name: string, value: ts.Expression, request: SdkRequest): void {
  const text = constantText(value);
  if (/^content-type$/i.test(name) && text) request.contentType ??= text;
  if (!FIXED_HEADERS.test(name)) addValue(request.headers, name, value, request);
}

function addValue(to: SdkValue[], name: string, value: ts.Expression, request: SdkRequest, list?: string): void {
  const argument = argumentIn(value, request) ?? guardOf(value, request);
  if (!argument || to.some((value) => value.name === name)) return;
  const format = serialized(value)?.arguments[2];
  const joined = /COLLECTION_FORMATS\.csv/.test(value.getText()) ? "csv" : list;
  to.push({
    name,
    argument,
    ...(constantText(format) ? { format: constantText(format) as string } : {}),
    ...(joined === "csv" || joined === "multi" ? { list: joined } : {}),
  });
}

function setBody(value: ts.Expression | undefined, request: SdkRequest): void {
  const argument = value ? argumentIn(value, request) : undefined;
  if (argument) request.body ??= { argument };
}

/** The call of the serializer inside an expression. */
function serialized(value: ts.Node): ts.CallExpression | undefined {
  let call: ts.CallExpression | undefined;
  walk(value, (node) => {
    if (
      !call &&
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === "serialize"
    )
      call = node;
  });
  return call;
}

/** The first parameter of the method, or member of one, that an expression uses. */
function argumentIn(value: ts.Node | undefined, request: SdkRequest): string | undefined {
  let argument: string | undefined;
  if (value)
    walk(value, (node) => {
      if (argument !== undefined || !ts.isIdentifier(node) || !request.parameters.includes(node.text)) return;
      const { parent } = node;
      if (ts.isPropertyAccessExpression(parent) && parent.name === node) return;
      argument =
        node.text === "options" && ts.isPropertyAccessExpression(parent) ? `options.${parent.name.text}` : node.text;
    });
  return argument;
}

/** `if (x !== undefined) for (const one of serialized) append(one)`: the parameter is named by the condition. */
function guardOf(value: ts.Node, request: SdkRequest): string | undefined {
  for (let node: ts.Node | undefined = value.parent; node && node !== request.node; node = node.parent) {
    const argument = ts.isIfStatement(node) ? argumentIn(node.expression, request) : undefined;
    if (argument) return argument;
  }
  return undefined;
}
