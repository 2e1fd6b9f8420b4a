/** Opaque cursors of keyset pagination. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { ApiError } from "../errors";
import { processMemory } from "../process-memory";
import { derivedKey } from "../process/vault";

/** The position after the last row of a page: the sort key's value and the row's id. */
export type Cursor = { time: string; id: string; page: number };

/** Writes a position as a URL-safe text. Before clients get it, `signCursor` signs it. */
export const toCursor = ({ time, id, page }: Cursor): string =>
  Buffer.from(JSON.stringify([time, id, page])).toString("base64url");

/** The refusal of a cursor that leads nowhere in a list. */
export const foreignCursor = (): ApiError =>
  new ApiError("BadRequest", "The cursor is not one that this server issued for this list and these filters.", {
    errors: ["cursor: is not one that this list issued for these filters"],
    suggestedFix: "Send the next_cursor of the page before, unchanged, or leave the cursor out to begin again.",
  });

/**
 * Reads a position that `toCursor` wrote; undefined for an absent one.
 * @throws ApiError BadRequest for another text
 */
export function readCursor(text: string | null | undefined): Cursor | undefined {
  if (!text) return undefined;
  try {
    const [time, id, page] = JSON.parse(Buffer.from(text, "base64url").toString("utf8")) as [unknown, unknown, unknown];
    if (typeof time === "string" && typeof id === "string" && Number.isInteger(page))
      return { time, id, page: page as number };
  } catch {
    // An unreadable text gets the same error below as any other invalid one.
  }
  throw foreignCursor();
}

/** Longer than any cursor of ours, whose sort keys and ids have a few hundred characters. */
const MAX_CHARACTERS = 8_000;
/** 128 bits of an HMAC-SHA256. */
const signatureOf = (position: string, scope: unknown): string =>
  createHmac(
    "sha256",
    processMemory("cursor.key", () => derivedKey("cursor")),
  )
    .update(JSON.stringify([position, scope]))
    .digest()
    .subarray(0, 16)
    .toString("base64url");

/**
 * A signed position for clients, valid only for one scope: `<position>.<signature>`.
 * @param scope the list, the tenant and the filters, as a JSON value
 */
export const signCursor = (position: string, scope: unknown): string => `${position}.${signatureOf(position, scope)}`;

/**
 * Checks a cursor and gives the position that `signCursor` signed for the same scope.
 * @throws ApiError BadRequest, naming `cursor`, for any other text
 */
export function openCursor(text: string, scope: unknown): string {
  if (text.length > MAX_CHARACTERS) throw foreignCursor();
  const [position = ""] = text.split(".", 1);
  const [input, expected] = [Buffer.from(text), Buffer.from(signCursor(position, scope))];
  if (input.length !== expected.length || !timingSafeEqual(input, expected)) throw foreignCursor();
  return position;
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
 * @param fit the number of rows if fewer than the limit, because more would be too large
 */
export function toPage<Row>(
  rows: Row[],
  total: number,
  limit: number,
  cursor: Cursor | undefined,
  position: (row: Row) => { time: string; id: string },
  fit = limit,
): Page<Row> {
  const items = rows.slice(0, fit);
  const last = items.at(-1);
  const current = cursor?.page ?? 1;
  return {
    items,
    next_cursor: rows.length > fit && last ? toCursor({ ...position(last), page: current + 1 }) : null,
    total_pages: Math.ceil(total / limit),
    current_page: current,
    total_items: total,
  };
}

/** The condition for the rows after a cursor, in a list that is ordered by time and ID, newest first. */
export const afterNewest = (cursor: Cursor | undefined) =>
  cursor
    ? {
        OR: [{ createdAt: { lt: new Date(cursor.time) } }, { createdAt: new Date(cursor.time), id: { lt: cursor.id } }],
      }
    : {};
