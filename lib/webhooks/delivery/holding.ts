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

export function inLanes(all: readonly Holding[]): Map<string, Holding[]> {
  const lanes = new Map<string, Holding[]>();
  for (const holding of all) {
    const lane = lanes.get(holding.delivery.lane);
    if (lane) lane.push(holding);
    else lanes.set(holding.delivery.lane, [holding]);
  }
  return lanes;
}
