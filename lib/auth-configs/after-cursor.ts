/** The keyset condition of a list that is sorted by one time and the id. */
import type { Cursor } from "@/lib/kernel/cursor";
import { ApiError } from "@/lib/kernel/errors";

type Column = "createdAt" | "updatedAt";

/**
 * Rows behind the cursor, for a Prisma `where`; no cursor gives no condition.
 * @throws ApiError BadRequest for a cursor that names no time
 */
export function afterCursor(cursor: Cursor | undefined, column: Column, direction: "asc" | "desc"): object {
  if (!cursor) return {};
  const at = new Date(cursor.at);
  if (Number.isNaN(at.getTime()))
    throw new ApiError("BadRequest", "The cursor is not one that this list issued.", {
      suggestedFix: "Send the next_cursor of the page before, or leave the cursor out to begin again.",
    });
  const beyond = direction === "desc" ? "lt" : "gt";
  return { OR: [{ [column]: { [beyond]: at } }, { [column]: at, id: { [beyond]: cursor.id } }] };
}
