/**
 * The sandboxes of this process: one for each session that uses it, and some that wait ready. What is remembered here is
 * true of this copy of the app alone, because a sandbox lives where it was started.
 */
import { mkdir } from "node:fs/promises";
import { memoize, shareInFlight } from "@/lib/kernel/concurrency/shared";
import { ApiError } from "@/lib/kernel/errors";
import { env } from "@/lib/kernel/process/env";
import { onStop } from "@/lib/kernel/process/lifecycle";
import { background, log } from "@/lib/kernel/process/log";
import { processMemory } from "@/lib/kernel/process-memory";
import { findPlaces } from "../host/places";
import { usageOf } from "../files/store";
import type { Lost } from "../answers";
import { type Bench, closeBench, openBench } from "./bench";
import { claimStore, type Owner, readLost, recoverStores, restOf, takeLost } from "./stores";
import { roomFor, shareOf } from "./share";
import { startWatch } from "./watch";

const LOOK_MS = 5_000;
const DISK_SLACK = 16 * 1024 * 1024;

type Benches = {
  live: Map<string, Bench>;
  ready: Bench[];
  /** Sessions that get their sandbox now, and since when. */
  opening: Map<string, Date>;
  /** Sandboxes that start: they count before they are there. */
  starting: number;
  stopped: boolean;
};

const benches = (): Benches =>
  processMemory("workbench.benches", () => ({
    live: new Map(),
    ready: [],
    opening: new Map(),
    starting: 0,
    stopped: false,
  }));
const moves = () => processMemory("workbench.moves", () => shareInFlight<Bench>());
const ends = () => processMemory("workbench.ends", () => shareInFlight<void>());

const keyOf = ({ projectId, sessionId }: Owner): string => `${projectId}/${sessionId}`;
const all = (): Bench[] => [...benches().live.values(), ...benches().ready];

/** The work that begins with the first sandbox: looking after all of them, and ending them with the process. */
const begin = () =>
  processMemory("workbench.begin", () =>
    memoize(async () => {
      await recoverStores(await findPlaces(), new Set(all().map(({ sandbox }) => sandbox.slot.id)));
      startWatch(all, (bench, reason) => endBench(bench, reason));
      const timer = setInterval(stopIdle, LOOK_MS).unref();
      onStop("sandboxes", async () => {
        clearInterval(timer);
        benches().stopped = true;
        await Promise.all(all().map((bench) => endBench(bench, "the server was stopped")));
      });
    }),
  );

function stopIdle(): void {
  const { idleMs } = env().workbench;
  for (const bench of benches().live.values())
    if (bench.running.size === 0 && Date.now() - bench.usedAt > idleMs)
      void endBench(bench, "nobody used it for a while, and it was put away");
}

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
 * Takes the place of one more sandbox, which `start` gives back: a free one, or that of one that is ready or that nobody has
 * used for the longest. Between the look and the taking nothing may be waited for: many sessions may come at once.
 */
async function takePlace(): Promise<void> {
  const { live, ready } = benches();
  const most = env().workbench.sandboxes;
  while (live.size + ready.length + benches().starting >= most) {
    const idle = [...live.values()].filter(({ running }) => running.size === 0).sort((a, b) => a.usedAt - b.usedAt);
    const victim = ready.at(-1) ?? idle[0];
    if (!victim)
      throw new ApiError("Unavailable", `All ${most} sandboxes of this server are busy.`, {
        suggestedFix: "Try again when a cell has ended, or let the operator raise PATCHBAY_WORKBENCH_SANDBOXES.",
        headers: { "retry-after": "5" },
      });
    await endBench(victim, "another session needed the place");
  }
  benches().starting++;
}

/** Makes room among the project's own sandboxes where it has its share: other projects do not wait for it. */
async function keepShare({ projectId }: Owner): Promise<void> {
  const { live, opening } = benches();
  const share = shareOf(env().workbench.sandboxes);
  for (;;) {
    const own = [...live.values()].filter(({ owner }) => owner?.projectId === projectId);
    const coming = [...opening.keys()].filter((key) => key.startsWith(`${projectId}/`) && !live.has(key));
    const room = roomFor(own, coming.length, env().workbench.sandboxes);
    if (room === "free") return;
    if (room === "full")
      throw new ApiError("Unavailable", `The project uses its share of ${share} sandboxes, and all of them are busy.`, {
        suggestedFix: "Try again when a cell has ended, or let the operator raise PATCHBAY_WORKBENCH_SANDBOXES.",
        headers: { "retry-after": "5" },
      });
    await endBench(room, "another session of the project needed the place");
  }
}

