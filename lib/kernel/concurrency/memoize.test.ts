import { expect, it } from "vitest";
import { memoize, shareInFlight } from "./memoize";

const failing = (times: number) => {
  const counter = { calls: 0 };
  return {
    counter,
    work: async () => {
      if (++counter.calls <= times) throw new Error(`failure ${counter.calls}`);
      return `value ${counter.calls}`;
    },
  };
};

it("makes a memoized value once for all callers, and keeps it", async () => {
  const { counter, work } = failing(0);
  const read = memoize(work);
  expect(await Promise.all([read(), read()])).toEqual(["value 1", "value 1"]);
  expect(await read()).toBe("value 1");
  expect(counter.calls).toBe(1);
});

it("shares a failure with those who waited for it, and tries again for the next", async () => {
  const { counter, work } = failing(1);
  const read = memoize(work);
  const both = await Promise.allSettled([read(), read()]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await read()).toBe("value 2");
  expect(counter.calls).toBe(2);
});

it("tries again also when the failure's own handler asks", async () => {
  const { work } = failing(1);
  const read = memoize(work);
  expect(await read().catch(() => read())).toBe("value 2");
});

it("runs one attempt a key at a time, and keeps neither results nor failures", async () => {
  const { counter, work } = failing(1);
  const attempts = shareInFlight<string>();
  const all = await Promise.allSettled([attempts.run("a", work), attempts.run("a", work)]);
  expect(all.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(attempts.find("a")).toBeUndefined();
  expect(await Promise.all([attempts.run("a", work), attempts.run("a", work), attempts.run("b", work)])).toEqual([
    "value 2",
    "value 2",
    "value 3",
  ]);
  expect(await attempts.run("a", work)).toBe("value 4");
  expect(counter.calls).toBe(4);
});
