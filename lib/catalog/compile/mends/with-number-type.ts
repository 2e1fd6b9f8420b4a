/** Arguments that a description types as text although its words allow only whole numbers. */
import type { ToolSchema } from "../../tool-schema";

const FROM_TO = /^a? ?(?:whole )?number from (-?\d{1,9}) to (\d{1,9}|infinity)\.?$/i;

/** Whether the words of a text allow only numbers between two limits. */
export const isNumberAsText = ({ type, description = "", ...schema }: ToolSchema): boolean =>
  type === "string" &&
  !schema.enum &&
  !schema.pattern &&
  schema.const === undefined &&
  (schema.default === undefined || /^-?\d+$/.test(String(schema.default))) &&
  FROM_TO.test(description);

/** The schema as a number with its limits. A number that comes as a text is still understood. */
export function withNumberType(schema: ToolSchema): ToolSchema {
  if (!isNumberAsText(schema)) return schema;
  const { description = "", examples: _examples, default: usual, minLength: _min, maxLength: _max, ...rest } = schema;
  const [, from, to = ""] = FROM_TO.exec(description) ?? [];
  const hasEnd = /^\d+$/.test(to);
  return {
    ...rest,
    type: "integer",
    minimum: Number(from),
    ...(hasEnd && { maximum: Number(to) }),
    description: hasEnd ? `From ${from} to ${to}` : `${from} or more`,
    ...(usual !== undefined && { default: Number(usual) }),
  };
}
