/** Arguments that a description types as text although its words allow only true and false. */
import type { ToolRequest } from "../../tool-request";
import type { ToolSchema } from "../../tool-schema";

const EITHER = /^\W{0,3}true or false\b[\s;:,.–-]{0,5}/i;
/** `true watches it, false stops`: such words stay. */
const BOTH_TOLD = /^true (?!or\b)\w[^,;.]{0,60}[,;] (?:and )?false \w/i;

/** `When true, the answer includes ...`: only a flag is described so, unless other values follow. */
const WHEN_TRUE = /^(?:when|if)(?: this is)?(?: set to)? [`'"*]{0,2}true\b/i;
const BOOLEAN = /^(?:a )?boolean (?:value )?(?:that|which|indicating|specifying|to)\b/i;
const OTHER_VALUES =
  /\b(?:one of|values? (?:are|is|include)|valid values|(?:if|when)(?: set to)? [`'"](?!true|false)\w)/i;
const tellsFlag = (description: string): boolean =>
  (WHEN_TRUE.test(description) || BOOLEAN.test(description)) && !OTHER_VALUES.test(description);

/** Whether the words of a text allow only true and false. */
export const isFlagAsText = ({ type, description = "", ...schema }: ToolSchema): boolean =>
  type === "string" &&
  !schema.enum &&
  !schema.pattern &&
  schema.const === undefined &&
  (EITHER.test(description) || BOTH_TOLD.test(description) || tellsFlag(description));

/** The arguments that a request sends as text, whatever their type is. In JSON, a provider can insist on its text. */
export function sentAsText({ parameters, body }: ToolRequest): ReadonlySet<string> {
  const isForm = body?.mode === "flat" && !/\bjson\b/i.test(body.contentType);
  const fields = isForm ? body.fields.filter(({ as }) => as === undefined) : [];
  return new Set([...parameters.filter(({ json }) => !json), ...fields].map(({ key }) => key));
}

/**
 * The schema as a boolean, if its words allow only true and false. Callers can still send text, which is read as a
 * boolean. Words that only repeat the type are dropped.
 */
export function withFlagType(schema: ToolSchema): ToolSchema {
  if (!isFlagAsText(schema)) return schema;
  const { description = "", examples: _examples, default: usual, minLength: _min, maxLength: _max, ...rest } = schema;
  const [bare = ""] = EITHER.exec(description) ?? [];
  const words = description.slice(bare.length).trim();
  const isFlag = typeof usual === "boolean" || usual === "true" || usual === "false";
  return {
    ...rest,
    type: "boolean",
    ...(words && { description: bare ? words.charAt(0).toUpperCase() + words.slice(1) : words }),
    ...(isFlag && { default: usual === true || usual === "true" }),
  };
}
