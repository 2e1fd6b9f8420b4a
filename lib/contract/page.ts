/** The list form that every list of the v3 API shares, and the lenient query values its clients send. */
import { z } from "zod";

/** Most lists give at most this many rows at once; larger limits are clamped, never refused (SDKs send 9999). */
export const MAX_LIMIT = 1000;

const clampLimit =
  (fallback: number, max: number) =>
  (value: unknown): number => {
    // A value that is neither text nor number can be an object that cannot become a number, such as {"toString": 1}.
    const limit = typeof value === "string" || typeof value === "number" ? Math.floor(Number(value)) : NaN;
    if (value === "" || !Number.isFinite(limit)) return fallback;
    return Math.min(Math.max(limit, 1), max);
  };

/** `limit` as a number from 1 to `max`; anything absent or unreadable gives `fallback`. */
export const limitQuery = (fallback = 20, max = MAX_LIMIT) =>
  z
    .unknown()
    .optional()
    .transform(clampLimit(fallback, max))
    .meta({ override: { type: "integer", minimum: 1, maximum: max, default: fallback }, description: "Rows a page" });

/** Cursors are signed and short. */
export const MAX_CURSOR = 4096;

export const cursorQuery = z
  .string()
  .max(MAX_CURSOR)
  .optional()
  .meta({ description: "The next_cursor of the page before" });

export const pageQuery = { cursor: cursorQuery, limit: limitQuery() };

/** As many as one page can hold. */
const MAX_LISTED = 1000;

/**
 * A list in a query: `a,b`, a repeated name and `name[]` are all accepted (the clients differ). Absent gives undefined.
 */
export const listQuery = <T extends z.ZodType<string>>(item: T) =>
  z.preprocess(
    (value) =>
      value === undefined || value === null || value === ""
        ? undefined
        : [value]
            .flat()
            .flatMap((part: unknown) =>
              typeof part === "string" ? part.split(",").map((item) => item.trim()) : [part],
            )
            .filter((part) => part !== ""),
    z.array(item).max(MAX_LISTED, `must name at most ${MAX_LISTED}`).optional(),
  );

/** A flag in a query: true/false, 1/0, as text or boolean. Absent gives undefined. */
export const flagQuery = z.preprocess((value) => {
  if (value === undefined || value === null || value === "") return undefined;
  if (value === true || value === "true" || value === "1") return true;
  if (value === false || value === "false" || value === "0") return false;
  return value;
}, z.boolean().optional());

/** `{items, next_cursor, total_pages, current_page, total_items}`: the shape of every list. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    next_cursor: z.string().nullable(),
    total_pages: z.number().int(),
    current_page: z.number().int(),
    total_items: z.number().int(),
  });
