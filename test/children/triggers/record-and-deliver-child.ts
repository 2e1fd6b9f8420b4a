/** Records events as a provider's request does, in transactions that take them, and delivers until it is killed. */
import { inHotTransaction } from "@/lib/kernel/database/in-hot-transaction";
import { startDelivering } from "@/lib/webhooks/delivery/start-delivering";
import { recordEvents, toEventRow, type NewEvent } from "@/lib/webhooks/events/record-event";

/** A transaction that a test asks for. The answer is its number, after the commit. */
export type RecordRequest = { number: number; projectId: string; events: NewEvent[] };

startDelivering(() => Promise.resolve({ organizationId: undefined, storesPayloads: true }));
process.on("message", ({ number, projectId, events }: RecordRequest) => {
  const rows = events.map((event) => toEventRow(projectId, event));
  void inHotTransaction((tx) => recordEvents(tx, projectId, rows)).then(
    () => process.send?.({ number }),
    (error: unknown) => process.send?.({ number, error: String(error) }),
  );
});
process.once("disconnect", () => process.exit());
process.send?.("ready");
