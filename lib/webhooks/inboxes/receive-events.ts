/** Gives a program the next events of an inbox, or lets it wait for some. */
import { requireInbox } from "./require-inbox";
import { takeEvents, type Caller, type TakenEvent, type TakeOptions } from "./take-events";
import { waitForEvents } from "./wait-for-events";

/**
 * @param signal aborts when the caller is gone; then nothing more is taken
 * @throws ApiError NotFound, TooManyRequests if too many requests of the project wait already
 */
export async function receiveEvents(
  caller: Caller,
  inboxId: string,
  { waitSeconds, signal, ...options }: TakeOptions & { waitSeconds: number; signal: AbortSignal },
): Promise<TakenEvent[]> {
  await requireInbox(caller.projectId, inboxId);
  const take = () => takeEvents(caller, inboxId, options);
  if (waitSeconds === 0) return take();
  return waitForEvents({ projectId: caller.projectId, inboxId, seconds: waitSeconds, signal }, take);
}
