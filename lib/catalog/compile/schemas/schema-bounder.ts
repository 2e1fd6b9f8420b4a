/** OpenAPI schema to a bounded, `$ref`-free, strict tool schema. */
import { neededNames } from "../requests/needed-names";
import { dereference, isReadOnly, type OpenApiDocument, type SourceSchema } from "../sources/openapi-document";
import { mergeInto, unionObjects, type ToolSchema } from "../../tool-schema";
import { schemaText } from "../descriptions/schema-text";
import { withNull } from "./fit-example";
import { MemberNames } from "./member-names";
import { portableSchema } from "./portable-schema";
import { possibleTypes } from "./possible-types";
import { isExampleId, strictKeywords } from "./strict-keywords";

export type Bounds = {
  /** Input schemas drop read-only properties, output schemas write-only properties. */
  side: "input" | "output";
  /** Levels of nesting kept; below that an object is opaque. This also ends circular references. */
  depth: number;
  /** Characters of a description. */
  descriptionMax: number;
  /** Characters for the names of members below the cut, in the description; absent = they are not named. */
  namesMax?: number;
};

const MAX_ALTERNATIVES = 8;
const MAX_ALTERNATIVES_SIZE = 12_000;
/** Levels of required members that are named below the cut. */
const OUTLINE_DEPTH = 2;
const NONE: ReadonlySet<string> = new Set();

/**
 * Compiles the schemas of one document within fixed bounds. Results are shared between references (a DAG), so they must
 * not be changed by the caller; `size` knows the length of their JSON text without writing it.
 */
export class SchemaBounder {
  private readonly memo = new Map<string, ToolSchema>();
  private readonly sizes = new WeakMap<object, number>();
  private readonly published = new Map<ToolSchema, ToolSchema>();
  private readonly names: MemberNames;

  constructor(
    private readonly document: OpenApiDocument,
    readonly bounds: Bounds,
    /** Members that are never required of a caller. */
    private readonly optional: ReadonlySet<string> = NONE,
  ) {
    this.names = new MemberNames(document);
  }

  /** Length in characters of the JSON text of a value, counted once per shared part. */
  size(value: unknown): number {
    if (value === null || value === undefined) return 4;
    if (typeof value === "string") return value.length + 2;
    if (typeof value !== "object") return String(value).length;
    const cached = this.sizes.get(value);
    if (cached !== undefined) return cached;
    let total = 2;
    if (Array.isArray(value)) for (const item of value) total += this.size(item) + 1;
    // Object.entries would make a list for each object, and a compilation counts millions of objects.
    else for (const key in value) total += key.length + 4 + this.size((value as Record<string, unknown>)[key]);
    this.sizes.set(value, total);
    return total;
  }

  /** The size of what clients get of a schema. */
  publishedSize(schema: ToolSchema | undefined): number {
    return this.size(schema && portableSchema(schema, this.bounds.side, this.published));
  }

  text(value: unknown): string | undefined {
    return schemaText(value, this.bounds.descriptionMax);
  }

  compile(schema: SourceSchema | boolean | undefined, depth = this.bounds.depth): ToolSchema {
    if (schema === undefined || schema === null || typeof schema !== "object" || Array.isArray(schema)) return {};
    if (typeof schema.$ref !== "string") return this.build(schema, depth);
    const key = `${schema.$ref}|${depth}`;
    let compiled = this.memo.get(key);
    if (!compiled) {
      const target = dereference(this.document, schema);
      compiled = target ? this.build(target, depth) : {};
      this.memo.set(key, compiled);
    }
    const words = this.text(schema.description);
    const description = words && depth <= 0 ? this.withNames(words, schema) : words;
    const schemaOrNull = schema.orNull === true ? withNull(compiled) : compiled;
    return description ? { ...schemaOrNull, description } : schemaOrNull;
  }

