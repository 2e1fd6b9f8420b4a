/** The types of a client that Fern made as schemas. Its members have names of their own (`voiceId` for `voice_id`). */
import ts from "typescript";
import type { SourceSchema } from "../openapi-document";
import { nameOf } from "./parse-sdk";
import { refTo, TypeSchemas, type TypeScope } from "./type-schemas";

/** Names of whole numbers: the types have numbers only. */
const WHOLE =
  /(^|_)(page|size|limit|offset|seed|count|unix|unix_secs|ms|minutes|days|characters|tokens|bytes|retries|version|speakers|index)$/;
/** One member of a file that writes a type: `calls7D: core.serialization.property("calls_7d", ...)`. */
const TYPE_MEMBER = /"?([\w-]+)"?: core\.serialization\.property\(\s*"([^"]+)"/g;
/** One member of a form: `_body.append("sign_with_c2pa", request.signWithC2Pa)`. */
const FORM_MEMBER = /_body\.append(?:File)?\("([^"]+)", [^;\n]*?request\.(\w+)/g;
/** Forms are written where they are sent, without a type of their own. */
const ANY_TYPE = "*";
const DATE: SourceSchema = { type: "string", format: "date-time" };
const BYTES: SourceSchema = { type: "string", format: "binary" };

/** `voice_id` for `voiceId`. */
export const snakeCase = (name: string): string =>
  name
    .replace(/([A-Z])/g, "_$1")
    .replace(/base64/i, "base_64")
    .toLowerCase();

export class FernTypes extends TypeSchemas {
  private readonly wireNames = new Map<string, string>();

  /** Types are exported from one place, so their names are unique. */
  protected keyOf(_file: string, name: string): string {
    return name;
  }

  protected isFraction(member: string): boolean {
    return !WHOLE.test(member);
  }

  protected override wireName(member: string, owner: string): string {
    const types = [...owner.split(".").reverse(), ANY_TYPE];
    const type = types.find((name) => this.wireNames.has(`${name}.${member}`));
    return (type && this.wireNames.get(`${type}.${member}`)) || snakeCase(member);
  }

  /** Learns how a file writes members without a rule for the name: `usage_character_count_1y`. */
  addNames(path: string, text: string): void {
    const type = path.split("/").at(-1)?.replace(/\.js$/, "") ?? "";
    for (const [, member = "", name = ""] of text.matchAll(TYPE_MEMBER)) this.addName(type, member, name);
    for (const [, name = "", member = ""] of text.matchAll(FORM_MEMBER)) this.addName(ANY_TYPE, member, name);
  }

  private addName(type: string, member: string, name: string): void {
    if (snakeCase(member) !== name) this.wireNames.set(`${type}.${member}`, name);
  }

  protected foreign(name: string, _scope: TypeScope, inner: () => SourceSchema): SourceSchema {
    if (name === "Date") return DATE;
    if (/^(ReadableStream|Blob|.*\.Uploadable)$/.test(name)) return BYTES;
    if (/\.HttpResponsePromise$/.test(name)) return inner();
    // `ElevenLabs.studio.ProjectsGetRequest`: the package, its part, the type.
    const words = name.split(".").slice(1);
    return words.length === 0 ? {} : refTo(words.filter((word) => /^[A-Z]/.test(word)).join("."));
  }

  /** A choice is a constant object and the type of its values, both under one name. */
  protected override alias(node: ts.TypeAliasDeclaration, scope: TypeScope, name: string): SourceSchema {
    return ts.isIndexedAccessTypeNode(node.type) ? valuesOf(node) : super.alias(node, scope, name);
  }
}

function valuesOf(node: ts.TypeAliasDeclaration): SourceSchema {
  const statements = ts.isSourceFile(node.parent) || ts.isModuleBlock(node.parent) ? node.parent.statements : [];
  const constant = [...statements]
    .filter(ts.isVariableStatement)
    .flatMap((statement) => [...statement.declarationList.declarations])
    .find((declaration) => nameOf(declaration) === nameOf(node));
  const members = constant?.type && ts.isTypeLiteralNode(constant.type) ? [...constant.type.members] : [];
  const values = members.flatMap((member) =>
    ts.isPropertySignature(member) && member.type && ts.isLiteralTypeNode(member.type) ? [member.type.literal] : [],
  );
  return { type: "string", enum: values.filter(ts.isStringLiteral).map((value) => value.text) };
}