/** Starts a sandbox in a place that was taken for it. */
async function start(): Promise<Bench> {
  try {
    const bench = await openBench(env().workbench.diskBytes);
    bench.sandbox.onEnd(() => void endBench(bench, bench.sandbox.whyEnded() ?? "it ended"));
    return bench;
  } finally {
    benches().starting--;
  }
}

/** Starts sandboxes for the sessions to come, one after the other. */
async function fillReady(): Promise<void> {
  const { warm, sandboxes } = env().workbench;
  const { live, ready } = benches();
  const hasRoom = () => live.size + ready.length + benches().starting < sandboxes;
  while (!benches().stopped && ready.length < warm && hasRoom()) {
    benches().starting++;
    const bench = await start();
    if (benches().stopped) return endBench(bench, "the server was stopped");
    ready.push(bench);
  }
}

const filling = () => processMemory("workbench.filling", () => shareInFlight<void>());

/** Does not hold up who has just got one: a ready sandbox is a second of work. */
function fillSoon(): void {
  void filling()
    .run("ready", fillReady)
    .catch((error: unknown) => log.error(background("workbench"), "no sandbox could be made ready", { error }));
}

async function claim(owner: Owner): Promise<Bench> {
  const places = await findPlaces();
  await keepShare(owner);
  let bench = benches().ready.pop();
  if (!bench) {
    await takePlace();
    bench = await start();
  }
  bench.owner = owner;
  benches().live.set(keyOf(owner), bench);
  try {
    await claimStore(places, bench.sandbox.slot, owner);
    bench.lost = await takeLost(places, owner);
    const { bytes } = await usageOf({ root: bench.sandbox.slot.files, owner: null });
    // Who is above the quota already may still delete.
    bench.use.disk = bytes;
    bench.diskLimit = Math.max(bench.diskLimit, bytes) + DISK_SLACK;
    bench.sandbox.tell({ op: "claim" });
  } catch (error) {
    await endBench(bench, "its files could not be opened");
    throw error;
  }
  fillSoon();
  return bench;
}

/**
 * The sandbox of a session, started if it has none.
 * @throws ApiError Unavailable when all sandboxes are busy; Error when one cannot be started
 */
export async function useBench(owner: Owner): Promise<Bench> {
  await begin()();
  const key = keyOf(owner);
  for (;;) {
    const known = benches().live.get(key);
    if (!known || moves().find(key)) return moves().run(key, () => openFor(owner));
    const ending = ends().find(known.sandbox.id);
    if (!ending && known.sandbox.whyEnded() === null) {
      known.usedAt = Date.now();
      return known;
    }
    await endBench(known, "it ended");
  }
}

async function openFor(owner: Owner): Promise<Bench> {
  const key = keyOf(owner);
  benches().opening.set(key, new Date());
  try {
    const known = benches().live.get(key);
    if (known) await endBench(known, "it ended");
    return await claim(owner);
  } finally {
    benches().opening.delete(key);
  }
}

/** Since when the sandbox of a session is being made ready; null where none is. */
export const openingSince = (owner: Owner): Date | null => benches().opening.get(keyOf(owner)) ?? null;

/** Why the last sandbox of a session ended and what was lost with it, as long as no answer has told it. */
export const findLoss = async (owner: Owner): Promise<Lost | null> => readLost(await findPlaces(), owner);

/** Places for sandboxes that are taken on this copy of the app; those that wait ready for sessions make room. */
export const takenPlaces = (): number => benches().live.size + benches().starting;

/** The sandbox of a session that lives now. */
export const findBench = (owner: Owner): Bench | undefined => benches().live.get(keyOf(owner));

/** All sandboxes of sessions. */
export const liveBenches = (): Bench[] => [...benches().live.values()];

/** Waits until the files of a session are not on their way from one place to another. */
async function untilAtPlace(owner: Owner): Promise<void> {
  // What a crash has left in a slot comes back first: what is written before would stand in its way.
  await begin()();
  for (;;) {
    const bench = findBench(owner);
    const moving = moves().find(keyOf(owner)) ?? (bench && ends().find(bench.sandbox.id));
    if (!moving) return;
    // Whoever started it hears of a failure.
    await moving.then(
      () => undefined,
      () => undefined,
    );
  }
}

/**
 * Where the files of a session are at this moment, and to whom new ones belong.
 * @param make makes the folder where there is none yet
 */
export async function storeOf(owner: Owner, make = false): Promise<{ root: string; owner: number | null }> {
  const places = await findPlaces();
  await untilAtPlace(owner);
  const bench = findBench(owner);
  if (bench) return { root: bench.sandbox.slot.files, owner: bench.sandbox.slot.userId };
  const root = restOf(places, owner);
  if (make) await mkdir(root, { recursive: true, mode: 0o700 });
  return { root, owner: null };
}
