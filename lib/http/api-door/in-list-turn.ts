/**
 * Long lists take turns. Each keeps the process busy for tens of milliseconds. Without turns, the event loop could make
 * those of three hundred connections one after another before it reads any other request.
 */
import { inTurn } from "@/lib/kernel/concurrency/in-turn";

const LISTS = "http.lists";

/** Lists up to this length do not wait. */
const LONG = 100;

/** Per process. Two per project, so that the database can work on one while the other is written. */
const ROOM = { total: 8, share: 2, waiting: 500 };

function isLong(input: { query?: unknown }): boolean {
  const { limit, pageSize } = (input.query ?? {}) as { limit?: unknown; pageSize?: unknown };
  return [limit, pageSize].some((count) => typeof count === "number" && count > LONG);
}

/** Whose line a list waits in: strangers must not fill the line of anybody else. */
const NAMES = ["projectId", "organizationId", "userId"] as const;

function tenantOf(caller: object, address: string | undefined): string {
  const ids = caller as Partial<Record<(typeof NAMES)[number], string>>;
  const name = NAMES.find((key) => ids[key] !== undefined);
  return name === undefined ? `address ${address ?? ""}` : `${name} ${ids[name]}`;
}

/** Makes an answer; a long list waits for the turn of its project, or else of its organization, user or address. */
export async function inListTurn<T>(
  caller: object,
  input: { query?: unknown },
  make: () => Promise<T>,
  address?: () => string | undefined,
): Promise<T> {
  if (!isLong(input)) return make();
  return inTurn(LISTS, tenantOf(caller, address?.()), ROOM, make);
}
