/**
 * Choices that stand for a value that was not set. Google's descriptions name one for each set; a caller leaves the
 * argument out instead, and many of these choices are refused.
 */
import type { ToolSchema } from "../../tool-schema";

/** A choice that is the word alone is a value: Stripe has payment methods whose `allow_redisplay` is unspecified. */
const UNSET = /_(?:unspecified|UNSPECIFIED)$|[a-z]Unspecified$/;

/** The choices of a schema that set nothing, where at least two others remain: one alone would have to be filled in. */
export function unsetChoices({ enum: choices = [] }: ToolSchema): unknown[] {
  const unset = choices.filter((choice) => typeof choice === "string" && UNSET.test(choice));
  return choices.filter((choice) => choice !== null && !unset.includes(choice)).length > 1 ? unset : [];
}

/** The schema without choices that set nothing. */
export function withoutUnset(schema: ToolSchema): ToolSchema {
  const unset = unsetChoices(schema);
  if (unset.length === 0) return schema;
  const { default: value, ...rest } = schema;
  return {
    ...rest,
    enum: schema.enum?.filter((choice) => !unset.includes(choice)),
    ...(value !== undefined && !unset.includes(value) && { default: value }),
  };
}
