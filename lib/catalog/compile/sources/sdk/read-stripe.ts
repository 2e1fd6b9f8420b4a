/** Reads Stripe's own client for Node as the description it was made from: a class for each resource. */
import ts from "typescript";
import type { OpenApiDocument, SourceBody, SourceOperation, SourceSchema } from "../openapi-document";
import { documentationOf, nameOf, parseText, valuesOf, walk } from "./parse-sdk";
import { answersOf, objectSchema, pathParameters, queryParameter, SdkDocument } from "./sdk-document";
import { readScope, StripeTypes } from "./stripe-types";
import type { TypeScope } from "./type-schemas";

/** A request of a method: `POST /v1/coupons/{coupon}`. */
type Request = { method: string; path: string; apiBase?: string; isDownload: boolean; isUpload: boolean };
type Signature = { description?: string; params?: SourceSchema; areParamsRequired: boolean; answer: SourceSchema };

/** Files of the newer API, which takes JSON, and of simulations. */
const LEFT_OUT = /\/(V2|TestHelpers|Reserve)\//;
const SERVERS: Record<string, string> = { files: "https://files.stripe.com", connect: "https://connect.stripe.com" };

/** How a query or a form has an object: `metadata[name]=value`. */
const IN_BRACKETS = { style: "deepObject", explode: true };

/**
 * Reads the operations of version 1 with their parameters, bodies, answers and comments. Texts are parsed, never run.
 * @param files path to text, of the files that `isSdkFile` names
 * @param pathNames corrections of paths, as a regular expression and what replaces it: the client does not have the
 *   names of places in paths, so they are the singular of the word before
 */
export function readStripe(
  files: Readonly<Record<string, string>>,
  pathNames: Readonly<Record<string, string>> = {},
): OpenApiDocument {
  const types = new StripeTypes();
  const operations: [Request, Signature][] = [];
  for (const path of Object.keys(files).sort()) {
    if (!path.endsWith(".d.ts") || LEFT_OUT.test(path)) continue;
    const file = path.replace(/\.d\.ts$/, "");
    const tree = parseText(path, files[path]);
    const scope = readScope(file, tree);
    types.add(scope);
    const requests = requestsOf(parseText(`${file}.js`, files[`${file}.js`]));
    if (requests.length > 0) operations.push(...joined(requests, signaturesOf(tree, scope, types)));
  }
  const document = new SdkDocument();
  for (const [raw, signature] of operations) {
    const request = { ...raw, path: renamed(raw.path, pathNames) };
    document.add(request.method, request.path, operationOf(request, signature, types));
  }
  return { ...document.toDocument({ schemas: types.schemas }), servers: [{ url: "https://api.stripe.com" }] };
}

function joined(requests: [string, Request][], signatures: Map<string, Signature>): [Request, Signature][] {
  return requests.flatMap(([name, request]) => {
    const signature = signatures.get(name);
    return signature && request.path.startsWith("/v1/") ? [[request, signature] as [Request, Signature]] : [];
  });
}

/** The requests of a file, each with its method: `this._makeRequest("POST", "/v1/coupons", params, options, {...})`. */
function requestsOf(tree: ts.SourceFile): [string, Request][] {
  const requests: [string, Request][] = [];
  for (const statement of tree.statements) {
    if (!ts.isClassDeclaration(statement)) continue;
    for (const member of statement.members) {
      if (!ts.isMethodDeclaration(member) || !member.body) continue;
      walk(member.body, (node) => {
        if (!ts.isCallExpression(node) || !/\._makeRequest$/.test(node.expression.getText())) return;
        const [method, path, , , settings] = node.arguments;
        if (method && path && ts.isStringLiteral(method))
          requests.push([nameOf(member), { method: method.text, path: pathOf(path), ...settingsOf(settings) }]);
      });
    }
  }
  return requests;
}

