/**
 * Checks values against the schemas of an OpenAPI document as it was published: Ajv reads them, without the compiler.
 * The compiler only provides which members a description requires unnecessarily.
 */
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import ajvFormats from "ajv-formats";
import { neededNames } from "@/lib/catalog/compile/requests/needed-names";
import {
  dereference,
  isReadOnly,
  type OpenApiDocument,
  type SourceSchema,
} from "@/lib/catalog/compile/sources/openapi-document";

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  value !== null && typeof value === "object" && !Array.isArray(value);
const MAPS = ["properties", "patternProperties"];
const LISTS = ["allOf", "anyOf", "oneOf"];
const SINGLE = ["items", "additionalProperties", "not"];
/** Keywords for documentation, or of Ajv's own dialects. */
const WORDS = new Set([
  "example",
  "examples",
  "default",
  "discriminator",
  "xml",
  "externalDocs",
  "description",
  "title",
  "deprecated",
  "readOnly",
  "writeOnly",
  "id",
  "$id",
  "$schema",
  "$anchor",
]);
const TYPES = new Set<unknown>(["string", "number", "integer", "boolean", "object", "array", "null"]);

/** Ajv requires regular expressions of this engine; it skips those of others (RE2, PCRE). */
function engine(pattern: string, flags: string): RegExp {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return /(?:)/;
  }
}

/** The rules of one document: https://spec.openapis.org/oas/v3.0.3#schema-object as JSON schema. */
export class SourceCheck {
  private readonly strict: Ajv;
  private readonly text: Ajv;
  private readonly inPlace = new Set<string>();
  private readonly known = new Map<string, ValidateFunction>();

  /** @param optional members that are optional according to the toolkit file */
  constructor(
    private readonly document: OpenApiDocument,
    private readonly optional: ReadonlySet<string> = new Set(),
  ) {
    const schemas = (document.components as { schemas?: Json } | undefined)?.schemas ?? {};
    const root = (asText: boolean): Json => ({
      $id: "source:document",
      components: {
        schemas: Object.fromEntries(
          Object.entries(schemas).map(([name, schema]) => [name, this.plain(schema, asText)]),
        ),
      },
    });
    this.strict = this.engineFor(false, root(false));
    this.text = this.engineFor(true, root(true));
  }

  private engineFor(coerceTypes: boolean, root: Json): Ajv {
    const ajv = new Ajv({
      strict: false,
      allErrors: false,
      logger: false,
      validateSchema: false,
      coerceTypes,
      code: { regExp: Object.assign(engine, { code: "engine" }) },
    });
    ajvFormats.default(ajv);
    return ajv.addSchema(root);
  }

  /**
   * Translates OpenAPI's own keywords into JSON schema. Members that a request can omit (read-only members) are not
   * required.
   * In text, "5" can be a number or a string, so "exactly one of" becomes "one of" there, and a choice of 5 is one of
   * "5", too, also where the description calls it a string.
   */
  private plain(schema: unknown, asText: boolean): Json | boolean {
    if (typeof schema === "boolean") return schema;
    if (!isObject(schema)) return {};
    if (typeof schema.$ref === "string") return this.reference(schema.$ref, asText);
    const out: Json = Object.fromEntries(
      Object.entries(schema).filter(([name]) => !WORDS.has(name) && !name.startsWith("x-")),
    );
    for (const name of MAPS)
      if (isObject(out[name]))
        out[name] = Object.fromEntries(Object.entries(out[name]).map(([key, part]) => [key, this.plain(part, asText)]));
    for (const name of LISTS)
      if (Array.isArray(out[name])) out[name] = out[name].map((part) => this.plain(part, asText));
    for (const name of SINGLE)
      if (out[name] !== undefined)
        out[name] = Array.isArray(out[name]) ? this.plain(out[name][0], asText) : this.plain(out[name], asText);
    if (asText && out.oneOf && !out.anyOf) {
      out.anyOf = out.oneOf;
      delete out.oneOf;
    }
    if (asText && Array.isArray(out.enum)) out.enum = withTexts(out.enum);
    out.required = Array.isArray(schema.required)
      ? neededNames(schema, this.optional).filter((name) => !this.isReadOnly(schema, name))
      : undefined;
    if (out.required === undefined) delete out.required;
    return withNull(withBounds(withTypes(out)));
  }

