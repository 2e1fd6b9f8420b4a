/** Takes the events of an inbox one by one, and acknowledges each that was handled. */
import { callApi } from "../server/call-api";
import type { Target } from "../server/target";
import { keepFollowing, type EventStream } from "./follow-events";

const PATH = "/api/v3/internal/patchbay/inboxes";
/** The name of the inbox that the command creates for itself. */
const OWN_NAME = "patchbay listen";
/** The time of one response is longer than a program may take for all of its events. */
const TAKE = { max_events: 10, wait_seconds: 25, visibility_seconds: 300 };
/** Until an event that was not handled comes again. */
const RETRY_SECONDS = 5;
/** The time for an acknowledgement, also while the command ends. */
const LAST_MS = 10_000;

type Inbox = { id: string; name: string; trigger_id: string | null };
type Item = { receipt: string; event: unknown };

/** The ID of the command's own inbox, which is created at the first start. */
export async function findOwnInbox(target: Target, signal: AbortSignal): Promise<string> {
  const { items } = await callApi<{ items: Inbox[] }>(target, "GET", PATH, { signal });
  const inbox = items.find(({ name, trigger_id: triggerId }) => name === OWN_NAME && triggerId === null);
  return (inbox ?? (await callApi<Inbox>(target, "POST", PATH, { body: { name: OWN_NAME }, signal }))).id;
}

type Handlers = Pick<EventStream, "onOpen" | "onBreak"> & {
  /** Handles the JSON text of an event. Returns whether it is done with it; otherwise it comes again. */
  onEvent: (text: string) => Promise<boolean>;
};

/**
 * Takes events until the signal aborts. What is not handled, and what follows it in the same response, comes again.
 * @throws {Failure} if the server refuses the key, or the project has no such inbox
 */
export function followInbox(
  target: Target,
  inboxId: string,
  { onOpen, onEvent, onBreak }: Handlers,
  signal: AbortSignal,
): Promise<void> {
  const post = (verb: string, body: object, until = AbortSignal.timeout(LAST_MS)) =>
    callApi(target, "POST", `${PATH}/${encodeURIComponent(inboxId)}/${verb}`, { body, signal: until });
  const take = async (isWell: () => void): Promise<void> => {
    const { items } = (await post("receive", TAKE, signal)) as { items: Item[] };
    isWell();
    for (let item = items.shift(); item; item = items.shift()) {
      const isHandled = !signal.aborted && (await onEvent(JSON.stringify(item.event)));
      if (isHandled) await post("acknowledge", { receipts: [item.receipt] });
      else {
        const receipts = [item, ...items.splice(0)].map(({ receipt }) => receipt);
        await post("visibility", { receipts, visibility_seconds: signal.aborted ? 0 : RETRY_SECONDS });
      }
    }
  };
  onOpen();
  return keepFollowing(take, onBreak, signal);
}
