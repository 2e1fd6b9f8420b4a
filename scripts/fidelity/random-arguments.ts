/** Random arguments that a tool's input schema allows. */
import { KNOWN_VALUES } from "@/lib/catalog/compile/mends/with-open-set";
import type { ToolSchema } from "@/lib/catalog/tool-schema";
import { patternText } from "./pattern-text";
import type { Random } from "./random";

/** No value could be created for a required argument: a limit of the generator, not an error of the tool. */
export class NoValue extends Error {
  override name = "NoValue";
}

const WORD = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
/** Characters that are special in a URL, a form, a header or JSON; they must arrive unchanged. */
const SPECIAL = [" ", "&", "=", "+", "%", "#", "?", '"', "'", ",", ":", ";", "é", "日", "[x]", "\\"];
const MAX_DEPTH = 6;

/** The location of a value decides which text can be sent: a header holds Latin-1, a form no empty list and no null. */
export type ArgumentLocation = "path" | "query" | "header" | "form" | "body";

const pad = (value: number): string => String(value).padStart(2, "0");

/** A text of a format of JSON Schema or of Google's; undefined for an unknown format. */
export function formatText(format: string | undefined, random: Random): string | undefined {
  const date = `20${random.between(10, 29)}-${pad(random.between(1, 12))}-${pad(random.between(1, 28))}`;
  const time = `${pad(random.between(0, 23))}:${pad(random.between(0, 59))}:${pad(random.between(0, 59))}`;
  const hex = (length: number): string => random.text("0123456789abcdef", length);
  switch (format) {
    case "date":
      return date;
    case "date-time":
      return `${date}T${time}Z`;
    case "time":
      return `${time}Z`;
    case "email":
      return `${random.text(WORD, 6)}@example.com`;
    case "uuid":
      return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
    case "uri":
    case "url":
      return `https://example.com/${random.text(WORD, 5)}?a=${random.text(WORD, 2)}&b=1`;
    case "uri-reference":
      return `/${random.text(WORD, 5)}`;
    case "hostname":
      return `${random.text("abcdef", 6)}.example.com`;
    case "ipv4":
      return `192.0.2.${random.between(1, 254)}`;
    case "ipv6":
      return `2001:db8::${hex(4)}`;
    case "byte":
      return Buffer.from(random.text(WORD, 9)).toString("base64");
    case "google-datetime":
      return `${date}T${time}Z`;
    case "google-duration":
    case "duration":
      return format === "duration" ? `PT${random.between(1, 59)}M` : `${random.between(1, 900)}s`;
    case "google-fieldmask":
      return "name";
    case "int64":
    case "uint64":
    case "int32":
      return String(random.between(1, 100_000));
    case "json-pointer":
      return `/${random.text(WORD, 4)}`;
    case "regex":
      return "[a-z]+";
    case "timezone":
      return "Europe/Berlin";
    default:
      return undefined;
  }
}

const matcher = (pattern: string): RegExp => {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return new RegExp(pattern);
  }
};

/** Writes one value after another; `place` is where the argument goes. */
export class ArgumentWriter {
  constructor(
    private readonly random: Random,
    private readonly place: ArgumentLocation,
  ) {}

  /** @throws NoValue */
  value(schema: ToolSchema, depth = 0): unknown {
    if (schema.const !== undefined) return schema.const;
    if (schema.enum)
      return this.random.pick(this.place === "body" ? schema.enum : schema.enum.filter((option) => option !== null));
    if (schema.nullable && this.place === "body" && this.random.chance(0.1)) return null;
    if (schema.anyOf && schema.anyOf.length > 0) return this.alternative(schema, schema.anyOf, depth);
    const type = Array.isArray(schema.type)
      ? this.random.pick(schema.type)
      : (schema.type ?? (schema.properties ? "object" : schema.items ? "array" : "string"));
    switch (type) {
      case "boolean":
        return this.random.chance(0.5);
      case "integer":
        return this.number(schema, true);
      case "number":
        return this.number(schema, false);
      case "array":
        return this.list(schema, depth);
      case "object":
        return this.object(schema, depth);
      default:
        return this.text(schema);
    }
  }

