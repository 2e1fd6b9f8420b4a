/** Arguments that a project has fixed, or that have a default of the project. Pure. */
import { isDeepStrictEqual } from "node:util";
import type { LaidOver } from "@/lib/catalog/overrides/tool-override";
import type { ToolRun } from "@/lib/catalog/tool-request";
import { ApiError } from "@/lib/kernel/errors";
import type { Values } from "@/lib/kernel/text/is-object";
import { underOwnNames } from "./argument-names";
import type { Custom } from "../access/custom-params";
import { MAX_PROBLEMS, shownName } from "./argument-problems";

type FixedTool = { slug: string; run: ToolRun };

const placeOf = (place: string, name: string): string => `${place} ${place === "header" ? name.toLowerCase() : name}`;

/** Where the fixed arguments are in the request; "body" where they are all of its body. */
function placesOf({ run }: FixedTool, { fixed }: LaidOver): ReadonlySet<string> {
  const isFixed = ({ key }: { key: string }): boolean => Object.hasOwn(fixed, key);
  const { parameters = [], body } = run.request ?? {};
  const places = new Set(parameters.filter(isFixed).map((parameter) => placeOf(parameter.in, parameter.name)));
  if (body?.mode !== "flat") return body && isFixed(body) ? places.add("body") : places;
  for (const { name, as } of body.fields.filter(isFixed))
    places.add(placeOf("body", body.wrap ?? (as === "inside" ? (name.split(".", 1)[0] ?? name) : name)));
  return places;
}

/**
 * What a call brings along besides its arguments wins over them in the request, so it must be elsewhere.
 * @throws ApiError Unprocessable for a parameter or a field of a body in the place of a fixed argument
 */
export function assertFixedStays(
  tool: FixedTool & { laidOver?: LaidOver },
  { parameters, body }: Pick<Custom, "parameters" | "body">,
): void {
  if (!tool.laidOver) return;
  const places = placesOf(tool, tool.laidOver);
  const brought = [
    ...(parameters ?? []).map(({ in: place, name }) => placeOf(place, name)),
    ...Object.keys(body ?? {}).flatMap((name) => ["body", placeOf("body", name)]),
  ];
  const place = brought.find((place) => places.has(place));
  if (place === undefined) return;
  throw new ApiError("Unprocessable", `custom_auth_params: ${place.slice(0, 100)} is fixed by this project.`, {
    suggestedFix: "Leave it out.",
  });
}

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
    throw new ApiError("Unprocessable", `The arguments do not fit ${tool.slug}. ${errors[0]}`, {
      errors: errors.slice(0, MAX_PROBLEMS),
      suggestedFix: "Leave out the arguments named in errors.",
    });
  for (const [name, value] of Object.entries(defaults)) args[name] ??= structuredClone(value);
  return args;
}
