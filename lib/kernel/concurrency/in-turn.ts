/** Work that keeps the process busy takes turns: between two pieces of it the event loop reads other requests. */
import { ApiError } from "../errors";
import { freeSlot, tryTakeSlot, waitForSlot, waitingForSlot, type SlotLimits } from "./slots";

/**
 * `waiting`: maximum of waiting requests of one tenant. Each holds its memory and a connection, and more would wait too
 * long.
 */
type Room = SlotLimits & { waiting: number };

const RETRY_AFTER_S = "1";

/**
 * Does the work when it is the tenant's turn.
 * @throws ApiError TooManyRequests if the tenant has reached its limit of waiting requests
 */
export async function inTurn<Value>(
  name: string,
  tenant: string,
  room: Room,
  work: () => Promise<Value>,
): Promise<Value> {
  if (!tryTakeSlot(name, tenant, room)) {
    if (waitingForSlot(name, tenant) >= room.waiting)
      throw new ApiError("TooManyRequests", "Too many searches or long lists of this project wait for their turn.", {
        suggestedFix: "Send fewer of them at a time, and try again in a second.",
        headers: { "retry-after": RETRY_AFTER_S },
      });
    await waitForSlot(name, tenant, () => undefined);
  }
  try {
    return await work();
  } finally {
    // In the next round of the event loop, so that other requests are read in between.
    setImmediate(() => freeSlot(name, tenant));
  }
}