  private alternative(schema: ToolSchema, alternatives: ToolSchema[], depth: number): unknown {
    const { anyOf, ...baseSchema } = schema;
    const branch = this.random.pick(alternatives);
    const { properties, required, ...rest } = baseSchema;
    return this.value(
      {
        ...rest,
        ...branch,
        ...(properties || branch.properties ? { properties: { ...properties, ...branch.properties } } : {}),
        required: [...(required ?? []), ...(branch.required ?? [])],
      },
      depth,
    );
  }

  private text(schema: ToolSchema): string {
    // The description closes a set that grows: only its own values can be held against it.
    if (schema.examples && schema.description?.includes(KNOWN_VALUES)) return String(this.random.pick(schema.examples));
    const { minLength: low = 0, maxLength: high = 200 } = schema;
    const fits = (text: string): boolean =>
      [...text].length >= low &&
      [...text].length <= high &&
      (schema.pattern === undefined || matcher(schema.pattern).test(text));
    const formatted = formatText(schema.format, this.random);
    if (formatted !== undefined && fits(formatted)) return formatted;
    if (schema.pattern !== undefined) {
      const text =
        patternText(schema.pattern, this.random, fits) ??
        schema.examples?.find((example): example is string => typeof example === "string" && fits(example));
      if (text === undefined) throw new NoValue(`no text for the pattern ${schema.pattern}`);
      return text;
    }
    const length = Math.max(low, Math.min(high, this.random.between(3, 10)));
    const plain = this.random.text(WORD, length);
    if (!this.random.chance(0.25) || low === high) return plain;
    const special = this.random.pick(this.place === "header" ? [" ", "&", "=", "%"] : SPECIAL);
    const mixed = `${plain.slice(0, 1)}${special}${plain.slice(1)}`;
    return fits(mixed) ? mixed : plain;
  }

  private number(schema: ToolSchema, whole: boolean): number {
    const step = schema.multipleOf ?? (whole ? 1 : 0.5);
    const low =
      schema.minimum ??
      (schema.exclusiveMinimum !== undefined ? schema.exclusiveMinimum + step : Math.min(1, schema.maximum ?? 1));
    const high =
      schema.maximum ??
      (schema.exclusiveMaximum !== undefined ? schema.exclusiveMaximum - step : Math.max(low, 0) + 50);
    const first = Math.ceil(low / step);
    const value = this.random.between(first, Math.max(first, Math.min(Math.floor(high / step), first + 1000))) * step;
    return whole ? Math.round(value) : value;
  }

  private list(schema: ToolSchema, depth: number): unknown[] {
    const low = schema.minItems ?? (this.place === "body" ? 0 : 1);
    const length = Math.min(schema.maxItems ?? 3, Math.max(low, this.random.between(low, low + 2)));
    if (depth > MAX_DEPTH && low === 0) return [];
    const items = Array.from({ length }, () => this.value(schema.items ?? { type: "string" }, depth + 1));
    return schema.uniqueItems ? [...new Map(items.map((item) => [JSON.stringify(item), item])).values()] : items;
  }

  /** Optional members are added sometimes, and less often at a greater depth. */
  object(schema: ToolSchema, depth = 0): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    const chance = depth > MAX_DEPTH ? 0 : 0.4 / (depth + 1);
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const required = schema.required?.includes(name) ?? false;
      if (!required && !this.random.chance(chance)) continue;
      try {
        result[name] = this.value(property, depth + 1);
      } catch (error) {
        if (required || !(error instanceof NoValue)) throw error;
      }
    }
    const missing = (schema.minProperties ?? 0) - Object.keys(result).length;
    const open = typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
    if (missing > 0 || (open && this.random.chance(0.5)))
      for (let n = 0; n < Math.max(missing, 1); n++)
        result[`key_${this.random.text(WORD, 4)}`] = this.value(open ?? { type: "string" }, depth + 1);
    return result;
  }
}
