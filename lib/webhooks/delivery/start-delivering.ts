/**
 * Delivers events in this process: it looks for receivers with deliveries that are due when an event is recorded
 * anywhere, and every half second. Not by jobs of the queue (docs/decisions/0016).
 */
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseUnavailable } from "@/lib/kernel/database/db-errors";
import { listen } from "@/lib/kernel/database/notify";
import { onDrain, onStop } from "@/lib/kernel/process/lifecycle";
import { background, log } from "@/lib/kernel/process/log";
import { watchLoop } from "@/lib/kernel/process/watch-loop";
import { EVENTS_CHANNEL } from "../events/record-event";
import { findDueSubscriptions } from "./claim-deliveries";
import { setProjectFacts, type ProjectFacts } from "./project-facts";
import { ReceiverWork } from "./receiver-work";

const LOOK_MS = 500;
/** Pause between two looks while events arrive, in milliseconds: one look finds the receivers of all of them. */
const LOOK_REST_MS = 5;

class Deliveries {
  private readonly works = new Map<string, { work: ReceiverWork; projectId: string }>();
  private readonly ended = new Set<Promise<void>>();
  private again = false;
  private looking = false;

  private readonly loop = watchLoop("deliveries");

  constructor(private readonly stopping: AbortSignal) {}

  /**
   * Finds receivers with something due; whoever asks meanwhile is answered by one further look.
   * @param of the project that has a new event: each receiver that is woken asks the database, so that the many events
   *   of one project must not wake those of all others
   */
  look(of?: string): void {
    this.again = true;
    for (const { work, projectId } of this.works.values()) if (of === undefined || of === projectId) work.wake();
    if (!this.looking) void this.keepLooking();
  }

  private async keepLooking(): Promise<void> {
    this.looking = true;
    while (this.again && !this.stopping.aborted) {
      this.again = false;
      try {
        const due = await findDueSubscriptions([...this.works.keys()]);
        for (const { id, projectId } of due) this.begin(id, projectId);
        this.loop.turned();
        if (this.again) await sleep(LOOK_REST_MS);
      } catch (error) {
        // That the database is away is said by who watches it; the next look is soon.
        if (!(error instanceof DatabaseUnavailable))
          log.warn(background("webhooks"), "deliveries could not be looked for", { error });
      }
    }
    this.looking = false;
  }

  private begin(id: string, projectId: string): void {
    const work = new ReceiverWork(id, this.stopping);
    this.works.set(id, { work, projectId });
    const completion = work
      .run()
      .catch((error: unknown) => {
        if (!(error instanceof DatabaseUnavailable))
          log.warn(background("webhooks"), "deliveries to a receiver broke off", { error });
      })
      .then(() => {
        this.works.delete(id);
        this.ended.delete(completion);
      });
    this.ended.add(completion);
  }

  /** Lets attempts end that have begun; what waits is given back. */
  async stop(): Promise<void> {
    this.loop.end();
    for (const { work } of this.works.values()) work.wake();
    await Promise.all(this.ended);
  }
}

/** Starts to deliver; it ends with the process. */
export function startDelivering(findProject: (projectId: string) => Promise<ProjectFacts>): void {
  setProjectFacts(findProject);
  const stopping = new AbortController();
  const deliveries = new Deliveries(stopping.signal);
  listen(EVENTS_CHANNEL, {
    message: (message) => deliveries.look(message.split(" ")[0]),
    missed: () => deliveries.look(),
  });
  const timer = setInterval(() => deliveries.look(), LOOK_MS).unref();
  // Nothing new begins while requests of clients are let end.
  onDrain(() => stopping.abort());
  onStop("webhooks", () => {
    clearInterval(timer);
    stopping.abort();
    return deliveries.stop();
  });
}