/** `/v1/accounts/${encodeURIComponent(accountId)}/persons` with names for its places. */
function pathOf(node: ts.Expression): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return "";
  let path = node.head.text;
  for (const span of node.templateSpans) {
    const word = path.split("/").at(-2) ?? "id";
    path += `{${singular(word)}}${span.literal.text}`;
  }
  return path;
}

const singular = (word: string): string =>
  word
    .replace(/ies$/, "y")
    .replace(/(ss|x|ch)es$/, "$1")
    .replace(/([^s])s$/, "$1");

const renamed = (path: string, names: Readonly<Record<string, string>>): string =>
  Object.entries(names).reduce((text, [pattern, name]) => text.replace(new RegExp(pattern), name), path);

function settingsOf(node: ts.Expression | undefined): Pick<Request, "apiBase" | "isDownload" | "isUpload"> {
  const settings = node && ts.isObjectLiteralExpression(node) ? valuesOf(node) : new Map<string, ts.Expression>();
  const apiBase = settings.get("apiBase")?.getText().replace(/\W/g, "");
  return {
    ...(apiBase ? { apiBase } : {}),
    isDownload: settings.get("streaming")?.getText() === "true",
    isUpload: settings.get("headers")?.getText().includes("multipart/form-data") ?? false,
  };
}

function signaturesOf(tree: ts.SourceFile, scope: TypeScope, types: StripeTypes): Map<string, Signature> {
  const signatures = new Map<string, Signature>();
  for (const statement of tree.statements) {
    if (!ts.isClassDeclaration(statement)) continue;
    for (const member of statement.members) {
      if (!ts.isMethodDeclaration(member)) continue;
      const params = member.parameters.find((parameter) => nameOf(parameter) === "params");
      const { text } = documentationOf(member);
      signatures.set(nameOf(member), {
        ...(text ? { description: text } : {}),
        ...(params?.type ? { params: types.schema(params.type, scope) } : {}),
        areParamsRequired: params !== undefined && !params.questionToken,
        answer: member.type ? types.schema(member.type, scope) : {},
      });
    }
  }
  return signatures;
}

function operationOf(request: Request, signature: Signature, types: StripeTypes): SourceOperation {
  const { method, path, apiBase, isDownload } = request;
  const { properties, required } = types.object(signature.params ?? {});
  const isQuery = method !== "POST";
  const server = apiBase === undefined ? undefined : SERVERS[apiBase];
  return {
    operationId: operationId(method, path),
    ...(signature.description ? { description: signature.description } : {}),
    ...(server ? { servers: [{ url: server }] } : {}),
    parameters: [
      ...pathParameters(path),
      ...(isQuery ? Object.entries(properties) : []).map(([name, schema]) => ({
        ...queryParameter(name, schema, required.includes(name)),
        ...(types.isPlain(schema) ? {} : IN_BRACKETS),
      })),
    ],
    ...(isQuery ? {} : { requestBody: bodyOf(request, properties, required, types) }),
    responses: isDownload
      ? answersOf({ type: "string", format: "binary" }, "application/pdf")
      : answersOf(signature.answer),
  };
}

/** `GetCustomersCustomerCashBalance` for `GET /v1/customers/{customer}/cash_balance`. */
const operationId = (method: string, path: string): string =>
  [method.toLowerCase(), ...path.replace(/^\/v1\//, "").split(/[^A-Za-z0-9]+/)]
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

function bodyOf(
  request: Request,
  properties: Record<string, SourceSchema>,
  required: string[],
  types: StripeTypes,
): SourceBody {
  const names = Object.keys(properties).filter((name) => !types.isPlain(properties[name] ?? {}));
  return {
    required: required.length > 0,
    content: {
      [request.isUpload ? "multipart/form-data" : "application/x-www-form-urlencoded"]: {
        schema: { ...objectSchema(properties, required), additionalProperties: false },
        encoding: Object.fromEntries(names.map((name) => [name, IN_BRACKETS])),
      },
    },
  };
}
