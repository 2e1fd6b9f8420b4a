/** Deliveries that this process has taken and not sent yet, and the bytes of their contents. */
import type { EventContent } from "../events/event-content";
import type { Receiver } from "../events/receiver";
import type { Claimed } from "./claim-deliveries";

/** A delivery that this process has taken, with what its attempt needs. */
export type Holding = {
  receiver: Receiver;
  delivery: Claimed;
  claim: string;
  /** `performance.now()`: another copy can take it afterwards. */
  until: number;
  /** Of what was taken with its event. */
  content?: EventContent;
  bytes: number;
};

/**
 * The most of a receiver, and of each of its lanes, that are in memory while events are taken as they are recorded; and
 * the bytes of those of all receivers together.
 */
export const MOST_HELD = 512;
export const MOST_OF_A_LANE = 256;
const MOST_BYTES = 64 * 1024 * 1024;
let heldBytes = 0;

export const countHeld = (bytes: number): void => void (heldBytes += bytes);
export const roomForBytes = (): number => MOST_BYTES - heldBytes;

export function inLanes(all: readonly Holding[]): Map<string, Holding[]> {
  const lanes = new Map<string, Holding[]>();
  for (const holding of all) {
    const lane = lanes.get(holding.delivery.lane);
    if (lane) lane.push(holding);
    else lanes.set(holding.delivery.lane, [holding]);
  }
  return lanes;
}
