/**
 * Delivers events in this process: it looks for receivers with deliveries that are due when an event is recorded
 * anywhere, and every half second. Not by jobs of the queue (docs/decisions/0016).
 */
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseUnavailable } from "@/lib/kernel/database/db-errors";
import { listen } from "@/lib/kernel/database/notify";
import { onDrain, onStop } from "@/lib/kernel/process/lifecycle";
import { newToken } from "@/lib/kernel/ids";
import { background, log } from "@/lib/kernel/process/log";
import { watchLoop } from "@/lib/kernel/process/watch-loop";
import { EVENTS_CHANNEL, SENT_MARK } from "../events/record-event";
import type { Receiver } from "../events/receiver";
import { setSender, type Sender, type TakenDelivery, type Wish } from "../events/begin-taking";
import { breakClaim } from "./break-claim";
import { findDueSubscriptions, holdMsOf } from "./claim-deliveries";
import { MOST_HELD, MOST_OF_A_LANE, roomForBytes, type Holding } from "./holding";
import { setProjectFacts, type FindProject } from "./project-facts";
import { ReceiverWork } from "./receiver-work";

const LOOK_MS = 500;
/** Pause between two looks while events arrive, in milliseconds: one look finds the receivers of all of them. */
const LOOK_REST_MS = 5;

const toHolding = (
  receiver: Receiver,
  claim: string,
  until: number,
  { event, bytes, ...columns }: TakenDelivery,
): Holding => {
  const { id: eventId, projectId: _, ...facts } = event;
  const { id, seq, lane, content } = columns;
  const delivery = { ...facts, id, seq, lane, kind: "event", url: null, attempts: 0, eventId };
  return { receiver, claim, until, content, bytes, delivery };
};

class Deliveries implements Sender {
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
        for (const { id, projectId } of due) this.workFor(id, projectId, newToken("whc_"), (work) => work.wake());
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

  /** What of a project's events can be taken as they are recorded. */
  wish(projectId: string): Wish | undefined {
    if (this.stopping.aborted || roomForBytes() <= 0) return undefined;
    const works = [...this.works].filter(([, { work, projectId: tenant }]) => tenant === projectId && !work.hasEnded);
    const roomOf = (id: string, lane?: string): number =>
      this.findWork(id)?.roomOf(lane) ?? (lane === undefined ? MOST_HELD : MOST_OF_A_LANE);
    return {
      full: works.flatMap(([id, { work }]) => (work.roomOf() > 0 ? [] : [id])),
      claimFor: (id) => this.findWork(id)?.claim ?? newToken("whc_"),
      holdMs: holdMsOf(),
      roomOf,
      roomForBytes,
    };
  }

  accept(receiver: Receiver, claim: string, until: number, deliveries: readonly TakenDelivery[]): void {
    const all = deliveries.map((delivery) => toHolding(receiver, claim, until, delivery));
    this.workFor(receiver.id, receiver.projectId, claim, (work) => work.add(all));
  }

  lose(receiverId: string, claim: string): void {
    breakClaim(claim);
    this.findWork(receiverId)?.renewClaim();
  }

  private findWork(id: string): ReceiverWork | undefined {
    const work = this.works.get(id)?.work;
    return work?.hasEnded ? undefined : work;
  }

  /** Gives work to whoever sends to a receiver, who begins if nobody does. */
  private workFor(id: string, projectId: string, claim: string, give: (work: ReceiverWork) => void): void {
    const running = this.findWork(id);
    if (running) return give(running);
    const work = new ReceiverWork(id, claim, this.stopping);
    this.works.set(id, { work, projectId });
    give(work);
    const completion = work
      .run()
      .catch((error: unknown) => {
        if (!(error instanceof DatabaseUnavailable))
          log.warn(background("webhooks"), "deliveries to a receiver broke off", { error });
      })
      .then(() => {
        if (this.works.get(id)?.work === work) this.works.delete(id);
        this.ended.delete(completion);
      });
    this.ended.add(completion);
  }

  /** Lets attempts end that have begun; what waits is given back. */
  async stop(): Promise<void> {
    this.loop.end();
    for (const { work } of this.works.values()) work.wake();
    // Transactions that end meanwhile hand over what they took, to be given back.
    while (this.ended.size > 0) await Promise.all(this.ended);
  }
}

/** Starts to deliver; it ends with the process. */
export function startDelivering(findProject: FindProject): void {
  setProjectFacts(findProject);
  const stopping = new AbortController();
  const deliveries = new Deliveries(stopping.signal);
  listen(EVENTS_CHANNEL, {
    message: (message) => {
      const [projectId, , mark] = message.split(" ");
      if (mark !== SENT_MARK) deliveries.look(projectId);
    },
    missed: () => deliveries.look(),
  });
  setSender(deliveries);
  const timer = setInterval(() => deliveries.look(), LOOK_MS).unref();
  // Nothing new begins while requests of clients are let end.
  onDrain(() => stopping.abort());
  onStop("webhooks", () => {
    clearInterval(timer);
    setSender(undefined);
    stopping.abort();
    return deliveries.stop();
  });
}
