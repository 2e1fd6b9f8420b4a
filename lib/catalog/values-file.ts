/** Arguments whose values a tool of the same toolkit lists, such as the channels of a workspace. */
import { z } from "zod";

const path = z.string().min(1).max(200);
const argument = z.string().min(1).max(200);

/**
 * `tool` lists the values, with the arguments `with`, and with the caller's own values of the arguments `needs`.
 * `items` is the path to the list in its answer. `value` and `label` are paths in an item; without `value`, the items
 * are texts. `fills` sets further arguments from the same item.
 */
export const ValueList = z.strictObject({
  tool: z.string().min(1).max(200),
  with: z.record(argument, z.unknown()).optional(),
  needs: z.array(argument).max(5).optional(),
  items: path,
  value: path.optional(),
  label: path.optional(),
  fills: z.record(argument, path).optional(),
});
export type ValueList = z.infer<typeof ValueList>;

/** `toolkits/<slug>/values.yaml`: the list of an argument, which counts for all tools that have the argument. */
export const ValuesFile = z.record(argument, ValueList);
export type ValuesFile = z.infer<typeof ValuesFile>;
