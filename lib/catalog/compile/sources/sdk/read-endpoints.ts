/**
 * Reads an SDK that lists its endpoints as constants, such as Notion's, as a description. `createPage` names its HTTP
 * method, its path and the members of path, query and body; the types are called `CreatePageBodyParameters` and so on.
 */
import ts from "typescript";
import type { OpenApiDocument, SourceBody, SourceOperation, SourceParameter, SourceSchema } from "../openapi-document";
import { constantText, constantTexts, documentationOf, parseSdk, templateText } from "./parse-sdk";
import { typedFileOf, valuesOf, type SdkFile } from "./parse-sdk";
import { memberSchema, membersOf, type Members } from "./members-of";
import { answersOf, objectSchema, SdkDocument } from "./sdk-document";
import { isFileType, SdkTypes } from "./sdk-types";

type Endpoint = {
  name: string;
  method: string;
  path: string;
  /** The names of the parameters by their place. */
  names: { path: string[]; query: string[]; body: string[]; form: string[] };
  file: SdkFile;
  text: string;
};

/**
 * @param files path to text, of the files that `isSdkFile` names
 * @param others schemas of types that the SDK imports from elsewhere, by their names
 */
export function readEndpoints(
  files: Readonly<Record<string, string>>,
  others: Readonly<Record<string, SourceSchema>> = {},
): OpenApiDocument {
  const parsed = parseSdk(files);
  const types = new SdkTypes(parsed, others);
  const document = new SdkDocument();
  for (const file of parsed)
    for (const endpoint of endpointsOf(file, parsed))
      document.add(endpoint.method, endpoint.path, operationOf(endpoint, types));
  return document.toDocument({ schemas: types.schemas });
}

/** The endpoints that a file of code assigns to its exports; `file` of each declares the types. */
function endpointsOf(file: SdkFile, all: readonly SdkFile[]): Endpoint[] {
  const typed = typedFileOf(file, all);
  if (!file.path.endsWith(".js") || !typed) return [];
  return file.tree.statements.flatMap((statement) => {
    const assignment = ts.isExpressionStatement(statement) ? statement.expression : undefined;
    if (!assignment || !ts.isBinaryExpression(assignment)) return [];
    const { left, right } = assignment;
    if (!ts.isPropertyAccessExpression(left) || !ts.isObjectLiteralExpression(right)) return [];
    const values = valuesOf(right);
    const method = constantText(values.get("method"));
    const path = pathOf(values.get("path"));
    if (method === undefined || path === undefined) return [];
    const names = {
      path: constantTexts(values.get("pathParams")),
      query: constantTexts(values.get("queryParams")),
      body: constantTexts(values.get("bodyParams")),
      form: constantTexts(values.get("formDataParams")),
    };
    const { text = "" } = documentationOf(statement);
    return [{ name: left.name.text, method, path, names, file: typed, text }];
  });
}

/** `(p) => \`pages/${p.page_id}/move\`` as `/pages/{page_id}/move`. */
function pathOf(node: ts.Expression | undefined): string | undefined {
  if (!node || !ts.isArrowFunction(node) || ts.isBlock(node.body)) return undefined;
  const path = templateText(node.body, (place) =>
    ts.isPropertyAccessExpression(place) ? place.name.text : place.getText(),
  );
  return path === undefined ? undefined : `/${path}`;
}

function operationOf({ name, names, file, text }: Endpoint, types: SdkTypes): SourceOperation {
  const typeName = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const members = (place: string): Members => membersOfNamed(types, `${typeName}${place}Parameters`, file);
  const answer = types.declarations.findNear("type", `${typeName}Response`, file);
  const bodyMembers = members("Body");
  // The list of some endpoints is empty, and the client sends each member of the type.
  const bodyNames = names.body.length > 0 ? names.body : [...bodyMembers.keys()];
  const body = toBody(types, [...bodyNames, ...names.form], bodyMembers, members("FormData"));
  return {
    operationId: name,
    tags: [
      file.path
        .split("/")
        .at(-1)
        ?.replace(/\.d\.ts$/, "") ?? "",
    ],
    summary: text || name,
    ...(text ? { description: text } : {}),
    parameters: [
      ...names.path.map((key) => toParameter(types, "path", key, members("Path"))),
      ...names.query.map((key) => toParameter(types, "query", key, members("Query"))),
    ],
    ...(body ? { requestBody: body } : {}),
    responses: answersOf(answer ? types.schemaOf(`${typeName}Response`, file) : {}),
  };
}

function membersOfNamed(types: SdkTypes, name: string, file: SdkFile): Members {
  const declaration = types.declarations.findNear("type", name, file);
  return declaration && ts.isTypeAliasDeclaration(declaration.node)
    ? membersOf(types, declaration.node.type, declaration.file)
    : new Map();
}

function toParameter(types: SdkTypes, place: "path" | "query", name: string, members: Members): SourceParameter {
  const member = members.get(name);
  const schema = member ? memberSchema(types, member) : { type: "string" };
  return { name, in: place, required: place === "path" || (member?.isRequired ?? false), schema };
}

function toBody(
  types: SdkTypes,
  names: readonly string[],
  members: Members,
  formMembers: Members,
): SourceBody | undefined {
  if (names.length === 0) return undefined;
  const all = new Map([...members, ...formMembers]);
  const required = names.filter((name) => all.get(name)?.isRequired);
  const properties = names.map((name): [string, SourceSchema] => {
    const member = all.get(name);
    const isFile = member?.types.some(({ type }) => isFileType(type) || /\b(Blob|Buffer)\b/.test(type.getText()));
    return [name, isFile ? { type: "string", format: "binary" } : member ? memberSchema(types, member) : {}];
  });
  const contentType = formMembers.size > 0 ? "multipart/form-data" : "application/json";
  const schema = objectSchema(Object.fromEntries(properties), required);
  return { required: required.length > 0, content: { [contentType]: { schema } } };
}
