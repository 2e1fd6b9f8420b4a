/**
 * Long lists take turns. Each keeps the process busy for tens of milliseconds. Without turns, the event loop could make
 * those of three hundred connections one after another before it reads any other request.
 */
import { inTurn } from "@/lib/kernel/concurrency/turns";

const LISTS = "http.lists";

/** Lists up to this length do not wait. */
const LONG = 100;

/** Per process. Two per project, so that the database can work on one while the other is written. */
const ROOM = { total: 8, share: 2, waiting: 500 };

function isLong(input: { query?: unknown }): boolean {
  const limit = (input.query as { limit?: unknown } | undefined)?.limit;
  return typeof limit === "number" && limit > LONG;
}

const tenantOf = (caller: object): string => ("projectId" in caller ? String(caller.projectId) : "");

/** Makes an answer; a long list waits for the turn of its project. */
export async function inListTurn<T>(caller: object, input: { query?: unknown }, make: () => Promise<T>): Promise<T> {
  if (!isLong(input)) return make();
  return inTurn(LISTS, tenantOf(caller), ROOM, make);
}
