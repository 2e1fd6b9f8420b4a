/** Work that keeps the process busy takes turns: between two pieces of it the event loop reads other requests. */
import { freeSlot, tryTakeSlot, waitForSlot, type SlotLimits } from "./slots";

/** Does the work when it is the tenant's turn. */
export async function inTurn<Value>(
  name: string,
  tenant: string,
  room: SlotLimits,
  work: () => Promise<Value>,
): Promise<Value> {
  if (!tryTakeSlot(name, tenant, room)) await waitForSlot(name, tenant, () => undefined);
  try {
    return await work();
  } finally {
    // In the next round of the event loop, so that other requests are read in between.
    setImmediate(() => freeSlot(name, tenant));
  }
}
