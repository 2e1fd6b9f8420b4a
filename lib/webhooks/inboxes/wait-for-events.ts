/**
 * Lets programs wait for events of an inbox. One of those who wait in this process asks the database at a time: when an
 * event is recorded anywhere, when one is acknowledged here, and twice a second for events whose time is over.
 */
import { freeSlot, tryTakeSlot, type SlotLimits } from "@/lib/kernel/concurrency/slots";
import { onAbort } from "@/lib/kernel/concurrency/on-abort";
import { listen } from "@/lib/kernel/database/notify";
import { ApiError } from "@/lib/kernel/errors";
import { processMemory } from "@/lib/kernel/process-memory";
import { onDrain } from "@/lib/kernel/process/lifecycle";
import { EVENTS_CHANNEL } from "../events/record-event";

const LOOK_MS = 500;
/** Requests that wait in this process: a project has its share, and a connection costs little while it waits. */
const SLOTS = "inbox waits";
const ROOM: SlotLimits = { total: 1000, share: 100 };

type Queue = {
  projectId: string;
  /** How many requests use the queue; it is forgotten with the last one. */
  users: number;
  waiting: (() => void)[];
  /** Grows with each wake, so that nobody begins to wait after something happened. */
  version: number;
};

const state = processMemory("inboxes.waits", () => ({
  queues: new Map<string, Queue>(),
  timer: undefined as NodeJS.Timeout | undefined,
  isListening: false,
}));

/** Lets the first of those who wait look. */
function wake(queue: Queue): void {
  queue.version++;
  queue.waiting.shift()?.();
}

/** Something could be taken from an inbox. */
export function wakeInbox(projectId: string, inboxId: string): void {
  const queue = state.queues.get(inboxId);
  if (queue?.projectId === projectId) wake(queue);
}

function wakeAll(projectId?: string): void {
  for (const queue of state.queues.values()) if (projectId === undefined || queue.projectId === projectId) wake(queue);
}

function enter(projectId: string, inboxId: string): Queue {
  if (!state.isListening) {
    state.isListening = true;
    listen(EVENTS_CHANNEL, { message: (message) => wakeAll(message.split(" ")[0]), missed: () => wakeAll() });
  }
  state.timer ??= setInterval(wakeAll, LOOK_MS).unref();
  const queue = state.queues.get(inboxId) ?? { projectId, users: 0, waiting: [], version: 0 };
  state.queues.set(inboxId, queue);
  queue.users++;
  return queue;
}

function exit(queue: Queue, inboxId: string): void {
  if (--queue.users === 0) state.queues.delete(inboxId);
  if (state.queues.size > 0) return;
  clearInterval(state.timer);
  state.timer = undefined;
}

/** Waits for a wake: a new request behind all others, and one that was woken for nothing before them. */
function nextWake(queue: Queue, version: number, isNew: boolean, signal: AbortSignal): Promise<void> {
  if (queue.version !== version || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      stop();
      queue.waiting = queue.waiting.filter((other) => other !== done);
      resolve();
    };
    const stop = onAbort(signal, done);
    if (isNew) queue.waiting.push(done);
    else queue.waiting.unshift(done);
  });
}

/** How many requests of a project wait in this process. */
export const countWaiting = (projectId: string): number =>
  [...state.queues.values()].reduce((sum, queue) => sum + (queue.projectId === projectId ? queue.users : 0), 0);

/**
 * Tries `take` until it takes something, or the time is over, the caller is gone, or the process is about to stop.
 * @throws ApiError TooManyRequests if too many requests of the project wait already
 */
export async function waitForEvents<T>(
  { projectId, inboxId, seconds, signal }: { projectId: string; inboxId: string; seconds: number; signal: AbortSignal },
  take: () => Promise<T[]>,
): Promise<T[]> {
  if (!tryTakeSlot(SLOTS, projectId, ROOM))
    throw new ApiError("TooManyRequests", "Too many requests of this project wait for events.", {
      suggestedFix: "Let one program wait for each inbox, or send wait_seconds: 0.",
      headers: { "retry-after": "5" },
    });
  const queue = enter(projectId, inboxId);
  const over = new AbortController();
  const end = () => over.abort();
  const timer = setTimeout(end, seconds * 1000);
  const stops = [onAbort(signal, end), onDrain(end)];
  if (signal.aborted) end();
  try {
    for (let isNew = true; ; isNew = false) {
      const { version } = queue;
      const events = signal.aborted ? [] : await take();
      // There may be more for the next one.
      if (events.length > 0) wake(queue);
      if (events.length > 0 || over.signal.aborted) return events;
      await nextWake(queue, version, isNew, over.signal);
    }
  } finally {
    clearTimeout(timer);
    for (const stop of stops) stop();
    exit(queue, inboxId);
    freeSlot(SLOTS, projectId);
  }
}
