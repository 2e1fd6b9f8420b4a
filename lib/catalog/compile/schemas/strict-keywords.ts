/** Makes the keywords of one schema object strict or drops them, so that the official clients accept the schema. */
import type { SourceSchema } from "../sources/openapi-document";
import { holdsBuildDate } from "../mends/holds-build-date";
import { isSentence, schemaText } from "../descriptions/schema-text";
import type { JsonType, ToolSchema } from "../../tool-schema";

const TYPES = new Set<unknown>(["string", "number", "integer", "boolean", "object", "array"]);
const NUMBERS = ["minimum", "maximum", "multipleOf"] as const;
const COUNTS = ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"] as const;
const MAX_ENUM = 120;
/** Longer lists of short values (currencies, countries) are kept up to this length of their JSON text. */
const MAX_ENUM_TEXT = 2_000;
const MAX_TITLE = 80;
const MAX_PATTERN = 300;
const MAX_EXAMPLE = 120;

/** A value as JSON text; "" for what has none. */
export const unboundedText = (value: unknown): string => JSON.stringify(value) ?? "";

/** An ID of nothing (`U00000000`): a source that was made of examples has it as a name or as the only choice. */
export const isExampleId = (text: unknown): boolean =>
  typeof text === "string" && /^[A-Z]{1,2}0{6,}[0-9A-Z]{0,3}$/.test(text);

/** Everything of a schema but its children (properties, items, alternatives). */
export function strictKeywords(source: SourceSchema, descriptionMax: number): ToolSchema {
  const out: ToolSchema = {};
  addType(out, source);
  if (typeof source.title === "string" && source.title !== "" && source.title.length <= MAX_TITLE)
    out.title = source.title;
  const description = schemaText(source.description, descriptionMax);
  if (description) out.description = description;
  if (typeof source.format === "string") out.format = source.format;
  if (source.type === "file") out.format = "binary";
  // Texts that a provider never shows again: logs hide them.
  if (source.writeOnly === true && out.type === "string") out.writeOnly = true;
  if (source.const !== undefined) out.const = source.const;
  if (source.default !== undefined && !isSentence(source) && !holdsBuildDate(source.default))
    out.default = source.default;
  if (typeof source.uniqueItems === "boolean") out.uniqueItems = source.uniqueItems;
  if (Array.isArray(source.required))
    out.required = source.required.filter((name): name is string => typeof name === "string");
  addBounds(out, source);
  addPattern(out, source.pattern);
  addEnum(out, source.enum);
  addExamples(out, source);
  return out;
}

function addType(out: ToolSchema, source: SourceSchema): void {
  if (source.nullable === true) out.nullable = true;
  if (source.type === "file") out.type = "string";
  else if (Array.isArray(source.type)) {
    const types = source.type.filter((type): type is JsonType => TYPES.has(type));
    if (source.type.includes("null")) out.nullable = true;
    const first = types[0];
    if (types.length === 1 && first) out.type = first;
    else if (types.length > 1) out.type = types;
  } else if (TYPES.has(source.type)) out.type = source.type as JsonType;
}

/** Numbers written as text are read; OpenAPI 3.0's boolean `exclusiveMinimum` becomes the number of JSON schema. */
function addBounds(out: ToolSchema, source: SourceSchema): void {
  const numeric = (value: unknown): number | undefined => {
    const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
    return typeof number === "number" && Number.isFinite(number) ? number : undefined;
  };
  const holder = out as Record<string, unknown>;
  for (const keyword of [...NUMBERS, ...COUNTS]) {
    const number = numeric(source[keyword]);
    if (number !== undefined) holder[keyword] = number;
  }
  for (const [exclusive, plain] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    if (source[exclusive] === true && out[plain] !== undefined) {
      out[exclusive] = out[plain];
      delete out[plain];
    } else if (typeof source[exclusive] === "number") out[exclusive] = source[exclusive];
  }
  if (out.multipleOf !== undefined && out.multipleOf <= 0) delete out.multipleOf;
}

function addPattern(out: ToolSchema, pattern: unknown): void {
  if (typeof pattern !== "string" || pattern.length > MAX_PATTERN) return;
  try {
    new RegExp(pattern, "u");
    out.pattern = pattern;
  } catch {
    // A pattern of another dialect (PCRE flags, RE2): the provider checks it.
  }
}

function addEnum(out: ToolSchema, values: unknown): void {
  if (!Array.isArray(values) || values.length === 0) return;
  if (values.length > MAX_ENUM && unboundedText(values).length > MAX_ENUM_TEXT) {
    out.description =
      `${out.description ?? ""} One of ${values.length} values, for instance ${values.slice(0, 8).join(", ")}.`.trim();
    return;
  }
  // A list of lists names the choices of the items (Mailchimp).
  const choices: unknown[] = out.type === "array" && values.every(Array.isArray) ? values.flat() : values;
  const real = choices.filter((value) => !holdsBuildDate(value));
  if (real.some(isExampleId)) return;
  if (real.length === 0) return;
  const plain = real.map((value) => (value !== null && typeof value === "object" ? JSON.stringify(value) : value));
  out.enum = [
    ...new Set(out.type === "string" ? plain.map((value) => (value === null ? null : String(value))) : plain),
  ];
  if (out.enum.includes(null)) out.nullable = true;
}

function addExamples(out: ToolSchema, source: SourceSchema): void {
  const examples = Array.isArray(source.examples)
    ? source.examples
    : source.example === undefined
      ? []
      : [source.example];
  // A reference stands for an example that is elsewhere; clients would follow it in our schema.
  const short = examples
    .map(unboundedText)
    .flatMap((text, index) =>
      text.length < MAX_EXAMPLE && !/"\$ref":"/.test(text) && !holdsBuildDate(text) ? [examples[index]] : [],
    );
  if (short.length > 0) out.examples = short.slice(0, 2);
}
