/**
 * Sends due deliveries to one receiver. Deliveries of a lane are sent one after another, lanes at the same time, each
 * in one of the receiver's slots: a slow or hanging receiver does not delay others. Deliveries to the URLs of triggers
 * have slots of their own, so that such a URL does not delay those to the URL of the subscription, and the other way
 * round.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { newToken } from "@/lib/kernel/ids";
import { freeSlot, tryTakeSlot, waitForSlot, type SlotLimits } from "@/lib/kernel/concurrency/slots";
import { env } from "@/lib/kernel/process/env";
import { background, log } from "@/lib/kernel/process/log";
import { claimDeliveries, releaseDeliveries, type Claimed, type Receiver } from "./claim-deliveries";
import { disableSubscription } from "./disable-subscription";
import { deliver } from "./deliver";
import { recordAttempts, recordFiltered, recordHealth, type AttemptedDelivery } from "./record-attempts";

/**
 * The limits for all projects of this copy of the app together, and for each receiver. All receivers of a project can
 * hang.
 */
const GATES = {
  receiver: { name: "webhook receivers", room: { total: 1_000_000, share: 8 } },
  project: { name: "webhook deliveries", room: { total: 256, share: "free" } },
} as const satisfies Record<string, { name: string; room: SlotLimits }>;
/**
 * Deliveries in one claim; at most this many messages of a receiver are in memory, in addition to those in its slots.
 */
const MOST_CLAIMED = 32;
/**
 * Pause before a claim while deliveries are under way, in milliseconds: a claim costs more than what it adds for a
 * second delivery, so events that arrive within it share one.
 */
const CLAIM_REST_MS = 5;

function inLanes(deliveries: readonly Claimed[]): Claimed[][] {
  const lanes = new Map<string, Claimed[]>();
  for (const delivery of deliveries) {
    const lane = lanes.get(delivery.lane);
    if (lane) lane.push(delivery);
    else lanes.set(delivery.lane, [delivery]);
  }
  return [...lanes.values()];
}

async function takeSlot({ name, room }: (typeof GATES)[keyof typeof GATES], tenant: string): Promise<void> {
  if (!tryTakeSlot(name, tenant, room)) await waitForSlot(name, tenant, () => undefined);
}

/** Whether a delivery goes to the URL of the subscription, or to that of its trigger. */
type Place = "own" | "elsewhere";
const placeOf = ({ url }: Claimed): Place => (url === null ? "own" : "elsewhere");

export class ReceiverWork {
  private readonly claim = newToken("whc_");
  /** Chains that have not ended, and those of them that wait for a slot. */
  private running = 0;
  private readonly queued: Record<Place, number> = { own: 0, elsewhere: 0 };
  private resting = false;
  private signal: () => void = () => undefined;
  private readonly attempted: AttemptedDelivery[] = [];
  private writing: Promise<void> | undefined;

  constructor(
    private readonly subscriptionId: string,
    private readonly stopping: AbortSignal,
  ) {}

  /** There may be more to do. */
  wake(): void {
    this.signal();
  }

  /** Sends until nothing is due, or the receiver has to rest. */
  async run(): Promise<void> {
    for (;;) {
      const changed = new Promise<void>((resolve) => {
        this.signal = resolve;
      });
      if (this.running > 0) await sleep(CLAIM_REST_MS);
      const claimed = this.isOver() ? 0 : await this.take();
      if (claimed === 0 && this.running === 0) return;
      if (claimed === 0) await changed;
    }
  }

  private isOver(): boolean {
    return this.resting || this.stopping.aborted;
  }

  /** Takes deliveries for the places at which nothing waits for a slot. Returns how many. */
  private async take(): Promise<number> {
    const places = { toOwn: this.queued.own === 0, elsewhere: this.queued.elsewhere === 0 };
    if (!places.toOwn && !places.elsewhere) return 0;
    const holdMs = env().webhooks.timeoutMs * 2 + 2000;
    const until = performance.now() + holdMs;
    const batch = await claimDeliveries(this.subscriptionId, {
      ...{ limit: MOST_CLAIMED, name: this.claim, holdMs },
      ...places,
    });
    if (!batch) return 0;
    for (const chain of inLanes(batch.deliveries)) void this.sendChain(batch.receiver, chain, until);
    return batch.deliveries.length;
  }

  /** Sends the deliveries of one lane in their order. What cannot be sent in time is given back. */
  private async sendChain(receiver: Receiver, chain: Claimed[], until: number): Promise<void> {
    const place = chain[0] ? placeOf(chain[0]) : "own";
    const name = `${this.subscriptionId} ${place}`;
    this.running++;
    this.queued[place]++;
    try {
      await takeSlot(GATES.receiver, name);
      await takeSlot(GATES.project, receiver.projectId);
      this.queued[place]--;
      this.signal();
      try {
        for (let next = chain.shift(); next; next = chain.shift()) {
          // An attempt that begins now can take its whole time, and no other copy may send the delivery in the
          // meantime.
          if (this.isOver() || performance.now() + env().webhooks.timeoutMs > until) {
            await releaseDeliveries(
              this.claim,
              [next, ...chain].map(({ id }) => id),
            );
            break;
          }
          await this.sendOne(receiver, next);
        }
      } finally {
        freeSlot(GATES.project.name, receiver.projectId);
        freeSlot(GATES.receiver.name, name);
      }
      await this.writing;
    } catch (error) {
      // The claim of an unrecorded delivery runs out automatically; then it is sent again with the same id.
      log.warn(background("webhooks"), "deliveries broke off; they are sent again", { error });
    } finally {
      this.running--;
      this.signal();
    }
  }

  private async sendOne(receiver: Receiver, delivery: Claimed): Promise<void> {
    const outcome = await deliver(receiver, delivery);
    if (outcome === "filtered") return recordFiltered(this.claim, delivery.id);
    this.attempted.push({ deliveryId: delivery.id, projectId: receiver.projectId, outcome });
    this.writing ??= this.write();
    // A delivery to another address does not count for the receiver's health.
    if (delivery.url !== null || (outcome.delivered && !receiver.troubled)) return;
    receiver.troubled = !outcome.delivered;
    const { resting, tooLong } = await recordHealth(this.subscriptionId, outcome);
    this.resting ||= resting;
    if (tooLong) {
      this.resting = true;
      await disableSubscription(receiver.projectId, this.subscriptionId, "failed_for_days");
    }
  }

  /** Writes all outcomes that are there; those that come meanwhile go with the next statement. */
  private async write(): Promise<void> {
    try {
      // Outcomes of the same moment are written together.
      await new Promise(setImmediate);
      while (this.attempted.length > 0) await recordAttempts(this.claim, this.attempted.splice(0));
    } catch (error) {
      log.warn(background("webhooks"), "attempts could not be written down; they are made again", { error });
    } finally {
      this.writing = undefined;
    }
  }
}
