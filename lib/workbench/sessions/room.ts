/** The sandboxes of this process, and how one makes room for another. */
import { shareInFlight } from "@/lib/kernel/concurrency/shared";
import { ApiError } from "@/lib/kernel/errors";
import { env } from "@/lib/kernel/process/env";
import { background, log } from "@/lib/kernel/process/log";
import { processMemory } from "@/lib/kernel/process-memory";
import { shareOf } from "@/lib/kernel/process/workbench-settings";
import type { Owner } from "../answers";
import { type Bench, closeBench } from "./bench";
import { placesOf, roomFor } from "./share";

type Benches = {
  live: Map<string, Bench>;
  ready: Bench[];
  /** Sessions that get their sandbox now, and since when. */
  opening: Map<string, { since: Date; places: number }>;
  /** Places of sandboxes that start: they count before they are there. */
  starting: number;
  stopped: boolean;
};

export const benches = (): Benches =>
  processMemory("workbench.benches", () => ({
    live: new Map(),
    ready: [],
    opening: new Map(),
    starting: 0,
    stopped: false,
  }));
export const ends = () => processMemory("workbench.ends", () => shareInFlight<void>());

export const keyOf = ({ projectId, sessionId }: Owner): string => `${projectId}/${sessionId}`;
export const all = (): Bench[] => [...benches().live.values(), ...benches().ready];

/** Places for sandboxes that are taken on this copy of the app; those that wait ready for sessions make room. */
export const takenPlaces = (): number => placesOf([...benches().live.values()]) + benches().starting;

/** Ends a sandbox, and puts the files of its session away; once, whoever asks. Never fails. */
export function endBench(bench: Bench, reason: string): Promise<void> {
  return ends().run(bench.sandbox.id, async () => {
    try {
      await closeBench(bench, reason);
    } catch (error) {
      log.error(background("workbench"), "a sandbox was not put away", { error });
    }
    const { live, ready } = benches();
    if (bench.owner && live.get(keyOf(bench.owner)) === bench) live.delete(keyOf(bench.owner));
    const at = ready.indexOf(bench);
    if (at !== -1) ready.splice(at, 1);
  });
}

/**
 * Takes the places of one more sandbox, which `start` gives back: free ones, or those of sandboxes that are ready or that
 * nobody has used for the longest. Between the look and the taking nothing may be waited for: many sessions may come at once.
 */
export async function takePlaces(places: number): Promise<void> {
  const { live, ready } = benches();
  const most = env().workbench.sandboxes;
  while (takenPlaces() + ready.length + places > most) {
    const idle = [...live.values()].filter(({ running }) => running.size === 0).sort((a, b) => a.usedAt - b.usedAt);
    const victim = ready.at(-1) ?? idle[0];
    if (!victim)
      throw new ApiError("Unavailable", `All ${most} places for sandboxes of this server are busy.`, {
        suggestedFix: "Try again when a cell has ended, or let the operator raise PATCHBAY_WORKBENCH_SANDBOXES.",
        headers: { "retry-after": "5" },
      });
    await endBench(victim, "another session needed the place");
  }
  benches().starting += places;
}

/** Makes room among the project's own sandboxes where it has its share: other projects do not wait for it. */
export async function keepShare({ projectId }: Owner): Promise<void> {
  const { live, opening } = benches();
  const share = shareOf(env().workbench.sandboxes);
  for (;;) {
    const own = [...live.values()].filter(({ owner }) => owner?.projectId === projectId);
    const coming = [...opening].filter(([key]) => key.startsWith(`${projectId}/`) && !live.has(key));
    const room = roomFor(own, placesOf(coming.map(([, one]) => one)), env().workbench.sandboxes);
    if (room === "free") return;
    if (room === "full")
      throw new ApiError(
        "Unavailable",
        `The project uses its share of ${share} places for sandboxes, and all of them are busy.`,
        {
          suggestedFix: "Try again when a cell has ended, or let the operator raise PATCHBAY_WORKBENCH_SANDBOXES.",
          headers: { "retry-after": "5" },
        },
      );
    await endBench(room, "another session of the project needed the place");
  }
}
