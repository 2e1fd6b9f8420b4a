/** The types of Stripe's own client for Node as schemas. */
import ts from "typescript";
import type { SourceSchema } from "../openapi-document";
import { declarationsOf, refTo, TypeSchemas, type TypeScope } from "./type-schemas";

/** All other numbers are counts, times and amounts in the smallest unit of a currency. */
const FRACTION = /percent|(^|_)(rate|latitude|longitude|height|length|width|weight|score)$/;
const EMPTY: SourceSchema = { type: "string", enum: [""] };
const TEXTS: SourceSchema = { type: "object", additionalProperties: { type: "string" } };
/** Types of the client's own core. */
const CORE = new Map<string, SourceSchema>([
  ["Decimal", { type: "string", format: "decimal" }],
  ["FileData", { type: "string", format: "binary" }],
  ["Metadata", TEXTS],
  ["MetadataParam", TEXTS],
]);

const keyOf = (file: string, name: string): string => `${file.replaceAll("/", "_")}.${name}`;

/** @param file its path without an ending */
export const readScope = (file: string, tree: ts.SourceFile): TypeScope => ({
  file,
  names: declarationsOf(tree),
  imports: importsOf(file, tree),
});

function importsOf(file: string, tree: ts.SourceFile): Map<string, string> {
  const imports = new Map<string, string>();
  for (const statement of tree.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const bindings = statement.importClause?.namedBindings;
    if (!bindings || !ts.isNamedImports(bindings)) continue;
    const target = new URL(statement.moduleSpecifier.text, `file:///${file}`).pathname.slice(1).replace(/\.js$/, "");
    for (const { name, propertyName } of bindings.elements)
      imports.set(name.text, keyOf(target, (propertyName ?? name).text));
  }
  return imports;
}

export class StripeTypes extends TypeSchemas {
  protected keyOf(file: string, name: string): string {
    return keyOf(file, name);
  }

  protected isFraction(member: string): boolean {
    return FRACTION.test(member);
  }

  protected foreign(name: string, { imports }: TypeScope, inner: () => SourceSchema): SourceSchema {
    if (name === "Response") return inner();
    if (name === "Emptyable") return orEmpty(inner());
    if (/^Api(List|SearchResult)(Promise)?$/.test(name)) return pageOf(inner(), name.includes("Search"));
    const [first = "", ...rest] = name.split(".");
    const imported = imports.get(first);
    return CORE.get(name) ?? (imported === undefined ? {} : refTo([imported, ...rest].join(".")));
  }
}

/** A text is cleared by an empty text; other values need it as an alternative. */
const orEmpty = (schema: SourceSchema): SourceSchema =>
  schema.type === "string" && schema.enum === undefined ? schema : { anyOf: [schema, EMPTY] };

/** A page of a list, or of a search. */
function pageOf(items: SourceSchema, isSearch: boolean): SourceSchema {
  return {
    type: "object",
    required: ["object", "data", "has_more", "url"],
    properties: {
      object: { type: "string", enum: [isSearch ? "search_result" : "list"] },
      data: { type: "array", items },
      has_more: { type: "boolean", description: "Whether there are more behind these" },
      ...(isSearch
        ? {
            next_page: { type: "string", nullable: true, description: "The value of page for the next page" },
            total_count: { type: "integer", description: "Number of all results, if expand asks for total_count" },
          }
        : {}),
      url: { type: "string", description: "Path of this list" },
    },
  };
}
