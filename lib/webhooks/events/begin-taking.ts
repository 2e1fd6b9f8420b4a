/**
 * Deliveries that this process takes in the statement that records them, and sends after the commit: nobody has to find
 * them, and their contents are not read again. What cannot be taken waits, as what other transactions record.
 */
import { rowsIn } from "@/lib/kernel/database/statement";
import type { Statements } from "@/lib/kernel/database/in-hot-transaction";
import { processMemory } from "@/lib/kernel/process-memory";
import type { EventContent } from "./event-content";
import type { EventFacts } from "./message";
import { LOCK_WELL_RECEIVERS, type Receiver } from "./receiver";

/** A delivery that was taken, with the content of its event. */
export type TakenDelivery = {
  id: string;
  seq: string;
  lane: string;
  event: EventFacts;
  content: EventContent;
  bytes: number;
};

/** What of a project's events can be taken now. */
export type Wish = {
  /** Receivers with enough deliveries here. */
  full: string[];
  /** The name of the claim for a receiver. */
  claimFor: (receiverId: string) => string;
  /** How many more deliveries of a receiver can be taken, and how many of a lane of it. */
  roomOf: (receiverId: string, lane?: string) => number;
  /** How many more bytes of contents can be taken. */
  roomForBytes: () => number;
  /** How long no other copy can get what is taken, in milliseconds. */
  holdMs: number;
};

/** Sends what is taken: to one receiver, in the order of the list, until `until` of `performance.now()`. */
export type Sender = {
  /** Undefined if nothing can be taken. */
  wish: (projectId: string) => Wish | undefined;
  accept: (receiver: Receiver, claim: string, until: number, deliveries: readonly TakenDelivery[]) => void;
  /** Nobody knows whether the deliveries of a claim are in the database: they are not sent from memory. */
  lose: (receiverId: string, claim: string) => void;
};

const state = processMemory("webhooks.sender", () => ({ sender: undefined as Sender | undefined }));

/** Sets who sends in this process; undefined for nobody. */
export const setSender = (sender: Sender | undefined): void => void (state.sender = sender);

export const laneKey = (receiverId: string, lane: string): string => `${receiverId} ${lane}`;

/** The part of a transaction that recording needs. */
export type Recorder = Pick<Statements, "$queryRawUnsafe" | "$executeRaw" | "afterCommit" | "whenCommitted">;

/** What one statement takes. */
type Portion = {
  /** The receivers whose deliveries are taken, with the names of the claims. */
  ids: readonly string[];
  claims: readonly string[];
  /** The lanes with enough deliveries, as `laneKey` names them. */
  fullLanes: readonly string[];
};

/** The part of an event that decides whether it is taken. */
export type Candidate = {
  type: string;
  lane: string;
  trigger_id: string | null;
  sample: boolean;
  only_to: string | null;
  egress_url: string | null;
};

/** What a transaction takes, to be accepted after its commit. */
export type Taking = {
  holdMs: number;
  /** What there is room for now. What a statement does not take lets nothing of its lane be taken after it. */
  portionFor: (events: readonly Candidate[]) => Portion;
  take: (receiverId: string, delivery: TakenDelivery) => void;
};

const NO_PORTION: Portion = { ids: [], claims: [], fullLanes: [] };
const NOTHING_TAKEN: Taking = { holdMs: 0, portionFor: () => NO_PORTION, take: () => undefined };

/** The deliveries to one receiver that a transaction has taken so far. */
class Part {
  readonly deliveries: TakenDelivery[] = [];
  private readonly countByLane = new Map<string, number>();

  constructor(
    readonly receiver: Receiver,
    readonly claim: string,
    private readonly roomOf: Wish["roomOf"],
  ) {}

  take(delivery: TakenDelivery): void {
    this.deliveries.push(delivery);
    this.countByLane.set(delivery.lane, (this.countByLane.get(delivery.lane) ?? 0) + 1);
  }

  get isFull(): boolean {
    return this.deliveries.length >= this.roomOf(this.receiver.id);
  }

  isLaneFull(lane: string): boolean {
    return (this.countByLane.get(lane) ?? 0) >= this.roomOf(this.receiver.id, lane);
  }

  inOrder(): TakenDelivery[] {
    return this.deliveries.sort((a, b) => Number(a.seq) - Number(b.seq));
  }
}

function toTaking(parts: readonly Part[], { holdMs, roomForBytes }: Wish): Taking {
  const byId = new Map(parts.map((part) => [part.receiver.id, part]));
  let bytes = 0;
  return {
    holdMs,
    portionFor: (events) => {
      const open = bytes < roomForBytes() ? parts.filter(({ isFull }) => !isFull) : [];
      if (open.length === 0) return NO_PORTION;
      const lanes = [...new Set(events.map(({ lane }) => lane))];
      const fullLanes = open.flatMap((part) =>
        lanes.filter((lane) => part.isLaneFull(lane)).map((lane) => laneKey(part.receiver.id, lane)),
      );
      return { ids: open.map(({ receiver }) => receiver.id), claims: open.map(({ claim }) => claim), fullLanes };
    },
    take: (receiverId, delivery) => {
      bytes += delivery.bytes;
      byId.get(receiverId)?.take(delivery);
    },
  };
}

/** Samples, and events for one subscription or another URL, wait: people and jobs look at them. */
const canBeTaken = ({ sample, only_to: onlyTo, egress_url: egressUrl }: Candidate): boolean =>
  !sample && onlyTo === null && egressUrl === null;

/**
 * Locks the receivers of a project that can take some of the events now, so that no other copy takes any until the
 * commit. The lock is a statement of its own: what follows sees what the last one who had it has written.
 */
export async function beginTaking(tx: Recorder, projectId: string, events: readonly Candidate[]): Promise<Taking> {
  const { sender } = state;
  const candidates = events.filter(canBeTaken);
  const wish = tx.whenCommitted && candidates.length > 0 ? sender?.wish(projectId) : undefined;
  if (!wish || !sender) return NOTHING_TAKEN;
  const until = performance.now() + wish.holdMs;
  const types = [...new Set(candidates.map(({ type }) => type))];
  const triggers = [...new Set(candidates.flatMap(({ trigger_id: id }) => id ?? []))];
  const receivers = await rowsIn(tx, LOCK_WELL_RECEIVERS, [projectId, wish.full, types, triggers]);
  const parts = receivers.map((receiver) => new Part(receiver, wish.claimFor(receiver.id), wish.roomOf));
  const takers = (): Part[] => parts.filter(({ deliveries }) => deliveries.length > 0);
  tx.whenCommitted?.(
    () => {
      for (const part of takers()) sender.accept(part.receiver, part.claim, until, part.inOrder());
    },
    () => {
      for (const { receiver, claim } of takers()) sender.lose(receiver.id, claim);
    },
  );
  return toTaking(parts, wish);
}
