/** Descriptions of arguments that only repeat the argument's name: `roleId` as "The role ID". */
import type { ToolSchema } from "../../tool-schema";

const STOP = /^(?:the|an?|this|that)$/;

const wordsOf = (text: string): string[] =>
  (
    text
      .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).filter((word) => !STOP.test(word));

/** Letters of a word without an ending that makes it plural. */
const stem = (word: string): string => (word.length > 3 ? word.replace(/(?:es|s)$/, "") : word);

/** A description that is nothing but a value in code marks. */
const VALUE_ALONE = /^`[^`\n]{1,80}`\.?$/;

/** Whether a description has no word that the argument's name lacks. */
export function repeatsName(name: string, description: string): boolean {
  if (VALUE_ALONE.test(description)) return true;
  if (description.length > 2 * name.length + 24) return false;
  const nameWords = new Set([...wordsOf(name).map(stem), stem(name.toLowerCase().replace(/[^a-z0-9]/g, ""))]);
  const words = wordsOf(description);
  return words.length > 0 && (words.every((word) => nameWords.has(stem(word))) || nameWords.has(stem(words.join(""))));
}

/** A description that contains only how long a text may be. */
const LENGTH_ALONE =
  /^an? string with a length (?:from (\d+) to (\d+)|of at least (\d+))\.?(?: Cannot begin or end with a space\.?)?$/i;

/** The schema without a description that only repeats its name, or is only a limit; the limit becomes a keyword. */
export function withoutSilentWords(name: string, schema: ToolSchema): ToolSchema {
  const { description, ...rest } = schema;
  const [, least, most, only] = (schema.type === "string" && LENGTH_ALONE.exec(description ?? "")) || [];
  const minLength = Number(least ?? only);
  if (least !== undefined || only !== undefined)
    return { ...rest, ...(minLength > 0 && { minLength }), ...(most !== undefined && { maxLength: Number(most) }) };
  return description !== undefined && repeatsName(name, description) ? rest : schema;
}

/** Whether a description is missing, or only the argument's name again, or only a limit. */
export const isSilent = (name: string, schema: ToolSchema): boolean => !withoutSilentWords(name, schema).description;
