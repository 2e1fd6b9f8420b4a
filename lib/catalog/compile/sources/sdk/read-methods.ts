/**
 * Reads the declarations of an SDK whose methods are calls of one name each (`chat.postMessage`), such as Slack's, as a
 * description: `methods.d.ts` is a tree of methods, each with the types of its arguments and its answer.
 */
import ts from "typescript";
import type { OpenApiDocument, SourceBody, SourceOperation, SourceParameter, SourceSchema } from "../openapi-document";
import { documentationOf, nameOf, parseSdk, walk, type SdkFile } from "./parse-sdk";
import { memberSchema, membersOf, type Members } from "./members-of";
import { answersOf, objectSchema, SdkDocument } from "./sdk-document";
import { isFileType, SdkTypes } from "./sdk-types";

type MethodNode = { name: string; node: ts.PropertySignature; type: ts.TypeReferenceNode };
/** A value is sent as it is, as JSON text, or as a text with commas, which a list becomes. */
type Form = "plain" | "json" | "commas";
type Argument = { name: string; schema: SourceSchema; isRequired: boolean; form: Form; isFile: boolean };

/** What a stream or buffer of the SDK is to the API: a file's bytes. */
const BYTES: SourceSchema = { type: "string", format: "binary" };

/** Facts that the declarations lack. */
type MethodFacts = {
  /** Schemas of types that the SDK imports from elsewhere, by their names. */
  types?: Readonly<Record<string, SourceSchema>>;
  /** Methods that only read, by regular expressions on their paths: GET is used for these. */
  reads?: readonly string[];
};

/** @param files path to text, of the files that `isSdkFile` names */
export function readMethods(
  files: Readonly<Record<string, string>>,
  { types: others = {}, reads = [] }: MethodFacts = {},
): OpenApiDocument {
  const parsed = parseSdk(files);
  const types = new SdkTypes(parsed, others);
  const file = parsed.find(({ path }) => path.endsWith("methods.d.ts"));
  const document = new SdkDocument();
  for (const method of file ? methodsOf(file) : []) {
    const path = `/${method.name}`;
    const isRead = reads.some((pattern) => new RegExp(pattern).test(path));
    document.add(isRead ? "get" : "post", path, operationOf(method, types, isRead));
  }
  return document.toDocument({ schemas: types.schemas });
}

/** The leaves of the tree of methods, by their full names. */
function methodsOf(file: SdkFile): MethodNode[] {
  const methods: MethodNode[] = [];
  walk(file.tree, (node) => {
    if (!ts.isPropertySignature(node) || !node.type || !ts.isTypeReferenceNode(node.type)) return;
    if (!/^MethodWith\w*Argument$/.test(node.type.typeName.getText())) return;
    const names = [nameOf(node)];
    for (let parent: ts.Node = node.parent; parent && !ts.isClassDeclaration(parent); parent = parent.parent)
      if (ts.isPropertySignature(parent) || ts.isPropertyDeclaration(parent)) names.unshift(nameOf(parent));
    methods.push({ name: names.join("."), node, type: node.type });
  });
  return methods;
}

function operationOf({ name, node, type }: MethodNode, types: SdkTypes, isRead: boolean): SourceOperation {
  const { text, deprecated } = documentationOf(node);
  const [request, response] = type.typeArguments ?? [];
  const members = namedMembers(types, request);
  const argumentList = [...members].flatMap(([key, member]) =>
    member.types.length > 0 ? [toArgument(key, member, types)] : [],
  );
  return {
    operationId: name.replaceAll(".", "_"),
    tags: [name.split(".")[0] ?? name],
    summary: text ?? name,
    ...(text ? { description: text } : {}),
    ...(deprecated ? { deprecated: true } : {}),
    ...(isRead ? { parameters: argumentList.map(toParameter) } : { requestBody: toBody(argumentList) }),
    responses: answersOf(answerOf(types, response)),
  };
}

/** The members of a type that any file of the SDK declares: an index in between exports it again. */
function namedMembers(types: SdkTypes, type: ts.TypeNode | undefined): Members {
  const place = type && types.declarations.findAnywhere(type.getText());
  return place ? membersOf(types, type, place.file) : new Map();
}

function answerOf(types: SdkTypes, type: ts.TypeNode | undefined): SourceSchema {
  const place = type && types.declarations.findAnywhere(type.getText());
  return place ? types.schema(type, place.file) : {};
}

/** Numbers are counts, pages, sizes and times in seconds; such an API has no fractions among its arguments. */
function toArgument(name: string, member: Parameters<typeof memberSchema>[1], types: SdkTypes): Argument {
  const schema = memberSchema(types, member);
  const { isRequired, text } = member;
  if (member.types.some(({ type }) => isFileType(type)))
    return { name, schema: { ...BYTES, ...(text && { description: text }) }, isRequired, form: "plain", isFile: true };
  return {
    name,
    schema: schema.type === "number" ? { ...schema, type: "integer" } : schema,
    isRequired,
    form: formOf(schema, types),
    isFile: false,
  };
}

/** Whether a value is sent as it is; others are sent as JSON text. */
function isPlain(schema: SourceSchema, types: SdkTypes): boolean {
  if (schema.$ref) return isPlain(types.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}, types);
  if (schema.oneOf) return schema.oneOf.every((part) => isPlain(part, types));
  return schema.type !== "array" && schema.type !== "object" && !schema.allOf;
}

function formOf(schema: SourceSchema, types: SdkTypes): Form {
  if (isPlain(schema, types)) return "plain";
  const isText = ({ type }: SourceSchema): boolean => type === "string";
  const isTexts = ({ items }: SourceSchema): boolean => typeof items === "object" && "type" in items && isText(items);
  const sides = schema.oneOf ?? [];
  return sides.some(isText) && sides.every((side) => isText(side) || isTexts(side)) ? "commas" : "json";
}

const toParameter = ({ name, schema, isRequired, form }: Argument): SourceParameter => ({
  name,
  in: "query",
  required: isRequired,
  ...(form === "json" ? { content: { "application/json": { schema } } } : { schema }),
  ...(form === "commas" ? { style: "form", explode: false } : {}),
  ...(typeof schema.description === "string" ? { description: schema.description } : {}),
});

const ENCODINGS = { json: { contentType: "application/json" }, commas: { style: "form", explode: false } };

function toBody(argumentList: readonly Argument[]): SourceBody {
  const hasFile = argumentList.some(({ isFile }) => isFile);
  const required = argumentList.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return {
    required: required.length > 0,
    content: {
      [hasFile ? "multipart/form-data" : "application/x-www-form-urlencoded"]: {
        schema: objectSchema(Object.fromEntries(argumentList.map(({ name, schema }) => [name, schema])), required),
        encoding: Object.fromEntries(
          argumentList.flatMap(({ name, form }) => (form === "plain" ? [] : [[name, ENCODINGS[form]]])),
        ),
      },
    },
  };
}
