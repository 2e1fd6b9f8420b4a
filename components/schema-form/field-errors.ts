/** Assigns the server's errors ("labels[0].name: expected text") to the fields they concern. Pure. */
import { isObject } from "@/lib/kernel/text/is-object";
import type { Path } from "./field-value";
import { resolveSchema, toShape, type Schema } from "./schema";

/** An error, and the name of its argument. */
export type ErrorLine = { name?: string; words: string };

/** Errors by the field's path as the server writes it; errors that name no field are in `rest`. */
export type FieldErrors = { at: ReadonlyMap<string, string>; rest: readonly ErrorLine[] };

export const NO_ERRORS: FieldErrors = { at: new Map(), rest: [] };

/** `["labels", 0, "name"]` is `labels[0].name`, as the server writes paths. */
export const toPathText = (path: Path): string =>
  path
    .map((part, index) =>
      typeof part === "number" || /^\d+$/.test(part) ? `[${part}]` : index === 0 ? part : `.${part}`,
    )
    .join("");

const endSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** The schema check's wording for a value beyond a limit. */
const LIMIT = /^must (?:be ([<>])=|NOT have (more|fewer) than) ([\d.e+-]+)(?: (characters|items))?;/;

/** The field already shows the expected value. The API's full sentence is for programs. */
const toSentence = (text: string): string => {
  const trimmed = text.trim();
  if (trimmed.startsWith("is required;")) return "Required.";
  const [, sign, word, limit, what] = LIMIT.exec(trimmed) ?? [];
  if (limit) return `Use at ${sign === "<" || word === "more" ? "most" : "least"} ${limit}${what ? ` ${what}` : ""}.`;
  return endSentence(`${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}`);
};

/**
 * Splits an error about no field of the form into the name at its start, which stays as written, and the rest of the
 * sentence.
 */
function toLine(line: string): ErrorLine {
  const [, name, words] = /^([\w.[\]-]{1,110}): (.+)$/s.exec(line.trim()) ?? [];
  if (name === undefined || words === undefined) return { words: endSentence(line.trim()) };
  return { name, words: endSentence(words) };
}

/** All errors as a list, each with the name of its argument. */
export const toErrorLines = ({ at: sentencesByPath, rest }: FieldErrors): ErrorLine[] => [
  ...[...sentencesByPath].map(([name, words]) => ({ name, words })),
  ...rest,
];

/** The paths of all fields that a form with this schema renders for this value, including variants and open parts. */
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
          ? value.flatMap((item, index) => fieldPaths(shape.items, item, root, [...path, index]))
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
 * @param lines the API's sentences in `error.errors`
 * @param schema the tool's input schema
 * @param value the arguments that were refused
 */
export function toFieldErrors(lines: readonly string[], schema: Schema, value: unknown): FieldErrors {
  const paths = new Set(fieldPaths(schema, value));
  const sentencesByPath = new Map<string, string>();
  const rest: ErrorLine[] = [];
  for (const line of lines) {
    // names can contain a colon, so the longest path that fits wins
    const ends = [...line.matchAll(/:/g)].map(({ index }) => index).reverse();
    const end = ends.find((index) => paths.has(line.slice(0, index)));
    if (end === undefined) rest.push(toLine(line));
    else if (!sentencesByPath.has(line.slice(0, end)))
      sentencesByPath.set(line.slice(0, end), toSentence(line.slice(end + 1)));
  }
  return { at: sentencesByPath, rest };
}

/** Returns true if an error is about this field or something inside it. */
export function hasErrorUnder({ at: sentencesByPath }: FieldErrors, path: Path): boolean {
  const text = toPathText(path);
  for (const key of sentencesByPath.keys())
    if (key === text || key.startsWith(`${text}.`) || key.startsWith(`${text}[`)) return true;
  return false;
}

/** Leaves out the errors about a changed field and about anything inside it. */
export function withoutErrorsUnder(errors: FieldErrors, path: Path): FieldErrors {
  if (!hasErrorUnder(errors, path)) return errors;
  return {
    at: new Map([...errors.at].filter(([key]) => !hasErrorUnder({ at: new Map([[key, ""]]), rest: [] }, path))),
    rest: errors.rest,
  };
}
