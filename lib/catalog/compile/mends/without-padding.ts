/** Words of arguments that repeat the schema, or describe how the request writes a value. */
import type { ToolSchema } from "../../tool-schema";
import { repeatsName } from "./repeats-name";

const REQUIRED = /^\W{0,3}required\W{0,2}[.:]\W{0,2}\s+(?=\S)/i;
const OPTIONAL = /^\W{0,3}optional\W{0,2}[.:]\W{0,2}\s+(?=\S)/i;
/** A list that is named by its form in a query. Texts that hold such a list are something else. */
const SEPARATED = /\bcomma[- ](?:separated|delimited) (?!strings?\b|texts?\b|values? )/gi;
const BEGINS =
  "(?:this parameter accepts|to (?:include|exclude|request) multiple|for GET requests|multiple [^.,:]{1,60} can)";
/** Whole sentences about the form in a query, each with its example. */
const ABOUT_FORM = new RegExp(
  String.raw`(?:^|(?<=[.!?])\s+)${BEGINS}\b[^.:]{1,80}\b(?:comma|ampersand)(?:[- ](?:separated|delimited))?[^.:]{0,24}` +
    "(?:[.:] ?$|: `[^`]{1,120}`\\.?|, such as `[^`]{1,120}`\\.?|\\.(?: For example, `[^`]{1,120}`\\.)?)",
  "gi",
);

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const withoutSeparators = (text: string): string => {
  const plain = text.replace(ABOUT_FORM, "").replace(SEPARATED, "").trim();
  return plain === "" || plain === text ? text : capital(plain);
};

/** Whether the words of a list describe its form in a query, though the caller sends a list. */
export const describesSeparators = ({ type, description }: ToolSchema): boolean =>
  type === "array" && description !== undefined && withoutSeparators(description) !== description;

/** The description without a mark such as "Required.", if the schema has the same fact and other words remain. */
function withoutMark(name: string, description: string, isRequired: boolean): string {
  const mark = isRequired ? REQUIRED : OPTIONAL;
  const text = description.replace(mark, "");
  return text === description || REQUIRED.test(text) || repeatsName(name, text) ? description : capital(text);
}

/** The schema of a member without padding in its description. */
export function withoutPadding(name: string, schema: ToolSchema, isRequired: boolean): ToolSchema {
  const { description, type } = schema;
  if (description === undefined) return schema;
  const plain = withoutMark(name, description, isRequired);
  const text = type === "array" ? withoutSeparators(plain) : plain;
  return text === description ? schema : { ...schema, description: text };
}
