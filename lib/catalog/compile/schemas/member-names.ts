/**
 * The members of an argument as words, if its schema has no room for them: `range { sheetId, endRowIndex }, rule`. A
 * model that knows no member of an object invents some.
 */
import { dereference, isReadOnly, type OpenApiDocument, type SourceSchema } from "../sources/openapi-document";

/** `cut`: the length at which an inner list of members is cut. */
type Details = { depth: number; choices: boolean; cut?: number };

/** From the most to the least; the first that is short enough is taken. */
const DETAILS: readonly Details[] = [
  { depth: 3, choices: true },
  { depth: 2, choices: true },
  { depth: 2, choices: false },
  { depth: 2, choices: false, cut: 120 },
  { depth: 2, choices: false, cut: 50 },
  { depth: 1, choices: true },
  { depth: 1, choices: false },
];
/** Members at one place that are looked at, and objects that are joined to one. */
const MOST_MEMBERS = 40;
const MOST_PARTS = 8;
const MOST_CHOICES = 5;

/** Writes the members of schemas of one document. */
export class MemberNames {
  /** By schema and length: operations share schemas. */
  private readonly memo = new WeakMap<SourceSchema, Map<number, string | undefined>>();

  constructor(private readonly document: OpenApiDocument) {}

  /** At most `max` characters; undefined for what has no members that are known. */
  of(source: SourceSchema | boolean | undefined, max: number): string | undefined {
    const schema = typeof source === "object" ? dereference(this.document, source) : undefined;
    if (!schema) return undefined;
    const texts = this.memo.get(schema) ?? new Map<number, string | undefined>();
    this.memo.set(schema, texts);
    if (!texts.has(max)) texts.set(max, this.write(schema, max));
    return texts.get(max);
  }

  private write(schema: SourceSchema, max: number): string | undefined {
    for (const details of DETAILS) {
      const text = this.members(schema, details, max);
      if (text === "") return undefined;
      if (text !== undefined && text.length <= max) return text;
    }
    return this.firstNames(schema, max);
  }

  private firstNames(schema: SourceSchema, max: number): string | undefined {
    const names = [...this.propertiesOf(schema).keys()];
    while (names.length > 1 && names.join(", ").length + 3 > max) names.pop();
    return names.length > 1 ? `${names.join(", ")}, …` : undefined;
  }

  /** Undefined where it is too long. */
  private members(schema: SourceSchema, details: Details, max: number): string | undefined {
    const parts: string[] = [];
    let length = 0;
    for (const [name, member] of this.propertiesOf(schema)) {
      const about = this.about(member, details, max);
      if (about === undefined) return undefined;
      const part = `${name}${about}`;
      length += part.length + 2;
      if (length > max + 2) return undefined;
      parts.push(part);
    }
    return parts.join(", ");
  }

  /** A member's own members and choices; undefined where they are too long. */
  private about(source: SourceSchema, { depth, choices, cut }: Details, max: number): string | undefined {
    const schema = dereference(this.document, source);
    if (!schema) return "";
    const isList = schema.type === "array" || schema.items !== undefined;
    const item = isList ? dereference(this.document, itemsOf(schema)) : schema;
    const sign = isList ? "[]" : "";
    if (!item) return sign;
    const values = (Array.isArray(item.enum) ? item.enum : []).filter(
      (value) => typeof value === "string" && value !== "",
    );
    if (choices && values.length > 0 && values.length <= MOST_CHOICES) return `${sign}: ${values.join(" | ")}`;
    if (item.format === "google-fieldmask") return ' (a mask: "a.b,c" or "*")';
    if (depth <= 1) return sign;
    const inner =
      this.members(item, { depth: depth - 1, choices }, cut ?? max) ??
      (cut === undefined ? undefined : (this.firstNames(item, cut) ?? ""));
    return inner === undefined ? undefined : inner === "" ? sign : `${sign} { ${inner} }`;
  }

  /** The members that a caller can send, of the schema and of its parts and alternatives. */
  private propertiesOf(source: SourceSchema, depth = 2): Map<string, SourceSchema> {
    const properties = new Map<string, SourceSchema>();
    const schema = dereference(this.document, source);
    if (!schema) return properties;
    for (const name in schema.properties) {
      const member = schema.properties[name];
      if (member && !isReadOnly(this.document, member)) properties.set(name, member);
      if (properties.size >= MOST_MEMBERS) break;
    }
    const items = itemsOf(schema);
    const parts = [schema.allOf, schema.oneOf, schema.anyOf].flatMap((list) => (Array.isArray(list) ? list : []));
    const more = properties.size === 0 && items ? [items, ...parts] : parts;
    for (const part of depth > 0 ? more.slice(0, MOST_PARTS) : [])
      for (const [name, member] of this.propertiesOf(part, depth - 1))
        if (properties.size < MOST_MEMBERS && !properties.has(name)) properties.set(name, member);
    return properties;
  }
}

const itemsOf = ({ items }: SourceSchema): SourceSchema | undefined => {
  const first = Array.isArray(items) ? items[0] : items;
  return typeof first === "object" ? first : undefined;
};
