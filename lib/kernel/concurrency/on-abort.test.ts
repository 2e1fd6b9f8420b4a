/** Listeners of signals, shared and of one request alone. */
import { expect, it } from "vitest";
import { onAbort, shareAbort } from "./on-abort";

const KINDS = [
  ["shared", true],
  ["of one request", false],
] as const;

it.each(KINDS)("a signal that is %s calls each listener once, in order, and none that stopped", (_, isShared) => {
  const controller = new AbortController();
  if (isShared) shareAbort(controller.signal);
  const calls: string[] = [];
  onAbort(controller.signal, () => calls.push("first"));
  const stop = onAbort(controller.signal, () => calls.push("stopped"));
  onAbort(controller.signal, () => calls.push("last"));
  stop();
  stop();
  expect(calls).toEqual([]);
  controller.abort();
  controller.abort();
  expect(calls).toEqual(["first", "last"]);
});

it.each(KINDS)("a signal that is %s calls nobody who comes after it aborted", (_, isShared) => {
  const controller = new AbortController();
  if (isShared) shareAbort(controller.signal);
  controller.abort();
  let count = 0;
  const stop = onAbort(controller.signal, () => count++);
  stop();
  expect(count).toBe(0);
});

it("a listener can stop another one that has not been called yet", () => {
  const controller = new AbortController();
  shareAbort(controller.signal);
  const calls: string[] = [];
  let stopNext = (): void => undefined;
  onAbort(controller.signal, () => stopNext());
  stopNext = onAbort(controller.signal, () => calls.push("next"));
  controller.abort();
  expect(calls).toEqual([]);
});
