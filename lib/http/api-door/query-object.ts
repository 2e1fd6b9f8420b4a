/** The query of a request as an object. */
import { ApiError } from "@/lib/kernel/errors";

/** No honest request has more, and repeated names take time to collect. */
const MAX_PARAMETERS = 1000;

/** `?a=1&a=2&m[k]=v` to `{a: ["1", "2"], m: {k: "v"}}`; `a[]` counts as `a`. */
export function queryObject(search: URLSearchParams): Record<string, unknown> {
  if (search.size > MAX_PARAMETERS)
    throw new ApiError("Unprocessable", `The query has more than ${MAX_PARAMETERS} parameters.`, {
      suggestedFix: "Ask in parts.",
    });
  const result: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [rawName, value] of search) {
    const name = rawName.endsWith("[]") ? rawName.slice(0, -2) : rawName;
    const map = /^([^[\]]+)\[([^[\]]+)\]$/.exec(name);
    if (map?.[1] && map[2]) {
      const name = result[map[1]];
      result[map[1]] = { ...(typeof name === "object" && !Array.isArray(name) ? name : {}), [map[2]]: value };
    } else result[name] = name in result ? [result[name], value].flat() : value;
  }
  return result;
}
