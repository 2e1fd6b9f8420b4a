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
import { breakClaim, isBroken } from "./break-claim";
import { claimDeliveries, holdMsOf, releaseDeliveries, type Claim, type Claimed } from "./claim-deliveries";
import { deliver } from "./deliver";
import { disableSubscription } from "./disable-subscription";
import { countHeld, inLanes, MOST_HELD, MOST_OF_A_LANE, type Holding } from "./holding";
import { recordAttempts, recordFiltered, recordHealth, type AttemptedDelivery } from "./record-attempts";

/**
 * The limits for all projects of this copy of the app together, and for each receiver. All receivers of a project can
 * hang.
 */
const GATES = {
  receiver: { name: "webhook receivers", room: { total: 1_000_000, share: 8 } },
  project: { name: "webhook deliveries", room: { total: 256, share: "free" } },
} as const satisfies Record<string, { name: string; room: SlotLimits }>;
/** Deliveries in one claim. */
const MOST_CLAIMED = 32;
/**
 * Pause before a claim while deliveries are under way, and before outcomes are written, in milliseconds: each costs
 * more than what it adds for a second delivery, so those of one moment share one.
 */
const REST_MS = 5;
/** The pause grows to this while all that is due waits for its lanes. */
const MOST_REST_MS = 40;
/** How often a claim is tried while somebody else has the receiver, as whoever records an event does for a moment. */
const MOST_TRIES = 5;
/** Deliveries of a lane that are sent before other lanes that wait have their turn. */
const OF_A_TURN = 4;

async function takeSlot({ name, room }: (typeof GATES)[keyof typeof GATES], tenant: string): Promise<void> {
  if (!tryTakeSlot(name, tenant, room)) await waitForSlot(name, tenant, () => undefined);
}

/** Whether a delivery goes to the URL of the subscription, or to that of its trigger. */
type Place = "own" | "elsewhere";
const placeOf = ({ url }: Claimed): Place => (url === null ? "own" : "elsewhere");

export class ReceiverWork {
  /** Nothing is begun here any more. */
  hasEnded = false;
  /** Whether something can be due that nobody here has. */
  private mayWait = false;
  private restMs = REST_MS;
  /** The number of deliveries in memory, and those of each lane in their order. */
  private holdingCount = 0;
  private readonly chains = new Map<string, Holding[]>();
  /** Chains that have not ended, and those of them that wait for a slot. */
  private running = 0;
  private readonly queued: Record<Place, number> = { own: 0, elsewhere: 0 };
  private resting = false;
  private signal: () => void = () => undefined;
  private readonly attempted: AttemptedDelivery[] = [];
  private writing: Promise<void> | undefined;

  /** @param claim the name of what is taken from now on */
  constructor(
    private readonly subscriptionId: string,
    public claim: string,
    private readonly stopping: AbortSignal,
  ) {}

  /** Something can be due. */
  wake(): void {
    this.mayWait = true;
    this.signal();
  }

  /** How many more deliveries can be in memory; how many more of a lane. */
  roomOf(lane?: string): number {
    if (this.isOver()) return 0;
    return lane === undefined ? MOST_HELD - this.holdingCount : MOST_OF_A_LANE - (this.chains.get(lane)?.length ?? 0);
  }

  /** Sends until nothing is due, or the receiver has to rest. */
  async run(): Promise<void> {
    try {
      for (;;) {
        const changed = new Promise<void>((resolve) => {
          this.signal = resolve;
        });
        if (this.running > 0 && this.mayWait) await sleep(this.restMs);
        const claimed = this.isOver() || !this.mayWait ? 0 : await this.take();
        if (claimed === 0 && this.running === 0) return;
        if (claimed === 0) await changed;
      }
    } finally {
      this.hasEnded = true;
    }
  }

  /** Sends deliveries that were taken, each after those of its lane that are here already. */
  add(all: readonly Holding[]): void {
    this.holdingCount += all.length;
    for (const { bytes } of all) countHeld(bytes);
    if (all[0] && isBroken(all[0].claim)) return void this.giveBackLate([...all]);
    for (const [lane, part] of inLanes(all)) {
      const chain = this.chains.get(lane);
      if (chain) chain.push(...part);
      else {
        this.chains.set(lane, part);
        void this.sendChain(lane, part);
      }
    }
  }

  private isOver(): boolean {
    return this.resting || this.stopping.aborted;
  }

  /** Takes deliveries for the places at which nothing waits for a slot. Returns how many. */
  private async take(): Promise<number> {
    const places = { toOwn: this.queued.own === 0, elsewhere: this.queued.elsewhere === 0 };
    if (!places.toOwn && !places.elsewhere) return 0;
    const { claim } = this;
    const holdMs = holdMsOf();
    const until = performance.now() + holdMs;
    const wish = { limit: MOST_CLAIMED, name: claim, holdMs, ...places };
    const batch = await this.tryToClaim(wish).catch((error: unknown) => {
      this.breakOff([{ claim }]);
      throw error;
    });
    if (!batch) return 0;
    this.mayWait ||= batch.left;
    this.restMs = batch.deliveries.length > 0 ? REST_MS : Math.min(this.restMs * 2, MOST_REST_MS);
    const { receiver, deliveries } = batch;
    this.add(deliveries.map((delivery) => ({ receiver, delivery, claim, until, bytes: 0 })));
    return deliveries.length;
  }

