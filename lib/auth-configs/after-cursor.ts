/** The keyset condition of a list that is sorted by one time and the id. */
import type { Cursor } from "@/lib/kernel/database/cursor";

type Column = "createdAt" | "updatedAt";

/** Rows behind the cursor, for a Prisma `where`; no cursor gives no condition. */
export function afterCursor(
  cursor: Omit<Cursor, "page"> | undefined,
  column: Column,
  direction: "asc" | "desc",
): object {
  if (!cursor) return {};
  const time = new Date(cursor.time);
  const beyond = direction === "desc" ? "lt" : "gt";
  return { OR: [{ [column]: { [beyond]: time } }, { [column]: time, id: { [beyond]: cursor.id } }] };
}
