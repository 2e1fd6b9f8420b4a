/**
 * Claims under which the database holds deliveries that this process no longer sends from its memory. Under the same
 * name, later events of their lanes would be taken and sent before them.
 */
import { processMemory } from "@/lib/kernel/process-memory";
import { holdMsOf } from "./claim-deliveries";

/** The name of each claim, with the time of `performance.now()` until which it counts; the oldest first. */
const brokenClaims = processMemory("webhooks.broken-claims", () => new Map<string, number>());

/** Transactions that began before have ended after this many holds, or what they took is late. */
const HOLDS = 2;

/** Nothing is taken under this name any longer; what a running transaction takes under it is given back. */
export function breakClaim(claim: string): void {
  const time = performance.now();
  for (const [earlier, until] of brokenClaims) {
    if (until > time) break;
    brokenClaims.delete(earlier);
  }
  brokenClaims.delete(claim);
  brokenClaims.set(claim, time + HOLDS * holdMsOf());
}

export const isBroken = (claim: string): boolean => (brokenClaims.get(claim) ?? 0) > performance.now();
