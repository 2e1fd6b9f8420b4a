/**
 * Takes events of an inbox in a process of its own until a test kills it: it shows each event to the test, waits until
 * the test has written it down, and acknowledges it then.
 */
import { receiveEvents } from "@/lib/webhooks/inboxes/receive-events";
import { acknowledgeEvents } from "@/lib/webhooks/inboxes/acknowledge-events";

const [, , projectId = "", inboxId = ""] = process.argv;
const { signal } = new AbortController();
const show = (event: unknown): Promise<unknown> =>
  new Promise((resolve) => {
    process.once("message", resolve);
    process.send?.(event);
  });

for (;;) {
  const of = { projectId, organizationId: undefined, requestId: "req_program" };
  const options = { maxEvents: 7, visibilitySeconds: 1, waitSeconds: 5, signal };
  for (const { receipt, event } of await receiveEvents(of, inboxId, options)) {
    await show(event);
    await acknowledgeEvents(projectId, inboxId, [receipt]);
  }
}
