/** Reads a client for Node that Fern made as the description it was made from: a class for each part of the API. */
import ts from "typescript";
import { FernTypes, snakeCase } from "./fern-types";
import type { OpenApiDocument, SourceBody, SourceOperation, SourceSchema } from "../openapi-document";
import { constantText, documentationOf, nameOf, parseText, templateText, walk } from "./parse-sdk";
import { answersOf, objectSchema, pathParameters, queryParameter, SdkDocument } from "./sdk-document";
import { declarationsOf } from "./type-schemas";

type Request = { method: string; path: string; query: string[]; isForm: boolean; isDownload: boolean };
type Signature = {
  text?: string;
  words: Record<string, string>;
  body?: SourceSchema;
  isBodyRequired: boolean;
  answer: SourceSchema | "none";
};

const CLIENT = /\/client\/Client\.(d\.ts|js)$/;
const NAMES = /^serialization\/.*\.js$|\/client\/Client\.js$/;

/**
 * Reads the operations with their parameters, bodies, answers and comments. Texts are parsed, never run.
 * @param files path to text, of the files that `isSdkFile` names
 */
export function readFern(files: Readonly<Record<string, string>>): OpenApiDocument {
  const types = new FernTypes();
  const paths = Object.keys(files).sort();
  for (const path of paths.filter((name) => NAMES.test(name))) types.addNames(path, files[path] ?? "");
  for (const path of paths.filter((name) => name.endsWith(".d.ts") && !CLIENT.test(name)))
    types.add({ file: path, names: declarationsOf(parseText(path, files[path])), imports: new Map() });
  const document = new SdkDocument();
  for (const path of paths.filter((name) => CLIENT.test(name) && name.endsWith(".js"))) {
    const signatures = signaturesOf(parseText(`${path}.d.ts`, files[path.replace(/\.js$/, ".d.ts")]), types);
    for (const [name, request] of requestsOf(parseText(path, files[path]))) {
      const signature = signatures.get(name);
      if (signature)
        document.add(request.method, request.path, operationOf(operationId(path, name), request, signature, types));
    }
  }
  // Such a client reads null as a value that is missing, and its types have neither.
  return { ...document.toDocument({ schemas: types.schemas }), optionalIsNull: true };
}

/** `list_studio_projects` for `list` in `resources/studio/resources/projects/client/Client.js`. */
const operationId = (path: string, method: string): string =>
  [method, ...path.replace(CLIENT, "").split("/")]
    .filter((word) => word !== "resources" && word !== "api")
    .map(snakeCase)
    .join("_");

/** The requests of a class by method; the method that sends one has two strokes before its name. */
function requestsOf(tree: ts.SourceFile): Map<string, Request> {
  const requests = new Map<string, Request>();
  walk(tree, (node) => {
    if (!ts.isMethodDeclaration(node) || !nameOf(node).startsWith("__") || !node.body) return;
    const request = requestOf(node.body);
    if (request) requests.set(nameOf(node).slice(2), request);
  });
  return requests;
}

function requestOf(body: ts.Block): Request | undefined {
  const facts = new Map<string, ts.Expression>();
  const query: string[] = [];
  walk(body, (node) => {
    if (ts.isPropertyAssignment(node) && !facts.has(nameOf(node))) facts.set(nameOf(node), node.initializer);
    if (!ts.isVariableDeclaration(node) || nameOf(node) !== "_queryParams" || !node.initializer) return;
    if (ts.isObjectLiteralExpression(node.initializer)) query.push(...node.initializer.properties.map(nameOf));
  });
  const url = facts.get("url");
  const place = url && ts.isCallExpression(url) ? url.arguments.at(-1) : undefined;
  const method = constantText(facts.get("method"));
  const path = place && templateText(place, placeOf);
  if (!method || !path) return undefined;
  return {
    method,
    path: path.startsWith("/") ? path : `/${path}`,
    query,
    isForm: constantText(facts.get("requestType")) === "file",
    isDownload: constantText(facts.get("responseType")) === "streaming",
  };
}

/** The value inside of calls that write it: `voice_id` in `core.url.encodePathParam(voice_id)`. */
const placeOf = (node: ts.Expression): string =>
  ts.isCallExpression(node) && node.arguments[0] ? placeOf(node.arguments[0]) : node.getText();

function signaturesOf(tree: ts.SourceFile, types: FernTypes): Map<string, Signature> {
  const scope = { file: tree.fileName, names: new Map(), imports: new Map() };
  const signatures = new Map<string, Signature>();
  walk(tree, (node) => {
    if (!ts.isMethodDeclaration(node) || !node.type) return;
    const request = node.parameters.find((parameter) => nameOf(parameter) === "request");
    const { text, parameters } = documentationOf(node);
    signatures.set(nameOf(node), {
      ...(text ? { text } : {}),
      words: Object.fromEntries(Object.entries(parameters).map(([name, words]) => [name, words.replace(/^-\s*/, "")])),
      ...(request?.type ? { body: types.schema(request.type, scope) } : {}),
      isBodyRequired: request !== undefined && !request.questionToken,
      answer: /HttpResponsePromise<void>$/.test(node.type.getText()) ? "none" : types.schema(node.type, scope),
    });
  });
  return signatures;
}

function operationOf(id: string, request: Request, signature: Signature, types: FernTypes): SourceOperation {
  const { properties, required } = types.object(signature.body ?? {});
  const query = request.query.map((name) =>
    queryParameter(name, properties[name] ?? { type: "string" }, required.includes(name)),
  );
  const body = request.method === "GET" ? undefined : bodyOf(request, signature, types);
  return {
    operationId: id,
    ...(signature.text ? { description: signature.text } : {}),
    parameters: [...pathParameters(request.path, signature.words), ...query],
    ...(body ? { requestBody: body } : {}),
    responses: answerOf(request, signature),
  };
}

function answerOf({ isDownload }: Request, { answer }: Signature): SourceOperation["responses"] {
  if (isDownload) return answersOf({ type: "string", format: "binary" }, "application/octet-stream");
  return answer === "none" ? { 204: {} } : answersOf(answer);
}

/** The members of the request that are no query; a request without members of its own is the body as a whole. */
function bodyOf(
  { query, isForm }: Request,
  { body, isBodyRequired }: Signature,
  types: FernTypes,
): SourceBody | undefined {
  if (!body) return undefined;
  const { properties, required } = types.object(body);
  const type = isForm ? "multipart/form-data" : "application/json";
  if (Object.keys(properties).length === 0)
    return query.length > 0 || types.target(body).type === "object"
      ? undefined
      : { required: isBodyRequired, content: { [type]: { schema: body } } };
  const members = Object.entries(properties).filter(([name]) => !query.includes(name));
  const needed = required.filter((name) => !query.includes(name));
  if (members.length === 0) return undefined;
  const schema = objectSchema(Object.fromEntries(members), needed);
  return { required: needed.length > 0, content: { [type]: { schema } } };
}
