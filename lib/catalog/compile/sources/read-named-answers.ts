/**
 * Reads the declarations of an SDK that has types of answers and no operations, such as Discord's, as a description:
 * the toolkit's file lists the type of each operation's answer. Only answers are read.
 */
import ts from "typescript";
import type { OpenApiDocument, SourceOperation } from "./openapi-document";
import { parseSdk, type SdkFile } from "./sdk/parse-sdk";
import { answersOf, SdkDocument } from "./sdk/sdk-document";
import { SdkTypes } from "./sdk/sdk-types";

/** A file of ours that names the types of the answers. */
const ANSWERS = "model/answers-by-operation.d.ts";
/** Types of an answer without a body. */
const NO_BODY = new Set<ts.SyntaxKind>([
  ts.SyntaxKind.UndefinedKeyword,
  ts.SyntaxKind.NeverKeyword,
  ts.SyntaxKind.VoidKeyword,
]);

/**
 * @param files path to text; names are unique in all of them
 * @param answers "METHOD /path" to the name of a type
 * @throws Error for a type that no file declares
 */
export function readNamedAnswers(
  files: Readonly<Record<string, string>>,
  answers: Readonly<Record<string, string>>,
): OpenApiDocument {
  const declarations = Object.entries(files).filter(([path]) => path.endsWith(".d.ts"));
  // Indexes of folders export most names again: in one folder, every file finds every name.
  const inOneFolder = declarations.map(([path, text]): [string, string] => [
    `model/${path.replaceAll("/", "-")}`,
    text,
  ]);
  const names = Object.values(answers).map((name, index) => `type Answer${index} = ${name};`);
  const parsed = parseSdk({ ...Object.fromEntries(inOneFolder), [ANSWERS]: names.join("\n") });
  const types = new SdkTypes(parsed);
  const document = new SdkDocument();
  const aliases = parsed.find(({ path }) => path === ANSWERS)?.tree.statements.filter(ts.isTypeAliasDeclaration) ?? [];
  for (const [index, key] of Object.keys(answers).entries()) {
    const [method = "", path = ""] = key.split(" ");
    document.add(method, path, toOperation(aliases[index]?.type, parsed, types));
  }
  return document.toDocument({ schemas: types.schemas });
}

function toOperation(type: ts.TypeNode | undefined, files: readonly SdkFile[], types: SdkTypes): SourceOperation {
  const name = type?.getText() ?? "";
  const node = types.declarations.findAnywhere(name)?.node;
  const file = files.find(({ path }) => path === ANSWERS);
  if (!node || !file) throw new Error(`no file declares the type ${name}`);
  if (ts.isTypeAliasDeclaration(node) && NO_BODY.has(node.type.kind)) return { responses: { "204": {} } };
  return { responses: answersOf(types.schema(type, file)) };
}
