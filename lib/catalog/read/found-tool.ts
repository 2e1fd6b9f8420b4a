/** Where tools are in lists, and the positions behind which a page begins. */
import type { Cursor } from "@/lib/kernel/database/cursor";
import { foreignCursor } from "@/lib/kernel/database/cursor";

/** `fit` is larger for tools that come first regardless of their rank; `stamp` changes with each change of the row. */
export const placeTypes = {
  id: "text",
  slug: "text",
  toolkit: "text",
  rank: "int4",
  fit: "int4",
  stamp: "text",
} as const;

/** Without the fit, which follows from the list. */
export const PLACE_COLUMNS = "tool.id, tool.slug, tool.toolkit_slug AS toolkit, tool.rank, tool.xmin::text AS stamp";

export type FoundTool = { id: string; slug: string; toolkit: string; rank: number; fit: number; stamp: string };
export type Position = Pick<FoundTool, "fit" | "rank" | "slug" | "id">;

/** The position behind which a page begins. Cursors from before tools had a rank lead nowhere. */
export function positionOf({ time, id }: Cursor): Position {
  const [fit, rank, slug, ...more] = time.split(" ");
  if (slug === undefined || more.length > 0) throw foreignCursor();
  return { fit: Number(fit), rank: Number(rank), slug, id };
}

export const toPosition = ({ fit, rank, slug, id }: Position) => ({ time: `${fit} ${rank} ${slug}`, id });

export const byPosition = (a: Position, b: Position): number =>
  b.fit - a.fit || a.rank - b.rank || (a.slug < b.slug ? -1 : a.slug > b.slug ? 1 : a.id < b.id ? -1 : 1);
