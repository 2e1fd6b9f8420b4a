/**
 * Sandboxes for sessions: one for each session that uses it, and some that wait ready. This state belongs to this copy
 * of the app only, because a sandbox lives where it was started.
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
import { forwardInSession } from "../forward/forward";
import { findFolders } from "../host/folders";
import type { LostVariables } from "../run-answer";
import { type SessionSandbox, openSandbox } from "./session-sandbox";
import { certainty, takeOwnership, requireHere, startHeartbeat } from "./ownership";
import { all, sandboxes, endSandbox, ends, keepShare, keyOf, takenCapacity, takeCapacity } from "./capacity";
import { claimStore, noteLost, type Owner, readLost, recoverStores, restOf, takeLost } from "./stores";
import { startWatch } from "./start-watch";

const LOOK_MS = 5_000;
const TAKEN_OVER = "another copy of the app took the session over, because this one had not been heard of";
const DISK_SLACK = 16 * 1024 * 1024;

const moves = () => processMemory("workbench.moves", () => shareInFlight<SessionSandbox>());

/** The work that begins with the first sandbox: looking after all of them, and ending them with the process. */
const begin = () =>
  processMemory("workbench.begin", () =>
    memoize(async () => {
      await recoverStores(await findFolders(), new Set(all().map(({ process }) => process.slot.id)));
      startWatch(all, (sandbox, reason) => endSandbox(sandbox, reason));
      startHeartbeat();
      const timer = setInterval(stopIdle, LOOK_MS).unref();
      onStop("sandboxes", async () => {
        clearInterval(timer);
        sandboxes().stopped = true;
        await Promise.all(all().map((sandbox) => endSandbox(sandbox, "the server was stopped")));
      });
    }),
  );

function stopIdle(): void {
  const { idleMs } = env().workbench;
  for (const sandbox of sandboxes().live.values())
    if (sandbox.running.size === 0 && Date.now() - sandbox.usedAt > idleMs)
      void endSandbox(sandbox, "nobody used it for a while, and it was put away");
}

/** Starts a sandbox in places that were taken for it. */
async function start(capacity: number): Promise<SessionSandbox> {
  try {
    const sandbox = await openSandbox(env().workbench.diskBytes, capacity);
    sandbox.process.onEnd(() => void endSandbox(sandbox, sandbox.process.whyEnded() ?? "it ended"));
    return sandbox;
  } finally {
    sandboxes().starting -= capacity;
  }
}

/** Starts sandboxes for the sessions to come, one after the other. */
async function fillReady(): Promise<void> {
  const { warm, sandboxes: most } = env().workbench;
  const { ready } = sandboxes();
  const hasRoom = () => takenCapacity() + ready.length < most;
  while (!sandboxes().stopped && ready.length < warm && hasRoom()) {
    sandboxes().starting++;
    sandboxes().warming++;
    const sandbox = await start(1).finally(() => sandboxes().warming--);
    if (sandboxes().stopped) return endSandbox(sandbox, "the server was stopped");
    ready.push(sandbox);
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
  const loss = await takeOwnership(owner);
  if (loss) await noteLost(await findFolders(), owner, loss);
}

/** Whether the session of a sandbox is still this copy's. @throws ApiError Conflict where another copy has taken it */
async function keepOwnership(sandbox: SessionSandbox, owner: Owner): Promise<void> {
  const now = await certainty();
  if (now !== undefined && now === sandbox.certainty) return;
  try {
    await hold(owner);
    sandbox.certainty = await certainty();
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) await endSandbox(sandbox, TAKEN_OVER);
    throw error;
  }
}

async function claim(owner: Owner, size: SandboxSize): Promise<SessionSandbox> {
  requireSize(size);
  const folders = await findFolders();
  await requireHere(owner);
  await keepShare(owner, SANDBOX_SIZES[size]);
  // Those that wait ready are of the smallest size.
  let sandbox = size === "standard" ? sandboxes().ready.pop() : undefined;
  if (!sandbox) {
    await takeCapacity(SANDBOX_SIZES[size]);
    sandbox = await start(SANDBOX_SIZES[size]);
  }
  sandbox.owner = owner;
  sandbox.usedAt = Date.now();
  sandboxes().live.set(keyOf(owner), sandbox);
  try {
    await hold(owner);
    sandbox.certainty = await certainty();
    // A session above the quota can still delete files. This is computed before the files are there, because the watch
    // can look at any time.
    const { bytes } = await usageOf({ root: restOf(folders, owner), owner: null });
    sandbox.use.disk = bytes;
    sandbox.diskLimit = Math.max(sandbox.diskLimit, bytes) + DISK_SLACK;
    await claimStore(folders, sandbox.process.slot, owner);
    sandbox.lost = await takeLost(folders, owner);
    sandbox.process.tell({ op: "claim" });
  } catch (error) {
    await endSandbox(sandbox, "its files could not be opened");
    throw error;
  }
  fillSoon();
  return sandbox;
}