  /**
   * Schemas outside of `components.schemas` are copied to the place of their reference; a schema that contains itself
   * ends there.
   */
  private reference(pointer: string, asText: boolean): Json | boolean {
    if (pointer.startsWith("#/components/schemas/")) return { $ref: `source:document${pointer}` };
    if (this.inPlace.has(pointer)) return {};
    this.inPlace.add(pointer);
    const plain = this.plain(dereference(this.document, { $ref: pointer }), asText);
    this.inPlace.delete(pointer);
    return plain;
  }

  private isReadOnly(schema: Json, name: string): boolean {
    const property = isObject(schema.properties) ? (schema.properties[name] as SourceSchema | undefined) : undefined;
    return property !== undefined && isReadOnly(this.document, property);
  }

  /**
   * The problems of a value, in Ajv's words; empty if it fits. `asText` also reads "5" as a number, because the values
   * of a query, a header, a path or a form are text.
   * @param key names the schema, so that it is compiled once
   */
  problems(key: string, schema: unknown, value: unknown, asText: boolean): string[] {
    const id = `${asText ? "text" : "json"} ${key}`;
    let check = this.known.get(id);
    if (!check)
      this.known.set(
        id,
        (check = (asText ? this.text : this.strict).compile({
          type: "object",
          properties: { value: this.plain(schema, asText) },
        })),
      );
    if (check({ value })) return [];
    return (check.errors ?? []).map(toWords).filter((words) => words !== "");
  }
}

const toWords = ({ instancePath, message, params, keyword }: ErrorObject): string => {
  const detail =
    keyword === "enum"
      ? ` ${JSON.stringify((params as Json).allowedValues).slice(0, 80)}`
      : keyword === "additionalProperties"
        ? ` (${String((params as Json).additionalProperty)})`
        : "";
  return `${instancePath.replace(/^\/value/, "")} ${message ?? keyword}${detail}`.trim();
};

function withTypes(out: Json): Json {
  if (out.type === "file") return { ...out, type: "string", format: "binary" };
  const types = (Array.isArray(out.type) ? out.type : [out.type]).filter((type) => TYPES.has(type));
  if (types.length === 0) delete out.type;
  else out.type = types;
  if (out.format === "binary" || out.format === "byte") delete out.format;
  return out;
}

/** Numbers and flags of a choice, as such and as they are written. */
const withTexts = (choices: readonly unknown[]): unknown[] => [
  ...new Set(
    choices.flatMap((choice) => (["number", "boolean"].includes(typeof choice) ? [choice, String(choice)] : [choice])),
  ),
];

function withBounds(out: Json): Json {
  for (const [exclusive, plain] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    if (out[exclusive] === true) out[exclusive] = out[plain];
    if (typeof out[exclusive] !== "number") delete out[exclusive];
  }
  for (const name of [
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "multipleOf",
    "minProperties",
    "maxProperties",
  ]) {
    const number = typeof out[name] === "string" ? Number(out[name]) : out[name];
    if (typeof number === "number" && Number.isFinite(number) && (name !== "multipleOf" || number > 0))
      out[name] = number;
    else delete out[name];
  }
  if (typeof out.pattern !== "string") delete out.pattern;
  if (!Array.isArray(out.enum) || out.enum.length === 0) delete out.enum;
  return out;
}

/** `nullable` of OpenAPI 3.0. */
function withNull(out: Json): Json {
  const { nullable, ...rest } = out;
  return nullable === true ? { anyOf: [rest, { type: "null" }] } : rest;
}
