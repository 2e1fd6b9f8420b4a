/**
 * Reads an SDK made by openapi-generator (typescript, typescript-axios or typescript-node) as the description it was
 * made from.
 */
import ts from "typescript";
import type { OpenApiDocument, SourceBody, SourceOperation, SourceParameter, SourceSchema } from "../openapi-document";
import { requestsOf, type SdkRequest, type SdkValue } from "./sdk-request";
import { documentationOf, groupOf, nameOf, parseSdk, typedFileOf, walk, type SdkFile } from "./parse-sdk";
import { answersOf, objectSchema, SdkDocument } from "./sdk-document";
import { isFileType, SdkTypes, withFormat } from "./sdk-types";

/** A method's declaration with types; a method has several, one for each layer of the SDK. */
type Signature = {
  name: string;
  parameters: readonly ts.ParameterDeclaration[];
  result: ts.TypeNode | undefined;
  node: ts.Node;
};
type Api = { file: SdkFile; types: SdkTypes; signatures: Map<string, Signature[]>; tag: string };
type ApiRequest = { api: Api; request: SdkRequest };

type SdkOperation = Pick<SdkRequest, "name" | "path" | "method"> & {
  operation: SourceOperation;
  /** The operation's ID if another class has a method of this name. */
  sharedId: string;
};

/**
 * Reads the paths, parameters, bodies, answers and comments of every operation. Texts are parsed, never run. One group
 * of files after the other is in memory as syntax trees, which are thirty times as large as the text.
 * @param files path to text, of the files that `isSdkFile` names
 */
export function readSdk(files: Readonly<Record<string, string>>): OpenApiDocument {
  const groups = new Map<string, Record<string, string>>();
  for (const path of Object.keys(files).sort()) {
    const group = groups.get(groupOf(path)) ?? {};
    group[path] = files[path] ?? "";
    groups.set(groupOf(path), group);
  }
  const schemas: Record<string, SourceSchema> = {};
  const operations = [...groups.values()].flatMap((group) => readGroup(group, schemas));
  const times = new Map<string, number>();
  for (const { name } of operations) times.set(name, (times.get(name) ?? 0) + 1);
  const document = new SdkDocument();
  for (const { name, path, method, operation, sharedId } of operations) {
    const isShared = (times.get(name) ?? 0) > 1;
    document.add(method, path, isShared ? { ...operation, operationId: sharedId } : operation);
  }
  return document.toDocument({ schemas });
}

/** The operations of one group; their types are added to `schemas`. */
function readGroup(files: Readonly<Record<string, string>>, schemas: Record<string, SourceSchema>): SdkOperation[] {
  const parsed = parseSdk(files);
  const types = new SdkTypes(parsed);
  const operations = parsed
    .filter((file) => !file.path.endsWith(".d.ts"))
    .flatMap((file) => requestsIn(file, parsed, types))
    .map(({ api, request }) => ({
      name: request.name,
      path: request.path,
      method: request.method,
      operation: operationOf(api, request),
      sharedId: sharedIdOf(api, request),
    }));
  Object.assign(schemas, types.schemas);
  return operations;
}

function requestsIn(file: SdkFile, all: readonly SdkFile[], types: SdkTypes): ApiRequest[] {
  const requests = requestsOf(file.tree);
  if (requests.length === 0) return [];
  const typed = typedFileOf(file, all) ?? file;
  const tag = (file.path.split("/").at(-1) ?? "").replace(/[-_]?api\.(js|ts)$/i, "");
  const api: Api = { file: typed, types, tag, signatures: signaturesOf(typed) };
  return requests.map((request) => ({ api, request }));
}

function signaturesOf(file: SdkFile): Map<string, Signature[]> {
  const signatures = new Map<string, Signature[]>();
  walk(file.tree, (node) => {
    const isMethod = ts.isMethodDeclaration(node) || ts.isMethodSignature(node);
    const inner = ts.isPropertySignature(node) && node.type && ts.isFunctionTypeNode(node.type) ? node.type : undefined;
    if (!isMethod && !inner) return;
    const { parameters, type } = isMethod ? node : (inner as ts.FunctionTypeNode);
    const name = nameOf(node).replace(/WithHttpInfo$/, "");
    signatures.set(name, [...(signatures.get(name) ?? []), { name, parameters, result: type, node }]);
  });
  return signatures;
}

function operationOf(api: Api, request: SdkRequest): SourceOperation {
  const signatures = api.signatures.get(request.name) ?? [];
  const signature =
    signatures.find((candidate) =>
      request.parameters.every((name, index) => name.startsWith("_") || nameOf(candidate.parameters[index]) === name),
    ) ?? signatures[0];
  // The outermost layer, which is declared last, has the description's own words.
  const documentation = [...signatures.map((signature) => signature.node).reverse(), request.node]
    .map(documentationOf)
    .find((text) => text.text || text.summary);
  const texts = { ...documentation?.parameters, ...memberTexts(api, request) };
  const parameter =
    (place: "path" | "query" | "header") =>
    (value: SdkValue): SourceParameter => {
      const { type, required } = argumentType(signature, value.argument);
      const text = texts[value.argument.replace(/^options\./, "")];
      return {
        name: value.name,
        in: place,
        required: required || place === "path",
        schema: withFormat(type ? api.types.schema(type, api.file) : { type: "string" }, value.format),
        ...(text ? { description: text } : {}),
        ...(value.list ? { explode: value.list === "multi" } : {}),
      };
    };
  const body = bodyOf(api, request, signature, texts);
  return {
    operationId: plainName(request),
    tags: [api.tag],
    summary: documentation?.summary ?? documentation?.text?.split(/\.(\s|$)/)[0] ?? spelledOut(api, request),
    ...(documentation?.text ? { description: documentation.text } : {}),
    ...(documentation?.deprecated ? { deprecated: true } : {}),
    parameters: [
      ...request.pathValues.map(parameter("path")),
      ...request.query.map(parameter("query")),
      ...request.headers.map(parameter("header")),
    ],
    ...(body ? { requestBody: body } : {}),
    responses: answerOf(api, signatures),
  };
}

