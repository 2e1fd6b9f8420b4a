/**
 * Sandboxes for sessions: one for each that uses it, and some that wait ready. What is remembered here is true of this copy of
 * the app alone, because a sandbox lives where it was started.
 */
import { mkdir } from "node:fs/promises";
import { memoize, shareInFlight } from "@/lib/kernel/concurrency/memoize";
import { ApiError } from "@/lib/kernel/errors";
import { env } from "@/lib/kernel/process/env";
import { onStop } from "@/lib/kernel/process/lifecycle";
import { background, log } from "@/lib/kernel/process/log";
import { SANDBOX_SIZES, type SandboxSize, whyNoSuchSandbox } from "@/lib/kernel/process/workbench-settings";
import { processMemory } from "@/lib/kernel/process-memory";
import { usageOf } from "../files/store";
import { findPlaces } from "../host/folders";
import type { Lost } from "../run-answer";
import { type Bench, openBench } from "./session-sandbox";
import { certainty, holdSession, requireHere, startBeating } from "./ownership";
import { all, benches, endBench, ends, keepShare, keyOf, takenPlaces, takePlaces } from "./capacity";
import { claimStore, noteLost, type Owner, readLost, recoverStores, restOf, takeLost } from "./stores";
import { startWatch } from "./start-watch";

const LOOK_MS = 5_000;
const TAKEN = "another copy of the app took the session over, because this one had not been heard of";
const DISK_SLACK = 16 * 1024 * 1024;

const moves = () => processMemory("workbench.moves", () => shareInFlight<Bench>());

/** The work that begins with the first sandbox: looking after all of them, and ending them with the process. */
const begin = () =>
  processMemory("workbench.begin", () =>
    memoize(async () => {
      await recoverStores(await findPlaces(), new Set(all().map(({ sandbox }) => sandbox.slot.id)));
      startWatch(all, (bench, reason) => endBench(bench, reason));
      startBeating();
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

/** Starts a sandbox in places that were taken for it. */
async function start(places: number): Promise<Bench> {
  try {
    const bench = await openBench(env().workbench.diskBytes, places);
    bench.sandbox.onEnd(() => void endBench(bench, bench.sandbox.whyEnded() ?? "it ended"));
    return bench;
  } finally {
    benches().starting -= places;
  }
}

/** Starts sandboxes for the sessions to come, one after the other. */
async function fillReady(): Promise<void> {
  const { warm, sandboxes } = env().workbench;
  const { ready } = benches();
  const hasRoom = () => takenPlaces() + ready.length < sandboxes;
  while (!benches().stopped && ready.length < warm && hasRoom()) {
    benches().starting++;
    benches().warming++;
    const bench = await start(1).finally(() => benches().warming--);
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

/** @throws ApiError Unprocessable for a size that this server never has room for */
function requireSize(size: SandboxSize): void {
  const why = whyNoSuchSandbox(size, env().workbench);
  if (!why) return;
  throw new ApiError("Unprocessable", `This session can have no ${size} sandbox: ${why}.`, {
    suggestedFix: "Change workbench.sandbox_size of the session.",
  });
}

/** Makes a session this copy's own. @throws ApiError Conflict where another copy that lives has it */
async function hold(owner: Owner): Promise<void> {
  const lost = await holdSession(owner);
  if (lost) await noteLost(await findPlaces(), owner, lost);
}

/** Whether the session of a sandbox is still this copy's. @throws ApiError Conflict where another copy has taken it */
async function keepHold(bench: Bench, owner: Owner): Promise<void> {
  const now = await certainty();
  if (now !== undefined && now === bench.certainty) return;
  try {
    await hold(owner);
    bench.certainty = await certainty();
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) await endBench(bench, TAKEN);
    throw error;
  }
}

async function claim(owner: Owner, size: SandboxSize): Promise<Bench> {
  requireSize(size);
  const places = await findPlaces();
  await requireHere(owner);
  await keepShare(owner, SANDBOX_SIZES[size]);
  // Those that wait ready are of the smallest size.
  let bench = size === "standard" ? benches().ready.pop() : undefined;
  if (!bench) {
    await takePlaces(SANDBOX_SIZES[size]);
    bench = await start(SANDBOX_SIZES[size]);
  }
  bench.owner = owner;
  bench.usedAt = Date.now();
  benches().live.set(keyOf(owner), bench);
  try {
    await hold(owner);
    bench.certainty = await certainty();
    // Who is above the quota already may still delete. Known before the files are there, because the watch looks at any time.
    const { bytes } = await usageOf({ root: restOf(places, owner), owner: null });
    bench.use.disk = bytes;
    bench.diskLimit = Math.max(bench.diskLimit, bytes) + DISK_SLACK;
    await claimStore(places, bench.sandbox.slot, owner);
    bench.lost = await takeLost(places, owner);
    bench.sandbox.tell({ op: "claim" });
  } catch (error) {
    await endBench(bench, "its files could not be opened");
    throw error;
  }
  fillSoon();
  return bench;
}

/**
 * The sandbox of a session, started with this size if it has none.
 * @throws ApiError Unavailable when all sandboxes are busy; Conflict where another copy of the app has the session; Error when
 *   one cannot be started; Unprocessable for a size that this server never has room for
 */
export async function useBench(owner: Owner, size: SandboxSize): Promise<Bench> {
  await begin()();
  const key = keyOf(owner);
  for (;;) {
    const known = benches().live.get(key);
    if (!known || moves().find(key)) return moves().run(key, () => openFor(owner, size));
    const ending = ends().find(known.sandbox.id);
    if (!ending && known.sandbox.whyEnded() === null) {
      known.usedAt = Date.now();
      await keepHold(known, owner);
      return known;
    }
    await endBench(known, "it ended");
  }
}

async function openFor(owner: Owner, size: SandboxSize): Promise<Bench> {
  const key = keyOf(owner);
  benches().opening.set(key, { since: new Date(), places: 0 });
  try {
    const known = benches().live.get(key);
    if (known) await endBench(known, "it ended");
    return await claim(owner, size);
  } finally {
    benches().opening.delete(key);
  }
}

/** Since when the sandbox of a session is being made ready; null where none is. */
export const openingSince = (owner: Owner): Date | null => benches().opening.get(keyOf(owner))?.since ?? null;

/** Why the last sandbox of a session ended and what was lost with it, as long as no answer has told it. */
export const findLoss = async (owner: Owner): Promise<Lost | null> => readLost(await findPlaces(), owner);

/** The sandbox of a session that lives now, on this copy of the app. */
export const findBench = (owner: Owner): Bench | undefined => benches().live.get(keyOf(owner));

/** The same for those who look into it or stop it. @throws ApiError Conflict where another copy has the session */
export async function findOwnBench(owner: Owner): Promise<Bench | undefined> {
  const bench = findBench(owner);
  if (bench) await keepHold(bench, owner);
  else await requireHere(owner);
  return findBench(owner);
}

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
 * @throws ApiError Conflict where they are on another copy of the app
 */
export async function storeOf(owner: Owner, make = false): Promise<{ root: string; owner: number | null }> {
  const places = await findPlaces();
  if (!(await findOwnBench(owner)) && make) await hold(owner);
  await untilAtPlace(owner);
  const bench = findBench(owner);
  if (bench) return { root: bench.sandbox.slot.files, owner: bench.sandbox.slot.userId };
  const root = restOf(places, owner);
  if (make) await mkdir(root, { recursive: true, mode: 0o700 });
  return { root, owner: null };
}