  private build(schema: SourceSchema, depth: number): ToolSchema {
    if (
      depth <= 0 &&
      (schema.properties || schema.allOf || schema.oneOf || schema.anyOf || schema.items || schema.additionalProperties)
    )
      return this.opaque(schema);
    const out = strictKeywords(schema, this.bounds.descriptionMax);
    // Providers answer with relative addresses where their descriptions promise absolute addresses.
    if (out.format === "uri" && this.bounds.side === "output") out.format = "uri-reference";
    if (out.required && this.bounds.side === "input") out.required = neededNames(schema, this.optional);
    this.addProperties(out, schema, depth);
    // An answer stays open: providers add members at any time, and a refusal or joined pages have members of their own.
    if (schema.additionalProperties === false) {
      if (this.bounds.side === "input") out.additionalProperties = false;
    } else if (schema.additionalProperties)
      out.additionalProperties =
        typeof schema.additionalProperties === "object" && Object.keys(schema.additionalProperties).length > 0
          ? this.compile(schema.additionalProperties, depth - 1)
          : true;
    if (schema.items !== undefined || out.type === "array") {
      out.type ??= "array";
      out.items = this.compile(Array.isArray(schema.items) ? schema.items[0] : schema.items, depth - 1);
    }
    if (Array.isArray(schema.allOf)) this.addParts(out, schema.allOf, depth);
    for (const alternatives of [schema.oneOf, schema.anyOf])
      if (Array.isArray(alternatives) && alternatives.length > 0) this.addAlternatives(out, alternatives, depth);
    return tidy(out);
  }

  private addProperties(out: ToolSchema, schema: SourceSchema, depth: number): void {
    if (!schema.properties || typeof schema.properties !== "object") return;
    out.type ??= "object";
    out.properties = {};
    for (const [name, property] of Object.entries(schema.properties)) {
      if (isExampleId(name)) {
        out.additionalProperties = this.compile(property, depth - 1);
        continue;
      }
      // A description written into the place of the name: no answer has such a member.
      if (this.bounds.side === "output" && / .*\.$/.test(name)) continue;
      if (
        this.bounds.side === "input"
          ? isReadOnly(this.document, property)
          : dereference(this.document, property)?.writeOnly === true
      )
        continue;
      out.properties[name] = this.compile(property, depth - 1);
    }
  }

  private addParts(out: ToolSchema, parts: SourceSchema[], depth: number): void {
    // A closed part would forbid the properties of its neighbors once merged.
    delete out.additionalProperties;
    for (const part of parts) mergeInto(out, this.compile(part, depth));
  }

  private addAlternatives(out: ToolSchema, sources: SourceSchema[], depth: number): void {
    const compiled = sources.map((source) => this.compile(source, depth - 1));
    const real = compiled.filter(
      (schema, index) => sources[index]?.type !== "null" && !(schema.enum?.length === 1 && schema.enum[0] === null),
    );
    if (real.length < compiled.length) out.nullable = true;
    const different = new Map(
      real.map((schema) => [this.size(schema) < 4000 ? JSON.stringify(schema) : schema, schema]),
    );
    const alternatives = [...different.values()];
    const only = alternatives[0];
    if (only === undefined) return;
    if (alternatives.length === 1) mergeInto(out, only);
    else if (alternatives.length <= MAX_ALTERNATIVES && this.size(alternatives) <= MAX_ALTERNATIVES_SIZE)
      out.anyOf ??= alternatives;
    else if (alternatives.every((schema) => schema.properties)) mergeInto(out, unionObjects(alternatives));
    else out.anyOf ??= alternatives.slice(0, MAX_ALTERNATIVES);
  }

  private opaque(schema: SourceSchema): ToolSchema {
    const description = this.withNames(this.text(schema.description) ?? this.text(schema.title), schema);
    const { types, nullable } = possibleTypes(this.document, schema);
    const [type, another] = types;
    const about: ToolSchema = description ? { description } : {};
    // Naming one of several types would refuse the others.
    if (type === undefined || another !== undefined) return about;
    if (nullable) about.nullable = true;
    if (type === "array")
      return {
        type,
        items: this.outline(Array.isArray(schema.items) ? schema.items[0] : schema.items, OUTLINE_DEPTH),
        ...about,
      };
    if (type !== "object") return { type, ...about };
    return { ...this.outline(schema, OUTLINE_DEPTH), type, additionalProperties: true, ...about };
  }

