/**
 * Signs the cursors of lists for the client and checks them when they come back: a cursor is valid only for the
 * operation, tenant, path and filters that it was issued for. Other folders only see positions
 * (lib/kernel/database/cursor).
 */
import { z } from "zod";
import type { Caller } from "@/lib/access/caller";
import type { Operation } from "@/lib/contract/operation";
import { openCursor, signCursor } from "@/lib/kernel/database/cursor";
import { JsonPage, PreparedJson } from "./json-text";

type Part = "query" | "body";
type Input = Partial<Record<"params" | Part, unknown>>;

/** Whether a query or body has a text field `cursor`; older lists count pages instead. */
const hasCursor = (schema: z.ZodType | undefined): boolean =>
  schema instanceof z.ZodObject && (schema.shape as Record<string, z.ZodType>).cursor?.safeParse("x").success === true;

/** Where an operation has its cursor; undefined if it has none. Called once per operation. */
export const cursorPart = (op: Operation): Part | undefined =>
  (["query", "body"] as const).find((part) => hasCursor(op[part]));

/** The owner of the list: a project, person or organization. */
const tenantOf = (caller: Caller): string =>
  "projectId" in caller
    ? caller.projectId
    : "userId" in caller
      ? caller.userId
      : "organizationId" in caller
        ? caller.organizationId
        : "";

/**
 * Replaces the signed cursor of a request by the position that it contains.
 * @param input the parsed input; its cursor is changed
 * @returns the scope to which the next cursor is bound: the whole request except cursor and page size
 * @throws ApiError BadRequest for a cursor that was issued for another scope
 */
export function readPageCursor(op: Operation, part: Part, caller: Caller, input: Input): unknown {
  const pageInput = input[part] as { cursor?: string | null; limit?: number };
  const { cursor, limit, ...filters } = pageInput;
  const scope = [op.id, tenantOf(caller), input.params, filters, input[part === "query" ? "body" : "query"]];
  if (cursor) pageInput.cursor = openCursor(cursor, scope);
  return scope;
}

/** The answer with its next cursor signed for the scope from `readPageCursor`. */
export function signNextCursor<T>(answer: T, scope: unknown): T {
  if (answer instanceof JsonPage) {
    const { next_cursor: position, ...page } = answer.page;
    return (position === null ? answer : new JsonPage({ ...page, next_cursor: signCursor(position, scope) })) as T;
  }
  if (answer instanceof PreparedJson) {
    const { begin, rest } = answer;
    if (!rest?.next_cursor) return answer;
    return new PreparedJson(begin, { ...rest, next_cursor: signCursor(rest.next_cursor, scope) }) as T;
  }
  // Lists from before version 3 have the other name.
  const page = answer as { next_cursor?: string | null; nextCursor?: string | null };
  if (page.nextCursor) return { ...answer, nextCursor: signCursor(page.nextCursor, scope) };
  return page.next_cursor ? { ...answer, next_cursor: signCursor(page.next_cursor, scope) } : answer;
}