  private async tryToClaim(wish: Parameters<typeof claimDeliveries>[1]): Promise<Claim | undefined> {
    for (let turn = 1; ; turn++) {
      // Whoever wakes this during a claim wakes it for the next one.
      this.mayWait = false;
      const batch = await claimDeliveries(this.subscriptionId, wish);
      if (batch) return batch;
      this.mayWait = true;
      if (turn === MOST_TRIES || this.isOver()) return undefined;
      await sleep(REST_MS);
    }
  }

  /** Sends the deliveries of one lane in their order. */
  private async sendChain(lane: string, chain: Holding[]): Promise<void> {
    const first = chain[0];
    const place = first ? placeOf(first.delivery) : "own";
    this.running++;
    try {
      while (chain.length > 0) await this.sendTurn(chain, place);
      this.chains.delete(lane);
      await this.writing;
    } catch (error) {
      // The claim of an unrecorded delivery runs out automatically; then it is sent again with the same id.
      this.breakOff(chain);
      this.chains.delete(lane);
      this.drop(chain);
      log.warn(background("webhooks"), "deliveries broke off; they are sent again", { error });
    } finally {
      this.running--;
      this.signal();
    }
  }

  /** Lets no later event pass these, which stay in the database under a claim of another name. */
  private breakOff(all: readonly { claim: string }[]): void {
    for (const { claim } of all) breakClaim(claim);
    this.renewClaim();
  }

  /** Goes on under another name if deliveries of this claim broke off. */
  renewClaim(): void {
    if (isBroken(this.claim)) this.claim = newToken("whc_");
  }

  private drop(chain: Holding[]): void {
    for (let holding = chain.shift(); holding; holding = chain.shift()) this.letGo(holding);
  }

  private letGo({ bytes }: Holding): void {
    this.holdingCount--;
    countHeld(-bytes);
  }

  /** Sends some deliveries of a lane in one slot. What cannot be sent in time is given back. */
  private async sendTurn(chain: Holding[], place: Place): Promise<void> {
    const name = `${this.subscriptionId} ${place}`;
    const project = chain[0]?.receiver.projectId ?? "";
    this.queued[place]++;
    await takeSlot(GATES.receiver, name);
    await takeSlot(GATES.project, project);
    this.queued[place]--;
    this.signal();
    try {
      for (let count = 0; count < OF_A_TURN && chain[0]; count++) {
        const [next] = chain;
        // An attempt that begins now can take its whole time, and no other copy may send the delivery in the meantime.
        if (this.isOver() || performance.now() + env().webhooks.timeoutMs > next.until)
          return await this.giveBack(chain);
        chain.shift();
        this.letGo(next);
        await this.sendOne(next).catch((error: unknown) => {
          this.breakOff([next]);
          throw error;
        });
      }
    } finally {
      freeSlot(GATES.project.name, project);
      freeSlot(GATES.receiver.name, name);
    }
  }

  /** What cannot be given back is free when its claim ends. */
  private async giveBackLate(all: Holding[]): Promise<void> {
    this.running++;
    await this.giveBack(all).catch((error: unknown) =>
      log.warn(background("webhooks"), "deliveries could not be given back", { error }),
    );
    this.running--;
    this.signal();
  }

  /** Gives back what has not been sent. */
  private async giveBack(chain: Holding[]): Promise<void> {
    const idsByClaim = new Map<string, string[]>();
    for (const { claim, delivery } of chain) {
      const ids = idsByClaim.get(claim);
      if (ids) ids.push(delivery.id);
      else idsByClaim.set(claim, [delivery.id]);
    }
    // Before they leave the memory: until they are free, later events of the lane could pass them.
    this.breakOff(chain);
    this.drop(chain);
    for (const [claim, ids] of idsByClaim) await releaseDeliveries(this.subscriptionId, claim, ids);
    this.mayWait = true;
  }

  private async sendOne({ receiver, delivery, claim, content }: Holding): Promise<void> {
    const outcome = await deliver(receiver, delivery, content);
    if (outcome === "filtered") return recordFiltered(claim, delivery.id);
    this.attempted.push({ deliveryId: delivery.id, projectId: receiver.projectId, claim, outcome });
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

  /**
   * Writes all outcomes that are there; those that come meanwhile go with the next statement, also after one that
   * failed.
   */
  private async write(): Promise<void> {
    while (this.attempted.length > 0) {
      // Outcomes of the same moment are written together.
      await sleep(REST_MS);
      const attempts = this.attempted.splice(0);
      await recordAttempts(attempts).catch((error: unknown) => {
        this.breakOff(attempts);
        log.warn(background("webhooks"), "attempts could not be written down; they are made again", { error });
      });
    }
    this.writing = undefined;
  }
}
