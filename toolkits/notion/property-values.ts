/** Plain values as properties of Notion (developers.notion.com/reference/property-value-object). */
import { plain, toRichText } from "./rich-text";

const listOf = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.map(String)
    : String(value)
        .split(",")
        .map((item) => item.trim())
        .filter(Boolean);

const dateOf = (value: unknown) => {
  const [start, end] = Array.isArray(value) ? value.map(String) : String(value).split(/[/,]\s*(?=\d{4}-)/);
  return { start: start?.trim(), ...(end && { end: end.trim() }) };
};

const PROPERTIES: Readonly<Record<string, (value: unknown) => unknown>> = {
  title: (value) => plain(String(value)),
  rich_text: (value) => toRichText(String(value)),
  number: Number,
  select: (value) => ({ name: String(value) }),
  status: (value) => ({ name: String(value) }),
  multi_select: (value) => listOf(value).map((name) => ({ name })),
  date: dateOf,
  people: (value) => listOf(value).map((id) => ({ id })),
  relation: (value) => listOf(value).map((id) => ({ id })),
  files: (value) =>
    listOf(value).map((url) => ({ name: url.split("/").pop()?.slice(0, 100) || "file", external: { url } })),
  checkbox: (value) => YES.test(String(value)),
  url: String,
  email: String,
  phone_number: String,
};

const NUMBER = /^\s*[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?\s*$/i;
const YES = /^(?:true|yes|1|on|checked|__yes__)$/i;
const NO = /^(?:false|no|0|off|unchecked|__no__)$/i;

/**
 * How a value must be written that its property cannot hold; undefined for one that can be read. Notion would store
 * nothing for such a number, and a checkbox would be empty.
 */
export function unreadable(type: string, value: unknown): string | undefined {
  if (value === null || value === "") return undefined;
  const text = String(value);
  if (type === "number" && typeof value !== "number" && !(typeof value === "string" && NUMBER.test(value)))
    return "a number without signs between its digits, such as 1000 or 0.5";
  if (type === "number" && !Number.isFinite(Number(value))) return "a number that is not larger";
  return type === "checkbox" && !YES.test(text) && !NO.test(text) ? "true or false" : undefined;
}

/** A property's value in Notion's form; undefined for a type that cannot be written. An empty text clears it. */
export function toProperty(type: string, value: unknown): Record<string, unknown> | undefined {
  const make = Object.hasOwn(PROPERTIES, type) ? PROPERTIES[type] : undefined;
  if (!make) return undefined;
  const isList = ["title", "rich_text", "multi_select", "people", "relation", "files"].includes(type);
  if (value === null || value === "") return { [type]: isList ? [] : type === "checkbox" ? false : null };
  return { [type]: make(value) };
}
