/**
 * The rule for texts that nobody can store or look up: a text that an operation's contract names contains neither
 * U+0000 nor half of a character, and a text that does is refused by name. Parts that a contract leaves open, such as
 * arguments of tools, are content: they go on as they are.
 */
import { z } from "zod";
import { isStorable } from "@/lib/kernel/text/storable";
import { searchOf } from "./node-request";

type Path = readonly (string | number)[];
type Schema = z.core.$ZodType;
type Def = z.core.$ZodTypes["_zod"]["def"];

const defOf = (schema: Schema): Def => schema._zod.def as Def;
const isOpen = (schema: Schema): boolean => ["unknown", "any"].includes(defOf(schema).type);

const ofText = (value: unknown, path: Path): Path | undefined =>
  typeof value === "string" && !isStorable(value) ? path : undefined;

function first<T>(items: Iterable<T>, find: (item: T) => Path | undefined): Path | undefined {
  for (const item of items) {
    const result = find(item);
    if (result) return result;
  }
  return undefined;
}

function inMembers(def: Extract<Def, { type: "object" }>, value: object, path: Path): Path | undefined {
  const members = value as Record<string, unknown>;
  return first(Object.entries(def.shape), ([name, schema]) =>
    Object.hasOwn(members, name) ? findOddText(schema, members[name], [...path, name]) : undefined,
  );
}

function inRecord(def: Extract<Def, { type: "record" }>, value: object, path: Path): Path | undefined {
  if (isOpen(def.valueType)) return undefined;
  return first(
    Object.entries(value),
    ([name, member]) => ofText(name, path) ?? findOddText(def.valueType, member, [...path, name]),
  );
}

/**
 * The path of the first text that cannot be stored, of those that the schema names; undefined without such a text. As
 * deep as the schema or the value, whichever ends first.
 */
export function findOddText(schema: Schema, value: unknown, path: Path = []): Path | undefined {
  if (value === undefined || value === null) return undefined;
  const def = defOf(schema);
  const isTree = typeof value === "object";
  switch (def.type) {
    case "string":
    case "enum":
    case "literal":
    case "template_literal":
      return ofText(value, path);
    case "object":
      return isTree ? inMembers(def, value, path) : undefined;
    case "record":
      return isTree ? inRecord(def, value, path) : undefined;
    case "array":
      return Array.isArray(value)
        ? first(value.entries(), ([index, item]) => findOddText(def.element, item, [...path, index]))
        : undefined;
    case "tuple":
      return Array.isArray(value)
        ? first(def.items.entries(), ([index, element]) => findOddText(element, value[index], [...path, index]))
        : undefined;
    case "union":
      return def.options.some(isOpen) ? undefined : first(def.options, (option) => findOddText(option, value, path));
    case "intersection":
      return findOddText(def.left, value, path) ?? findOddText(def.right, value, path);
    case "lazy":
      return findOddText(def.getter(), value, path);
    case "pipe":
      return findOddText(defOf(def.in).type === "transform" ? def.out : def.in, value, path);
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "readonly":
    case "catch":
    case "nonoptional":
      return findOddText(def.innerType, value, path);
    default:
      return undefined;
  }
}

const WORDS = "holds U+0000 or half of a character (U+D800 to U+DFFF), which cannot be looked up or stored";

const refusal = (path: Path): z.ZodError =>
  new z.ZodError([{ code: "custom", path: [...path], message: WORDS, input: undefined }]);

/** @throws ZodError that names the first text of a body that cannot be stored */
export function assertBodyTexts(schema: Schema, body: unknown): void {
  const path = findOddText(schema, body);
  if (path) throw refusal(path);
}

/** @throws ZodError that names the first parameter of a query with U+0000; a query has no halves of characters */
export function assertQueryTexts(url: string): void {
  if (!url.includes("%00")) return;
  for (const [name, value] of searchOf(url))
    if (!isStorable(name) || !isStorable(value)) throw refusal([name.replaceAll("\0", "\ufffd")]);
}
