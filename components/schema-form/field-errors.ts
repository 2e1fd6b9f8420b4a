/** Puts the server's sentences ("labels[0].name: expected text") beside the fields they are about. Pure. */
import { isObject } from "@/lib/kernel/text/is-object";
import type { Path } from "./field-value";
import { resolveSchema, toShape, type Schema } from "./schema";

/** A sentence, and the name of the argument that it is about. */
export type ErrorLine = { name?: string; words: string };

/** Sentences by the field's path as the server writes it; what names no field is in `rest`. */
export type FieldErrors = { at: ReadonlyMap<string, string>; rest: readonly ErrorLine[] };

export const NO_ERRORS: FieldErrors = { at: new Map(), rest: [] };

/** `["labels", 0, "name"]` is `labels[0].name`, as the server writes paths. */
export const toPathText = (path: Path): string =>
  path
    .map((part, at) => (typeof part === "number" || /^\d+$/.test(part) ? `[${part}]` : at === 0 ? part : `.${part}`))
    .join("");

const ended = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** The words of a schema's check for what is beyond a limit. */
const LIMIT = /^must (?:be ([<>])=|NOT have (more|fewer) than) ([\d.e+-]+)(?: (characters|items))?;/;

/** The field beside it shows what is expected; the API's whole sentence is for programs. */
const toSentence = (text: string): string => {
  const trimmed = text.trim();
  if (trimmed.startsWith("is required;")) return "Required.";
  const [, sign, word, limit, what] = LIMIT.exec(trimmed) ?? [];
  if (limit) return `Use at ${sign === "<" || word === "more" ? "most" : "least"} ${limit}${what ? ` ${what}` : ""}.`;
  return ended(`${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}`);
};

/** A sentence about no field of the form begins with a name, which stays as it is written: the name, and what is said of it. */
function toLine(line: string): ErrorLine {
  const [, name, words] = /^([\w.[\]-]{1,110}): (.+)$/s.exec(line.trim()) ?? [];
  if (name === undefined || words === undefined) return { words: ended(line.trim()) };
  return { name, words: ended(words) };
}

/** All sentences one under another, each with the name of what it is about. */
export const toErrorLines = ({ at, rest }: FieldErrors): ErrorLine[] => [
  ...[...at].map(([name, words]) => ({ name, words })),
  ...rest,
];

/** The paths of all fields that a form of this schema draws for this value; variants and open parts included. */
export function fieldPaths(schema: Schema, value: unknown, root: Schema = schema, path: Path = []): string[] {
  const shape = toShape(resolveSchema(schema, root), root);
  const here = path.length > 0 ? [toPathText(path)] : [];
  if (path.length > 12) return here;
  switch (shape.kind) {
    case "object":
      return [
        ...here,
        ...shape.properties.flatMap(({ name, schema: property }) => {
          const item = isObject(value) ? value[name] : undefined;
          return item === undefined ? [toPathText([...path, name])] : fieldPaths(property, item, root, [...path, name]);
        }),
      ];
    case "list":
      return [
        ...here,
        ...(Array.isArray(value)
          ? value.flatMap((item, at) => fieldPaths(shape.items, item, root, [...path, at]))
          : []),
      ];
    case "map":
      return [
        ...here,
        ...(isObject(value)
          ? Object.entries(value).flatMap(([key, item]) => fieldPaths(shape.values, item, root, [...path, key]))
          : []),
      ];
    case "variants":
      return [
        ...new Set([...here, ...shape.variants.flatMap((variant) => fieldPaths(variant.schema, value, root, path))]),
      ];
    default:
      return here;
  }
}

/**
 * @param lines what the API said in `error.errors`
 * @param schema the tool's input schema
 * @param value the arguments that were refused
 */
export function toFieldErrors(lines: readonly string[], schema: Schema, value: unknown): FieldErrors {
  const paths = new Set(fieldPaths(schema, value));
  const at = new Map<string, string>();
  const rest: ErrorLine[] = [];
  for (const line of lines) {
    // names may hold a colon themselves, so the longest path that fits is the one
    const ends = [...line.matchAll(/:/g)].map(({ index }) => index).reverse();
    const end = ends.find((index) => paths.has(line.slice(0, index)));
    if (end === undefined) rest.push(toLine(line));
    else if (!at.has(line.slice(0, end))) at.set(line.slice(0, end), toSentence(line.slice(end + 1)));
  }
  return { at, rest };
}

/** True when a sentence is about this field or something inside it. */
export function hasErrorUnder({ at }: FieldErrors, path: Path): boolean {
  const text = toPathText(path);
  for (const key of at.keys())
    if (key === text || key.startsWith(`${text}.`) || key.startsWith(`${text}[`)) return true;
  return false;
}

/** Without the sentences about a field that was changed, and about what is inside it. */
export function withoutErrorsUnder(errors: FieldErrors, path: Path): FieldErrors {
  if (!hasErrorUnder(errors, path)) return errors;
  return {
    at: new Map([...errors.at].filter(([key]) => !hasErrorUnder({ at: new Map([[key, ""]]), rest: [] }, path))),
    rest: errors.rest,
  };
}
