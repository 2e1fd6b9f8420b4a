/** Opaque cursors of keyset pagination. */
import { ApiError } from "./errors";

/** The position after the last row of a page: the sort key's value and the row's id. */
export type Cursor = { at: string; id: string; page: number };

/** Writes a position as an opaque, url-safe text. */
export const toCursor = ({ at, id, page }: Cursor): string =>
  Buffer.from(JSON.stringify([at, id, page])).toString("base64url");

/**
 * Reads a cursor that `toCursor` made; undefined for an absent one.
 * @throws ApiError BadRequest for anything we did not issue
 */
export function readCursor(text: string | null | undefined): Cursor | undefined {
  if (!text) return undefined;
  try {
    const [at, id, page] = JSON.parse(Buffer.from(text, "base64url").toString("utf8")) as [unknown, unknown, unknown];
    if (typeof at === "string" && typeof id === "string" && Number.isInteger(page)) {
      const cursor = { at, id, page: page as number };
      if (toCursor(cursor) === text) return cursor;
    }
  } catch {
    // An unreadable text is answered below like any other foreign one.
  }
  throw new ApiError("BadRequest", "The cursor is not one that this server issued.", {
    suggestedFix: "Send the next_cursor of the page before, unchanged, or leave the cursor out to begin again.",
  });
}

export type Page<T> = {
  items: T[];
  next_cursor: string | null;
  total_pages: number;
  current_page: number;
  total_items: number;
};

/**
 * Makes a list's answer from up to `limit + 1` rows.
 * @param position the sort key and id of a row
 */
export function toPage<Row>(
  rows: Row[],
  total: number,
  limit: number,
  cursor: Cursor | undefined,
  position: (row: Row) => { at: string; id: string },
): Page<Row> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const current = cursor?.page ?? 1;
  return {
    items,
    next_cursor: rows.length > limit && last ? toCursor({ ...position(last), page: current + 1 }) : null,
    total_pages: Math.ceil(total / limit),
    current_page: current,
    total_items: total,
  };
}