const plainName = ({ name }: Pick<SdkRequest, "name">): string => name.replace(/^_/, "");

/** A name that several classes use is told apart by its folder and class: `crm_contacts_Basic_create`. */
function sharedIdOf(api: Api, request: SdkRequest): string {
  const words = api.file.group.split("/").filter((word) => word !== "");
  return [...words, api.tag, plainName(request)].join("_");
}

/** A summary for an operation without a description: `Get page (crm contacts, Basic)`. */
function spelledOut(api: Api, { name }: SdkRequest): string {
  const words = name
    .replace(/^_/, "")
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase();
  const place = api.file.group.replace(/[/_-]+/g, " ").trim();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} (${place ? `${place}, ` : ""}${api.tag})`;
}

function argumentType(signature: Signature | undefined, argument: string): { type?: ts.TypeNode; required: boolean } {
  const [name, member] = argument.split(".");
  const parameter = signature?.parameters.find((parameter) => nameOf(parameter) === name);
  if (member === undefined)
    return {
      ...(parameter?.type ? { type: parameter.type } : {}),
      required: parameter !== undefined && !parameter.questionToken && !parameter.initializer,
    };
  const options = parameter?.type && ts.isTypeLiteralNode(parameter.type) ? parameter.type.members : [];
  const property = [...options].find(
    (property): property is ts.PropertySignature => ts.isPropertySignature(property) && nameOf(property) === member,
  );
  return {
    ...(property?.type ? { type: property.type } : {}),
    required: property !== undefined && !property.questionToken,
  };
}

/** Texts of parameters that stand in the interface of all parameters, `DealsApiGetDealsRequest`. */
function memberTexts(api: Api, { name }: SdkRequest): Record<string, string> {
  const typeName = `Api${name.charAt(0).toUpperCase()}${name.slice(1)}Request`;
  const texts: Record<string, string> = {};
  for (const statement of api.file.tree.statements) {
    if (!ts.isInterfaceDeclaration(statement) || !nameOf(statement).endsWith(typeName)) continue;
    for (const member of statement.members) {
      const { text } = documentationOf(member);
      if (text) texts[nameOf(member)] = text;
    }
  }
  return texts;
}

function bodyOf(
  api: Api,
  request: SdkRequest,
  signature: Signature | undefined,
  texts: Record<string, string>,
): SourceBody | undefined {
  if (request.form.length > 0) return formOf(api, request, signature, texts);
  if (!request.body) return undefined;
  const { type, required } = argumentType(signature, request.body.argument);
  // Generated clients mark a body as optional where its description is silent, though it has members that are needed.
  return {
    ...(required ? { required } : {}),
    content: { [request.contentType ?? "application/json"]: { schema: type ? api.types.schema(type, api.file) : {} } },
  };
}

function formOf(
  api: Api,
  request: SdkRequest,
  signature: Signature | undefined,
  texts: Record<string, string>,
): SourceBody {
  const properties: Record<string, SourceSchema> = {};
  const required: string[] = [];
  let hasFile = false;
  for (const { name, argument } of request.form) {
    const type = argumentType(signature, argument);
    const isFile = isFileType(type.type);
    hasFile ||= isFile;
    properties[name] = {
      ...(isFile ? { type: "string", format: "binary" } : api.types.schema(type.type, api.file)),
      ...(texts[argument] ? { description: texts[argument] } : {}),
    };
    if (type.required) required.push(name);
  }
  const contentType = hasFile ? "multipart/form-data" : (request.contentType ?? "application/x-www-form-urlencoded");
  return {
    required: true,
    content: { [contentType]: { schema: objectSchema(properties, required) } },
  };
}

const WRAPPERS = new Set(["Promise", "HttpInfo", "AxiosPromise", "AxiosResponse"]);
const PLUMBING = new Set(["RequestContext", "RequestArgs", "Observable"]);

/**
 * The type that the caller gets, out of promises and responses; "none" for an empty answer, undefined when it is no
 * answer.
 */
function answerType(type: ts.TypeNode | undefined): ts.TypeNode | "none" | undefined {
  if (!type) return undefined;
  if (type.kind === ts.SyntaxKind.VoidKeyword) return "none";
  if (ts.isFunctionTypeNode(type)) return answerType(type.type);
  if (ts.isTypeLiteralNode(type)) {
    const body = type.members.find(
      (member): member is ts.PropertySignature => ts.isPropertySignature(member) && nameOf(member) === "body",
    );
    // `body?: any` is how the generator writes an answer without a body.
    return body?.questionToken && body.type?.kind === ts.SyntaxKind.AnyKeyword
      ? "none"
      : (answerType(body?.type) ?? "none");
  }
  if (!ts.isTypeReferenceNode(type)) return type;
  const name = type.typeName.getText();
  if (PLUMBING.has(name)) return undefined;
  return WRAPPERS.has(name) ? answerType(type.typeArguments?.[0]) : type;
}

function answerOf(api: Api, signatures: readonly Signature[]): SourceOperation["responses"] {
  const type = signatures.map((signature) => answerType(signature.result)).find((signature) => signature !== undefined);
  if (type === undefined || type === "none") return { 204: {} };
  return answersOf(api.types.schema(type, api.file));
}
