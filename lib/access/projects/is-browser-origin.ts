/** Origins of pages that can call the API with browser tokens. */
import { rowsOf, statement } from "@/lib/kernel/database/statement";

const FIND = statement({
  name: "access.browser-origin",
  text: `SELECT id FROM project WHERE config->'browserOrigins' ? $1 AND deleted_at IS NULL LIMIT 1`,
  columns: { id: "text" },
});

const LONGEST_ORIGIN = 300;

/**
 * Whether a project lists the origin. A preflight has no token, so nobody knows the project yet; the request itself is
 * compared with the project of its token.
 */
export const isBrowserOrigin = async (origin: string): Promise<boolean> =>
  origin.length <= LONGEST_ORIGIN && !origin.includes("\0") && (await rowsOf(FIND, [origin])).length > 0;
