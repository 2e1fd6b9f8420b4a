/**
 * Long lists take turns. Making one keeps the process busy for tens of milliseconds, and the event loop would make those
 * of three hundred connections one after another before it looks at anybody else's request.
 */
import { freeSlot, waitForSlot, tryTakeSlot } from "@/lib/kernel/concurrency/slots";

const LISTS = "http.lists";

/** Shorter ones are made at once. */
const LONG = 100;

/** Of one process. Two of a project, so that the database works at one while the other is written. */
const ROOM = { total: 8, share: 2 };

function isLong(input: { query?: unknown }): boolean {
  const limit = (input.query as { limit?: unknown } | undefined)?.limit;
  return typeof limit === "number" && limit > LONG;
}

const tenantOf = (caller: object): string => ("projectId" in caller ? String(caller.projectId) : "");

/** Makes an answer; a long list when it is its project's turn. As many wait as there are connections that ask. */
export async function inListTurn<T>(caller: object, input: { query?: unknown }, make: () => Promise<T>): Promise<T> {
  if (!isLong(input)) return make();
  const tenant = tenantOf(caller);
  if (!tryTakeSlot(LISTS, tenant, ROOM)) await waitForSlot(LISTS, tenant, () => undefined);
  try {
    return await make();
  } finally {
    // In the next round of the event loop: in between, everybody else's requests are read.
    setImmediate(() => freeSlot(LISTS, tenant));
  }
}
