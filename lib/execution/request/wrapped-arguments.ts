/** An object around the members of a body that callers give one by one: `{"data": {...}}`. Pure. */
import type { ToolRun } from "@/lib/catalog/tool-request";
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { shownName } from "./argument-problems";
import { coerce } from "./coerce";

/** The name of the object that the tool's body puts its members into; undefined for a body without one. */
export const wrapOf = ({ request }: ToolRun): string | undefined =>
  request?.body?.mode === "flat" ? request.body.wrap : undefined;

/**
 * The arguments with the members of the wrapping object as single arguments. A member that the tool does not show stays
 * inside, and is sent as it is.
 */
export function withoutWrap(run: ToolRun, input: Readonly<Values>, warn?: (text: string) => void): Values {
  const body = run.request?.body;
  if (body?.mode !== "flat" || body.wrap === undefined || !Object.hasOwn(input, body.wrap)) return { ...input };
  const { [body.wrap]: wrapped, ...others } = input;
  const args: Values = others;
  if (wrapped === null || wrapped === undefined) return args;
  const members = coerce(wrapped, { type: "object" });
  if (!isObject(members)) return { ...input };
  const keys = new Map(body.fields.flatMap(({ key, name, unlisted }) => (unlisted ? [] : [[name, key] as const])));
  const rest: [string, unknown][] = [];
  for (const [name, value] of Object.entries(members)) {
    const key = keys.get(name);
    if (key === undefined) rest.push([name, value]);
    else if (!Object.hasOwn(args, key)) args[key] = value;
    else warn?.(`${body.wrap}.${shownName(name)}: was ignored, as ${key} says the same and was given too.`);
  }
  // `fromEntries` makes a member named __proto__ an ordinary property.
  return rest.length > 0 ? { ...args, [body.wrap]: Object.fromEntries(rest) } : args;
}
