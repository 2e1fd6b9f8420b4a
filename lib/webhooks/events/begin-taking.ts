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
  /** Lanes with enough deliveries here, as `laneKey` names them. */
  fullLanes: string[];
  /** The name of the claim for a receiver. */
  claimFor: (receiverId: string) => string;
  /** How long no other copy can get what is taken, in milliseconds. */
  holdMs: number;
};

/** Sends what is taken: to one receiver, in the order of the list, until `until` of `performance.now()`. */
export type Sender = {
  /** Undefined if nothing can be taken. */
  wish: (projectId: string) => Wish | undefined;
  accept: (receiver: Receiver, claim: string, until: number, deliveries: readonly TakenDelivery[]) => void;
};

const state = processMemory("webhooks.sender", () => ({ sender: undefined as Sender | undefined }));

/** Sets who sends in this process; undefined for nobody. */
export const setSender = (sender: Sender | undefined): void => void (state.sender = sender);

export const laneKey = (receiverId: string, lane: string): string => `${receiverId} ${lane}`;

/** The part of a transaction that recording needs. */
export type Recorder = Pick<Statements, "$queryRawUnsafe" | "$executeRaw" | "afterCommit" | "whenCommitted">;

/** The receivers whose deliveries are taken, with the names of the claims, and what is accepted after the commit. */
export type Taking = {
  ids: readonly string[];
  claims: readonly string[];
  fullLanes: readonly string[];
  holdMs: number;
  take: (receiverId: string, delivery: TakenDelivery) => void;
};

export const NOTHING_TAKEN: Taking = { ids: [], claims: [], fullLanes: [], holdMs: 0, take: () => undefined };

/**
 * Locks the receivers of a project that can take events now, so that no other copy takes any until the commit.
 * The lock is a statement of its own: what follows sees what the last one who had it has written.
 */
export async function beginTaking(tx: Recorder, projectId: string): Promise<Taking> {
  const { sender } = state;
  const wish = tx.whenCommitted && sender?.wish(projectId);
  if (!wish || !sender) return NOTHING_TAKEN;
  const until = performance.now() + wish.holdMs;
  const receivers = await rowsIn(tx, LOCK_WELL_RECEIVERS, [projectId, wish.full]);
  const parts = receivers.map((receiver) => ({
    receiver,
    claim: wish.claimFor(receiver.id),
    deliveries: [] as TakenDelivery[],
  }));
  const byId = new Map(parts.map((part) => [part.receiver.id, part]));
  tx.whenCommitted?.(() => {
    for (const { receiver, claim, deliveries } of parts)
      if (deliveries.length > 0)
        sender.accept(
          receiver,
          claim,
          until,
          deliveries.sort((a, b) => Number(a.seq) - Number(b.seq)),
        );
  });
  return {
    ids: parts.map(({ receiver }) => receiver.id),
    claims: parts.map(({ claim }) => claim),
    fullLanes: wish.fullLanes,
    holdMs: wish.holdMs,
    take: (receiverId, delivery) => void byId.get(receiverId)?.deliveries.push(delivery),
  };
}
