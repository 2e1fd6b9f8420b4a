/**
 * Messages of this process to itself. PostgreSQL delivers them to every copy of the app, including this process, but
 * some time after the commit. What this copy remembers must be forgotten sooner: before the caller who changed it gets
 * the answer.
 */
import { processMemory } from "../process-memory";

type Message = readonly [channel: string, payload: string];

const state = processMemory("notify.own", () => ({
  /** Messages of open transactions. */
  open: new WeakMap<object, Message[]>(),
  listeners: new Map<string, ((payload: string) => void)[]>(),
}));

/** Calls `forget` with each message that this process sends on the channel, right after its commit. */
export function onOwnMessage(channel: string, forget: (payload: string) => void): void {
  state.listeners.set(channel, [...(state.listeners.get(channel) ?? []), forget]);
}

export function tellOwn([channel, payload]: Message): void {
  for (const forget of state.listeners.get(channel) ?? []) forget(payload);
}

/** Delivers a message immediately, or after the commit if `tx` is an open transaction. */
export function tellOwnOf(tx: object, message: Message): void {
  const waiting = state.open.get(tx);
  if (waiting) waiting.push(message);
  else tellOwn(message);
}

/**
 * Runs a transaction. Its messages to this process are delivered when it has ended, even if nobody knows whether it was
 * committed.
 * @param begin receives a function that it must call with the transaction before it does anything else
 */
export async function tellingAfter<T>(begin: (onOpen: (tx: object) => void) => Promise<T>): Promise<T> {
  const waiting: Message[] = [];
  try {
    return await begin((tx) => void state.open.set(tx, waiting));
  } finally {
    waiting.forEach(tellOwn);
  }
}
