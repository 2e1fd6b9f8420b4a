/** Lists in answers. Pure. */
import { valueAt } from "./event-value";

/** The first of the ways that leads to a list. */
export function listAt(body: unknown, ways: string | readonly string[]): unknown[] | undefined {
  for (const way of [ways].flat()) {
    const found = valueAt(body, way);
    // A way through a list of lists means the items of them all.
    if (Array.isArray(found)) return way.includes("*") ? found.flat().filter((one) => one !== undefined) : found;
  }
  return undefined;
}
