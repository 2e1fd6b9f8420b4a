/** Arguments that a project has fixed, or that have a default of the project. Pure. */
import { isDeepStrictEqual } from "node:util";
import type { LaidOver } from "@/lib/catalog/overrides/tool-override";
import type { ToolRun } from "@/lib/catalog/tool-request";
import { ApiError } from "@/lib/kernel/errors";
import type { Values } from "@/lib/kernel/text/is-object";
import { underOwnNames } from "./argument-names";
import { MAX_PROBLEMS, shownName } from "./argument-problems";

export type FixedTool = { slug: string; run: ToolRun };

const isScalar = (value: unknown): boolean => value !== null && typeof value !== "object";

/** A number can come as a text of its digits. */
const isSame = (value: unknown, fixed: unknown): boolean =>
  isDeepStrictEqual(value, fixed) || (isScalar(value) && isScalar(fixed) && String(value) === String(fixed));

/**
 * The arguments of a call under the tool's own names, without the fixed arguments and with the project's defaults.
 * @throws ApiError Unprocessable that names each fixed argument for which the call has another value; the fixed value
 *   itself is not shown
 */
export function withoutFixed(
  tool: FixedTool,
  { inputSchema, fixed, defaults }: LaidOver,
  input: Readonly<Values>,
  warn?: (text: string) => void,
): Values {
  const args = underOwnNames({ inputSchema, run: tool.run }, input, warn);
  const errors: string[] = [];
  for (const name of Object.keys(fixed)) {
    const value = args[name];
    delete args[name];
    if (value === undefined || value === null || isSame(value, fixed[name])) continue;
    errors.push(`${shownName(name)}: is fixed by this project, so a call cannot choose it; leave it out.`);
  }
  if (errors.length > 0)
    throw new ApiError("Unprocessable", `Invalid arguments for ${tool.slug}. ${errors[0]}`, {
      errors: errors.slice(0, MAX_PROBLEMS),
      suggestedFix: "Leave out the arguments named in errors.",
    });
  for (const [name, value] of Object.entries(defaults)) args[name] ??= structuredClone(value);
  return args;
}
