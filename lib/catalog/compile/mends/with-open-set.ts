/**
 * Choices of sets that grow: models, languages, events, fields of an answer. A description lists those of its own day,
 * and a provider takes more since, so such a list is a suggestion.
 */
import { wordsIn } from "../descriptions/word-forms";
import type { ToolSchema } from "../../tool-schema";

/** Longer lists are inventories, whatever they are of. */
const MANY = 25;
const MAX_WORDS = 400;
/** Begins the words of suggestions. */
export const KNOWN_VALUES = "Known values:";

const GROWING = new RegExp(
  "(?:^| )(?:fields|expansions?|expand|select|includes?|embeds?|events?|event types?|event names?|topics?|triggers?|" +
    "models?|model (?:id|name)|voices?|engine|languages?|lang|language code|locales?|countr(?:y|ies)|country codes?|" +
    "currenc(?:y|ies)|currency codes?|regions?|time ?zones?|api version|version|providers?|integrations?|" +
    "permissions|scopes|instance (?:type|size slug)|machine type|product types?|field types?)$",
);
/** One member of these is an answer or a form of it, not a field. */
const NO_NAMES = new Set(["true", "false", "all", "none"]);
const FEW = 3;
const DATED = /\b20[0-3]\d-[01]\d\b/;

const texts = (values: readonly unknown[]): string[] =>
  values.filter((value): value is string => typeof value === "string" && value !== "");

/** Whether an argument's choices are a set that grows, by its name, their number or a date in them. */
export function isOpenSet(name: string, { enum: values = [] }: ToolSchema): boolean {
  const choices = texts(values);
  if (values.some((value) => value !== null && typeof value !== "string")) return false;
  if (choices.length >= MANY || (choices.length > 0 && choices.some((choice) => DATED.test(choice)))) return true;
  const named = choices.filter((choice) => !NO_NAMES.has(choice.toLowerCase()));
  return named.length >= FEW && GROWING.test(wordsIn(name).join(" "));
}

function knownValues(choices: readonly string[]): string {
  const visible: string[] = [];
  let length = 0;
  for (const choice of choices) {
    length += choice.length + 2;
    if (length > MAX_WORDS && visible.length > 0) break;
    visible.push(choice);
  }
  const rest = choices.length - visible.length;
  return `${KNOWN_VALUES} ${visible.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}.`;
}

/** The schema with its choices as suggestions, if they are a set that grows. */
export function withOpenSet(name: string, schema: ToolSchema): ToolSchema {
  if (!isOpenSet(name, schema)) return schema;
  const { enum: values = [], description = "", examples: _examples, ...rest } = schema;
  const choices = texts(values);
  const before = description === "" || /[.!?:]$/.test(description) ? description : `${description}.`;
  return {
    ...rest,
    type: "string",
    ...(values.includes(null) && { nullable: true }),
    description: `${before} ${knownValues(choices)}`.trim(),
    examples: choices.slice(0, FEW),
  };
}
