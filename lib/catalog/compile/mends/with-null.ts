/** Members of a JSON body that null clears, according to their words alone. */
import type { ToolSchema } from "../../tool-schema";

const CLEARS = new RegExp(
  "\\b(?:set(?:ting)?|use|send|pass) (?:this |it |the value |this field )?(?:to |as )?`?null`? " +
    "(?:to|for|erases|removes|clears|resets)\\b|\\bor `?null`? (?:for|to) (?!a\\b|an\\b|be\\b)|" +
    // Set the password to null to remove it. Providing null will reset it. If set to null, the moved one comes first.
    "\\bset (?:the|its) (?:[\\w-]+ ){1,3}to `?null`? to (?:clear|remove|reset|unset)\\b|" +
    "\\b(?:giving|passing|providing|sending|specifying) `?null`? (?:will )?(?:clear|erase|remove|reset|unset)s?\\b|" +
    // The disk ID, or null if a volume is there. From 0 to 10, or null. It can be set to null.
    "\\bor `?null`? if\\b|\\bID,? or `?null`?(?![\\w`])|\\d, or `?null`?\\.|\\bcan be set to `?null`?(?![\\w`])|" +
    "\\bif (?:set to|the [\\w ]{1,40} is) `?null`?, (?:the operation|the default|the moved)\\b",
  "i",
);
const REFUSES = /\b(?:can(?:no|')t|may not|must not|not) be `?null\b/i;

/** Whether null has a meaning by the words, and the schema refuses it. */
export const isClearedByNull = ({ type, nullable, description = "" }: ToolSchema): boolean =>
  (type === "string" || type === "integer" || type === "number") &&
  !nullable &&
  CLEARS.test(description) &&
  !REFUSES.test(description);

/** The schema with null among its values. */
export const withNull = (schema: ToolSchema): ToolSchema =>
  isClearedByNull(schema)
    ? { ...schema, nullable: true, ...(schema.enum && { enum: [...new Set([...schema.enum, null])] }) }
    : schema;
