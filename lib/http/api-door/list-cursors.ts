/**
 * Cursors of lists as they leave and enter: bound to the operation, the tenant, the path and the filters that they were
 * issued for. Rooms deal in positions (lib/kernel/database/cursor) and know nothing of this.
 */
import { z } from "zod";
import type { Caller } from "@/lib/access/caller";
import type { Operation } from "@/lib/contract/operation";
import { openCursor, signCursor } from "@/lib/kernel/database/cursor";
import { JsonPage } from "./json-text";

type Part = "query" | "body";
type Input = Partial<Record<"params" | Part, unknown>>;

/** Of a query or a body that has a text named `cursor`; older lists count pages instead. */
const takesCursor = (schema: z.ZodType | undefined): boolean =>
  schema instanceof z.ZodObject && (schema.shape as Record<string, z.ZodType>).cursor?.safeParse("x").success === true;

/** Where an operation takes the cursor of a page; undefined for what is no list with cursors. Asked once an operation. */
export const cursorPart = (op: Operation): Part | undefined =>
  (["query", "body"] as const).find((part) => takesCursor(op[part]));

/** Whose list it is. */
const tenantOf = (caller: Caller): string =>
  "projectId" in caller
    ? caller.projectId
    : "userId" in caller
      ? caller.userId
      : "organizationId" in caller
        ? caller.organizationId
        : "";

/**
 * Replaces the cursor of a request by the position in it.
 * @param input parsed; its cursor is changed
 * @returns what the list's next cursor is bound to: all of the request but the cursor, and how many rows a page has
 * @throws ApiError BadRequest for a cursor that was not issued for the same
 */
export function openPage(op: Operation, part: Part, caller: Caller, input: Input): unknown {
  const pageInput = input[part] as { cursor?: string | null; limit?: number };
  const { cursor, limit, ...filters } = pageInput;
  const scope = [op.id, tenantOf(caller), input.params, filters, input[part === "query" ? "body" : "query"]];
  if (cursor) pageInput.cursor = openCursor(cursor, scope);
  return scope;
}

/** The answer with its next cursor bound to the scope that `openPage` gave. */
export function closePage<T>(answer: T, scope: unknown): T {
  if (answer instanceof JsonPage) {
    const { next_cursor: position, ...page } = answer.page;
    return (position === null ? answer : new JsonPage({ ...page, next_cursor: signCursor(position, scope) })) as T;
  }
  const position = (answer as { next_cursor?: string | null }).next_cursor;
  return position ? { ...answer, next_cursor: signCursor(position, scope) } : answer;
}
