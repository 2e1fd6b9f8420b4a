/** Limits the concurrent work of a session: one cell, some commands, one upload, two lists of files. The rest waits. */
import { freeSlot, tryTakeSlot, waitForSlot, waitingForSlot } from "@/lib/kernel/concurrency/slots";
import { ApiError } from "@/lib/kernel/errors";
import { processMemory } from "@/lib/kernel/process-memory";
import type { Owner } from "./sessions/stores";

/**
 * The limits of running and of waiting work. Uploads wait because each is checked against the quota after those before
 * it.
 */
const ROOM = {
  cell: { total: 1, share: 1, waiting: 10 },
  bash: { total: 4, share: 4, waiting: 10 },
  file: { total: 1, share: 1, waiting: 100 },
  // Of 50,000 files a list takes a second.
  list: { total: 2, share: 2, waiting: 50 },
};
type Kind = keyof typeof ROOM;
const NAMES: Record<Kind, string> = { cell: "cells", bash: "commands", file: "files", list: "lists" };

const keyOf = ({ projectId, sessionId }: Owner): string => `workbench.${projectId}/${sessionId}`;
const nameOf = (owner: Owner, kind: Kind): string => `${keyOf(owner)}.${kind}`;

/** By session: ends the wait of each that waits. */
const waits = () => processMemory("workbench.waits", () => new Map<string, Set<() => void>>());

async function waitFor(owner: Owner, name: string): Promise<void> {
  const key = keyOf(owner);
  const all = waits().get(key) ?? new Set();
  waits().set(key, all);
  let end = () => {};
  const passed = await waitForSlot(name, name, (giveUp) => {
    end = giveUp;
    all.add(end);
  });
  all.delete(end);
  if (all.size === 0 && waits().get(key) === all) waits().delete(key);
  if (!passed)
    throw new ApiError("NotFound", "The session was deleted while the call waited for its turn.", {
      suggestedFix: "Create a new session.",
    });
}

/**
 * Waits until those before it have ended.
 * @throws ApiError TooManyRequests when too many wait; NotFound when the session was deleted meanwhile
 */
export async function inTurn<T>(owner: Owner, kind: Kind, work: () => Promise<T>): Promise<T> {
  const name = nameOf(owner, kind);
  if (!tryTakeSlot(name, name, ROOM[kind])) {
    if (waitingForSlot(name, name) >= ROOM[kind].waiting)
      throw new ApiError("TooManyRequests", `Too many ${NAMES[kind]} of this session wait for their turn.`, {
        suggestedFix: "Wait for the answers of those that run.",
        headers: { "retry-after": "5" },
      });
    await waitFor(owner, name);
  }
  try {
    return await work();
  } finally {
    freeSlot(name, name);
  }
}

/** Sends those away that wait in a session that is deleted: their turn would start a sandbox for it. */
export function endWaits(owner: Owner): void {
  for (const end of waits().get(keyOf(owner)) ?? []) end();
}

/** Asks the interpreter while nothing runs in it; null while something does. A new cell waits for the response. */
export async function ifFree<T>(owner: Owner, work: () => Promise<T>): Promise<T | null> {
  const name = nameOf(owner, "cell");
  if (!tryTakeSlot(name, name, ROOM.cell)) return null;
  try {
    return await work();
  } finally {
    freeSlot(name, name);
  }
}