  /** The words of what is cut, with its members where there is room for them. */
  private withNames(words: string | undefined, schema: SourceSchema): string | undefined {
    const { side, namesMax } = this.bounds;
    const names = side === "input" && namesMax !== undefined ? this.names.of(schema, namesMax) : undefined;
    if (names === undefined) return words;
    // A sentence that was cut keeps its ellipsis.
    return `${words === undefined ? "" : `${words.replace(/[.\s]+$/, "").replace(/(?<!…)$/, ".")} `}Members: ${names}`;
  }

  /** The facts a caller needs about a value below the cut: its type, and its required members. */
  private outline(source: SourceSchema | boolean | undefined, depth: number): ToolSchema {
    const schema = typeof source === "object" ? dereference(this.document, source) : undefined;
    if (!schema || this.bounds.side === "output") return {};
    const members = this.requiredMembers(schema);
    if (members.size > 0 || schema.type === "object" || schema.properties) {
      const cached =
        depth > 0
          ? [...members].map(([name, member]): [string, ToolSchema] => [name, this.outline(member, depth - 1)])
          : [];
      return {
        type: "object",
        additionalProperties: true,
        ...(cached.length > 0
          ? { properties: Object.fromEntries(cached), required: cached.map(([name]) => name) }
          : {}),
      };
    }
    if (schema.type === "array" || schema.items)
      return {
        type: "array",
        items: depth > 0 ? this.outline(Array.isArray(schema.items) ? schema.items[0] : schema.items, depth - 1) : {},
      };
    const {
      title: _title,
      description: _description,
      examples: _examples,
      default: _default,
      required: _required,
      ...limits
    } = strictKeywords(schema, this.bounds.descriptionMax);
    return tidy(limits);
  }

  /** The required members of an object and of its parts; read-only members are not sent. */
  private requiredMembers(schema: SourceSchema, depth = OUTLINE_DEPTH): Map<string, SourceSchema> {
    const members = new Map<string, SourceSchema>();
    for (const name of neededNames(schema, this.optional)) {
      const member = schema.properties && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
      if (member && !isReadOnly(this.document, member)) members.set(name, member);
    }
    const parts =
      depth > 0 && Array.isArray(schema.allOf) ? schema.allOf.map((part) => dereference(this.document, part)) : [];
    for (const part of parts)
      if (part) for (const [name, member] of this.requiredMembers(part, depth - 1)) members.set(name, member);
    return members;
  }
}

/** Removes what contradicts itself after merging: requirements without a property, defaults outside the choices. */
function tidy(out: ToolSchema): ToolSchema {
  if (out.required) {
    const required = out.properties ? out.required.filter((name) => Object.hasOwn(out.properties ?? {}, name)) : [];
    if (required.length > 0) out.required = [...new Set(required)];
    else delete out.required;
  }
  if (out.default !== undefined && out.enum && !out.enum.includes(out.default)) delete out.default;
  if (out.default === null && !out.nullable) delete out.default;
  if (out.default !== null && typeof out.default === "object" && JSON.stringify(out.default).length > 300)
    delete out.default;
  if (out.enum && out.nullable && !out.enum.includes(null)) out.enum = [...out.enum, null];
  if (out.nullable && out.type === undefined) placeNull(out);
  return out;
}

/**
 * Moves `nullable` into an alternative with a type, if there is one: validators of the clients refuse it without a
 * type.
 */
function placeNull(out: ToolSchema): void {
  delete out.nullable;
  const index = out.anyOf?.findIndex(({ type }) => type !== undefined) ?? -1;
  out.anyOf = out.anyOf?.map((alternative, place) =>
    place === index ? { ...alternative, nullable: true } : alternative,
  );
  if (out.anyOf === undefined) delete out.anyOf;
}
