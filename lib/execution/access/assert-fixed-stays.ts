/** What a call brings along leaves the arguments alone that a project has fixed. Pure. */
import type { LaidOver } from "@/lib/catalog/overrides/tool-override";
import { ApiError } from "@/lib/kernel/errors";
import type { FixedTool } from "../request/without-fixed";
import type { Custom } from "./custom-params";

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
