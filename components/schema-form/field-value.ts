/**
 * Changes a JSON value at one path without touching the rest, and converts texts of controls to values and back. Pure.
 */
import { isObject } from "@/lib/kernel/text/is-object";
import { resolveSchema, toProperties, toShape, type Schema, type Variant } from "./schema";

/** A path inside a value: property names and list positions, from the outside in. */
export type Path = readonly (string | number)[];

/** Returns the value with `next` at the path; undefined removes a property or an item. Missing parents are created. */
export function setAt(value: unknown, path: Path, next: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return next;
  if (typeof step === "number") {
    const list = Array.isArray(value) ? [...(value as unknown[])] : [];
    const item = setAt(list[step], rest, next);
    if (item === undefined) list.splice(step, 1);
    else list[step] = item;
    return list;
  }
  const object: Record<string, unknown> = isObject(value) ? { ...value } : {};
  const item = setAt(Object.hasOwn(object, step) ? object[step] : undefined, rest, next);
  if (item === undefined) delete object[step];
  else object[step] = item;
  return object;
}

/** The list with one item moved up (-1) or down (1) by one; unchanged at its ends. */
export function moveItem<T>(list: readonly T[], index: number, by: -1 | 1): T[] {
  const moved = [...list];
  const [item] = moved.splice(index, 1);
  if (item === undefined || index + by < 0 || index + by >= list.length) return [...list];
  moved.splice(index + by, 0, item);
  return moved;
}

/** The map with a key renamed in place; unchanged if the new name is taken or empty. */
export function renameKey(map: Readonly<Record<string, unknown>>, from: string, to: string): Record<string, unknown> {
  if (to === "" || (to !== from && Object.hasOwn(map, to))) return { ...map };
  return Object.fromEntries(Object.entries(map).map(([key, item]) => [key === from ? to : key, item]));
}

/** A key that is not yet in the map: `key`, `key_2`, ... */
export function freshKey(map: Readonly<Record<string, unknown>>): string {
  for (let number = 1; ; number++) {
    const key = number === 1 ? "key" : `key_${number}`;
    if (!Object.hasOwn(map, key)) return key;
  }
}

/** The initial value of a new item or an opened object: its default, its constants, an empty container. */
export function blankOf(schema: Schema, root: Schema, depth = 0): unknown {
  if (schema.default !== undefined && schema.default !== null) return schema.default;
  const shape = toShape(schema, root);
  switch (shape.kind) {
    case "constant":
      return shape.value;
    case "list":
      return [];
    case "map":
      return {};
    case "object":
      return depth > 6
        ? {}
        : Object.fromEntries(
            shape.properties.flatMap(({ name, schema: property, required }) => {
              const blank = required ? blankOf(property, root, depth + 1) : undefined;
              return blank === undefined || blank === "" ? [] : [[name, blank]];
            }),
          );
    case "variants":
      return shape.variants[0] ? blankOf(shape.variants[0].schema, root, depth + 1) : undefined;
    case "text":
      return depth === 0 ? "" : undefined;
    default:
      return undefined;
  }
}

/** The initial arguments of a tool: required arguments with only one sensible value. */
export const blankArguments = (schema: Schema): Record<string, unknown> =>
  Object.fromEntries(
    toProperties(schema, schema).flatMap(({ name, schema: property, required }) => {
      const blank = required ? blankOf(property, schema, 1) : undefined;
      return blank === undefined ? [] : [[name, blank]];
    }),
  );

/**
 * Parses a number. A text that is not a number in its usual spelling ("1.", "1e", "x") stays as it is, so that the
 * field shows what was typed; an empty text is undefined.
 */
export const toNumber = (text: string): number | string | undefined =>
  text === "" ? undefined : String(Number(text)) === text ? Number(text) : text;

/** The value of a number field on blur: "1.50" becomes 1.5. */
export const settleNumber = (value: unknown): unknown =>
  typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value)) ? Number(value) : value;

const two = (part: number): string => String(part).padStart(2, "0");

/** An instant in the format of `datetime-local`, in the browser's time zone; empty if the text is not an instant. */
export function toLocalTime(iso: string): string {
  const date = new Date(iso);
  if (iso === "" || Number.isNaN(date.getTime())) return "";
  return (
    `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}` +
    `T${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
  );
}

/** The reverse: the field's local time as an instant in UTC (RFC 3339); undefined if it is empty. */
export function toInstant(local: string): string | undefined {
  const date = new Date(local);
  return local === "" || Number.isNaN(date.getTime()) ? undefined : date.toISOString().replace(".000Z", "Z");
}

/** A date and a time without a zone, in the format of `datetime-local`: to the minute at least. */
export const isLocalTime = (text: string): boolean => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(text);

/**
 * A local time with seconds. Browsers leave them out if they are zero, but providers require them. Undefined if it is
 * empty.
 */
export const withSeconds = (local: string): string | undefined =>
  local === "" ? undefined : /T\d{2}:\d{2}$/.test(local) ? `${local}:00` : local;

/** Returns whether a value can match this schema, judged only by its type and, for objects, by the required names. */
export function fitsSchema(value: unknown, schema: Schema, root: Schema): boolean {
  const shape = toShape(schema, root);
  switch (shape.kind) {
    case "text":
    case "date":
    case "date-time":
    case "local-time":
      return typeof value === "string";
    case "number":
      return typeof value === "number" && (!shape.integer || Number.isInteger(value));
    case "boolean":
      return typeof value === "boolean";
    case "choice":
      return shape.options.includes(value);
    case "constant":
      return JSON.stringify(shape.value) === JSON.stringify(value);
    case "list":
      return Array.isArray(value) && (value.length === 0 || fitsSchema(value[0], shape.items, root));
    case "map":
    case "file":
      return isObject(value);
    case "object":
      return (
        isObject(value) &&
        shape.properties.every(
          ({ name, schema: property, required }) =>
            (required ? Object.hasOwn(value, name) : true) &&
            (property.const === undefined || value[name] === property.const),
        ) &&
        (shape.extra !== null || Object.keys(value).every((key) => shape.properties.some(({ name }) => name === key)))
      );
    case "variants":
      return shape.variants.some((variant) => fitsSchema(value, variant.schema, root));
    case "json":
      return true;
  }
}

/**
 * The variant of a value: the chosen variant while it fits, else the first that fits, else still the chosen variant.
 */
export function findVariant(value: unknown, variants: readonly Variant[], selectedIndex: number, root: Schema): number {
  const fits = (index: number): boolean => {
    const variant = variants[index];
    return variant !== undefined && fitsSchema(value, resolveSchema(variant.schema, root), root);
  };
  if (value === undefined || fits(selectedIndex)) return selectedIndex;
  const matchIndex = variants.findIndex((_, index) => fits(index));
  if (matchIndex >= 0) return matchIndex;
  // an incomplete object is still an object
  const sameType = isObject(value)
    ? variants.findIndex((variant) => toShape(resolveSchema(variant.schema, root), root).kind === "object")
    : -1;
  const stays =
    isObject(value) &&
    ["object", "map"].includes(toShape(resolveSchema(variants[selectedIndex]?.schema ?? {}, root), root).kind);
  return sameType >= 0 && !stays ? sameType : selectedIndex;
}
