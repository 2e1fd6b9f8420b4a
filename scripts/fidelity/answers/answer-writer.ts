/** Writes an answer that a description's response schema allows. It reads the description, not the compiled schema. */
import { dereference, type OpenApiDocument, type SourceSchema } from "@/lib/catalog/compile/sources/openapi-document";
import { patternText } from "../pattern-text";
import { formatText } from "../random-arguments";
import type { Random } from "../random";

/** The schema has no value that the writer can find: a limit of the writer, not an error of the tool. */
export class NoAnswer extends Error {
  override name = "NoAnswer";
}

/** All members; the required members; all members, with null wherever it is allowed. */
type Fill = "full" | "least" | "null";

const WORD = "abcdefghijklmnopqrstuvwxyz";
/** Levels with optional members, and levels at all. */
const MAX_OPTIONAL = 5;
const MAX_DEPTH = 14;
const MAX_MEMBERS = 400;

const isSchema = (value: unknown): value is SourceSchema =>
  value !== null && typeof value === "object" && !Array.isArray(value);

export class AnswerWriter {
  private readonly open: string[] = [];

  constructor(
    private readonly document: OpenApiDocument,
    private readonly random: Random,
    private readonly fill: Fill,
  ) {}

  /** @throws NoAnswer */
  value(source: SourceSchema | boolean | undefined, depth = 0): unknown {
    if (!isSchema(source)) return "anything";
    if (depth > MAX_DEPTH) throw new NoAnswer("the schema is endless");
    const schema = this.joined(source);
    if (schema.const !== undefined) return schema.const;
    const types = [schema.type].flat().filter((type): type is string => typeof type === "string");
    if (this.fill === "null" && depth > 0 && (schema.nullable === true || types.includes("null"))) return null;
    if (Array.isArray(schema.enum) && schema.enum.length > 0) return this.random.pick(schema.enum as unknown[]);
    const alternatives = [schema.oneOf, schema.anyOf].find((list) => Array.isArray(list) && list.length > 0);
    if (alternatives) return this.alternative(schema, alternatives, depth);
    return this.ofType(types.find((type) => type !== "null") ?? impliedType(schema), schema, depth);
  }

  /** The schema with its references resolved and its `allOf` joined. */
  private joined(source: SourceSchema): SourceSchema {
    const schema = dereference(this.document, source) ?? {};
    const parts = Array.isArray(schema.allOf) ? schema.allOf.map((part) => this.joined(part)) : [];
    return parts.reduce<SourceSchema>(
      (whole, part) => ({
        ...part,
        ...whole,
        ...((whole.properties ?? part.properties) && { properties: { ...part.properties, ...whole.properties } }),
        required: [...listOf(whole.required), ...listOf(part.required)],
      }),
      { ...schema, allOf: undefined as never },
    );
  }

  private alternative(schema: SourceSchema, alternatives: SourceSchema[], depth: number): unknown {
    const { oneOf: _oneOf, anyOf: _anyOf, ...base } = schema;
    const possible = alternatives.filter((part) => isSchema(part) && part.type !== "null");
    if (possible.length < alternatives.length && this.fill === "null") return null;
    const part = this.joined(this.random.pick(possible.length > 0 ? possible : [{}]));
    return this.value(
      {
        ...base,
        ...part,
        ...((base.properties ?? part.properties) && { properties: { ...base.properties, ...part.properties } }),
        required: [...listOf(base.required), ...listOf(part.required)],
      },
      depth + 1,
    );
  }

  private ofType(type: string, schema: SourceSchema, depth: number): unknown {
    switch (type) {
      case "object":
        return this.object(schema, depth);
      case "array":
        return this.list(schema, depth);
      case "boolean":
        return this.random.chance(0.5);
      case "integer":
        return Math.round(this.number(schema));
      case "number":
        return this.number(schema);
      case "null":
        return null;
      default:
        return this.text(schema);
    }
  }

  private object(schema: SourceSchema, depth: number): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    const required = new Set(listOf(schema.required));
    for (const [name, member] of Object.entries(schema.properties ?? {}).slice(0, MAX_MEMBERS)) {
      const isOptional = !required.has(name);
      if (isOptional && (this.fill === "least" || depth >= MAX_OPTIONAL)) continue;
      if (dereference(this.document, member)?.writeOnly === true) continue;
      try {
        result[name] = this.value(member, depth + 1);
      } catch (error) {
        if (!isOptional || !(error instanceof NoAnswer)) throw error;
      }
    }
    const others = schema.additionalProperties;
    if (this.fill === "full" && isSchema(others) && depth < MAX_OPTIONAL)
      result[`key_${this.random.text(WORD, 4)}`] = this.value(others, depth + 1);
    return result;
  }

  private list(schema: SourceSchema, depth: number): unknown[] {
    const item = Array.isArray(schema.items) ? schema.items[0] : schema.items;
    const low = Number(schema.minItems) || 0;
    const length = Math.max(low, this.fill === "least" || depth >= MAX_OPTIONAL - 1 ? 0 : 1);
    return Array.from({ length: Math.min(length, 5) }, () => this.value(item, depth + 1));
  }

  private number({ minimum, maximum, multipleOf }: SourceSchema): number {
    const low = Number.isFinite(Number(minimum ?? NaN)) ? Number(minimum) : 1;
    const high = Number.isFinite(Number(maximum ?? NaN)) ? Number(maximum) : low + 1000;
    const step = Number(multipleOf) > 0 ? Number(multipleOf) : 1;
    const value =
      Math.ceil(this.random.between(Math.ceil(low), Math.max(Math.ceil(low), Math.floor(high))) / step) * step;
    return value <= high ? value : low;
  }

  private text(schema: SourceSchema): string {
    const low = Number(schema.minLength) || 0;
    const high = Number(schema.maxLength) || 200;
    const fits = (text: string): boolean => text.length >= low && text.length <= high;
    const formatted = formatText(typeof schema.format === "string" ? schema.format : undefined, this.random);
    if (formatted !== undefined && fits(formatted)) return formatted;
    if (typeof schema.pattern === "string") {
      const text = patternText(schema.pattern, this.random, fits);
      if (text !== undefined) return text;
      if (typeof schema.example === "string") return schema.example;
      throw new NoAnswer(`no text for the pattern ${schema.pattern}`);
    }
    return this.random.text(WORD, Math.max(low, Math.min(high, 6)));
  }
}

const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((name): name is string => typeof name === "string") : [];

const impliedType = ({ properties, items, additionalProperties }: SourceSchema): string =>
  properties || additionalProperties ? "object" : items ? "array" : "string";
