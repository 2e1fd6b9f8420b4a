/** One piece of an action on all rows that match a filter. */
import { openCursor, signCursor, type Page } from "./cursor";
import { ApiError } from "../errors";
import { log, type Origin } from "../process/log";

/** Rows of a piece: few enough that a caller sees progress, and that a canceled action soon ends. */
const PIECE = 25;
const AT_ONCE = 4;

type Failure = { id: string; name: string; message: string };

type Many<Row> = {
  /** `next` of the piece before. */
  after: string | undefined;
  /** The operation, the tenant, the action and the filter: `next` is valid for nothing else. */
  scope: unknown;
  /** The rows in the order of their creation, newest first: a change must not move a row. */
  list: (part: { cursor?: string; limit: number }) => Promise<Page<Row>>;
  nameOf: (row: Row) => string;
  change: (row: Row) => Promise<unknown>;
  /** Aborted when the caller hangs up: no further row begins. */
  signal: AbortSignal;
  on: Origin;
};

/** The refusal in words for people; another failure is logged. */
function toMessage(error: unknown, id: string, on: Origin): string {
  if (error instanceof ApiError) return error.message;
  log.error(on, "a row of an action on many could not be changed", { error, row_id: id });
  return "The server could not do this. Try again.";
}

/**
 * Changes each row of the next piece; a failure ends only its own row. Rows created after the first piece are left out.
 * @throws ApiError BadRequest for an `after` of another action or filter
 */
export async function changeMany<Row extends { id: string }>(many: Many<Row>) {
  const { after, scope, list, nameOf, change, signal, on } = many;
  const page = await list({ limit: PIECE, ...(after !== undefined && { cursor: openCursor(after, scope) }) });
  const waiting = [...page.items];
  const failed: Failure[] = [];
  let done = 0;
  const lane = async (): Promise<void> => {
    for (let row = waiting.shift(); row !== undefined && !signal.aborted; row = waiting.shift()) {
      const { id } = row;
      const name = nameOf(row);
      try {
        await change(row);
        done++;
      } catch (error) {
        failed.push({ id, name, message: toMessage(error, id, on) });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const next = page.next_cursor === null ? null : signCursor(page.next_cursor, scope);
  return { done, failed, next, total_items: page.total_items };
}
