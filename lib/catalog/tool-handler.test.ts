/** Steps of handlers that fail, and work on many items. */
import { EventEmitter, once } from "node:events";
import { expect, it } from "vitest";
import { OutboundError } from "@/lib/kernel/outbound/outbound-error";
import { attempt, inParallel, ProviderRefusal } from "./tool-handler";

const failing = (error: Error) => attempt(() => Promise.reject(error));

it("says of a step whether it was refused, never sent, or may have been done", async () => {
  expect(await attempt(() => Promise.resolve(1))).toEqual({ value: 1 });
  expect(await failing(new ProviderRefusal("409 Conflict", 409))).toEqual({ problem: "409 Conflict", status: 409 });
  expect(await failing(new ProviderRefusal("504 Gateway Timeout", 504))).toEqual({
    problem: "504 Gateway Timeout",
    status: 504,
    isUnknown: true,
  });
  expect(await failing(new OutboundError("timeout", "Too slow."))).toEqual({
    problem: "The provider gave no answer, so it is not known whether this was done. Too slow.",
    isUnknown: true,
  });
  expect(await failing(new OutboundError("connect", "No host.", { sent: false }))).toEqual({
    problem: "The provider was not reached. No host.",
  });
  await expect(failing(new OutboundError("aborted", "Hung up."))).rejects.toThrow("Hung up.");
});

it("keeps the order of the items, within the limit", async () => {
  let [running, most] = [0, 0];
  const results = await inParallel([3, 1, 2, 5], 2, async (item) => {
    most = Math.max(most, (running += 1));
    for (let turn = 0; turn < item; turn += 1) await Promise.resolve();
    running -= 1;
    return item * 10;
  });
  expect(results).toEqual([30, 10, 20, 50]);
  expect(most).toBe(2);
});

it("begins nothing further after a failure", async () => {
  const starts: number[] = [];
  const work = new EventEmitter();
  const run = inParallel([0, 1, 2, 3], 2, async (item) => {
    starts.push(item);
    if (item === 1) throw new Error("refused");
    await once(work, "end");
  });
  await expect(run).rejects.toThrow("refused");
  work.emit("end");
  await new Promise((resolve) => setImmediate(resolve));
  expect(starts).toEqual([0, 1]);
});