/**
 * The sandbox of a session, started with this size if it has none.
 * @throws ApiError Unavailable if all sandboxes are busy; Conflict if another copy of the app has the session; Error if
 *   one cannot be started; Unprocessable for a size that this server never has room for
 */
export async function useSandbox(owner: Owner, size: SandboxSize): Promise<SessionSandbox> {
  await begin()();
  const key = keyOf(owner);
  for (;;) {
    const sandbox = sandboxes().live.get(key);
    if (!sandbox || moves().find(key)) return moves().run(key, () => openFor(owner, size));
    const ending = ends().find(sandbox.process.id);
    if (!ending && sandbox.process.whyEnded() === null) {
      sandbox.usedAt = Date.now();
      await keepOwnership(sandbox, owner);
      return sandbox;
    }
    await endSandbox(sandbox, "it ended");
  }
}

async function openFor(owner: Owner, size: SandboxSize): Promise<SessionSandbox> {
  const key = keyOf(owner);
  sandboxes().opening.set(key, { since: new Date(), capacity: 0 });
  try {
    const sandbox = sandboxes().live.get(key);
    if (sandbox) await endSandbox(sandbox, "it ended");
    return await claim(owner, size);
  } finally {
    sandboxes().opening.delete(key);
  }
}

/** Since when the sandbox of a session is being made ready; null where none is. */
export const openingSince = (owner: Owner): Date | null => sandboxes().opening.get(keyOf(owner))?.since ?? null;

/** Why the last sandbox of a session ended and what was lost with it, until an answer reports it. */
export const findLoss = async (owner: Owner): Promise<LostVariables | null> => readLost(await findFolders(), owner);

/** The sandbox of a session that lives now, on this copy of the app. */
export const findSandbox = (owner: Owner): SessionSandbox | undefined => sandboxes().live.get(keyOf(owner));

/**
 * The sandbox of a session that a caller inspects or stops. @throws ApiError Conflict if another copy has the session
 */
export async function findOwnSandbox(owner: Owner): Promise<SessionSandbox | undefined> {
  const sandbox = findSandbox(owner);
  if (sandbox) await keepOwnership(sandbox, owner);
  else await requireHere(owner);
  return findSandbox(owner);
}

/** All sandboxes of sessions. */
export const liveSandboxes = (): SessionSandbox[] => [...sandboxes().live.values()];

/** Waits until the files of a session are not on their way from one place to another. */
async function untilAtPlace(owner: Owner): Promise<void> {
  // What a crash has left in a slot comes back first: what is written before would stand in its way.
  await begin()();
  for (;;) {
    const sandbox = findSandbox(owner);
    const moving = moves().find(keyOf(owner)) ?? (sandbox && ends().find(sandbox.process.id));
    if (!moving) return;
    // The caller that started it handles a failure.
    await moving.then(
      () => undefined,
      () => undefined,
    );
  }
}

type Store = { root: string; owner: number | null };

const findStore = forwardInSession(
  "findStore",
  async (projectId: string, sessionId: string, make: boolean): Promise<Store> => {
    const owner = { projectId, sessionId };
    const folders = await findFolders();
    if (!(await findOwnSandbox(owner)) && make) await hold(owner);
    await untilAtPlace(owner);
    const sandbox = findSandbox(owner);
    if (sandbox) return { root: sandbox.process.slot.files, owner: sandbox.process.slot.userId };
    const root = restOf(folders, owner);
    if (make) await mkdir(root, { recursive: true, mode: 0o700 });
    return { root, owner: null };
  },
);

/**
 * Where the files of a session are now, and which user owns new files. All processes of this copy of the app can open
 * them there.
 * @param make creates a missing folder
 * @throws ApiError Conflict if they are on another copy of the app
 */
export const storeOf = ({ projectId, sessionId }: Owner, make = false): Promise<Store> =>
  findStore(projectId, sessionId, make);
