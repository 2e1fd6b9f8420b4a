import { expect, it } from "vitest";
import { batchReads } from "./batch-reads";

const pause = () => new Promise((resolve) => setTimeout(resolve, 5));

it("reads a single key at once, and later keys in one batch; each caller gets its own value", async () => {
  const reads: (string | string[])[] = [];
  const read = batchReads(
    (key) => key,
    async (key: string) => {
      reads.push(key);
      await pause();
      return `one ${key}`;
    },
    async (keys: string[]) => {
      reads.push(keys);
      await pause();
      return keys.map((key) => `many ${key}`);
    },
  );
  expect(await Promise.all(["a", "b", "c", "d", "e"].map(read))).toEqual([
    "one a",
    "many b",
    "many c",
    "many d",
    "many e",
  ]);
  expect(await read("f")).toBe("one f");
  expect(reads).toEqual(["a", ["b", "c", "d", "e"], "f"]);
});

it("reads a key once for all who wait for it, but never shares a read that began before they came", async () => {
  let version = 0;
  const reads: string[][] = [];
  const read = batchReads(
    (key) => key,
    async (key: string) => {
      const versionRead = ++version;
      await pause();
      return `${key} ${versionRead}`;
    },
    async (keys: string[]) => {
      reads.push(keys);
      const versionRead = ++version;
      await pause();
      return keys.map((key) => `${key} ${versionRead}`);
    },
  );
  expect(await Promise.all(["a", "a", "b", "a"].map(read))).toEqual(["a 1", "a 2", "b 2", "a 2"]);
  expect(reads).toEqual([["a", "b"]]);
});

it("fails only the key that cannot be read, also when it shares a statement", async () => {
  const readAlone = async (key: string) => {
    await pause();
    if (key === "bad") throw new Error("unreadable");
    return key;
  };
  const read = batchReads(
    (key) => key,
    readAlone,
    async () => {
      throw new Error("the statement failed");
    },
  );
  const results = await Promise.allSettled(["a", "b", "bad", "c"].map(read));
  expect(results.map((result) => (result.status === "fulfilled" ? result.value : String(result.reason)))).toEqual([
    "a",
    "b",
    "Error: unreadable",
    "c",
  ]);
});

it("takes at most a hundred keys at a time, and goes on after a failure", async () => {
  const sizes: number[] = [];
  const read = batchReads(
    String,
    async (key: number) => {
      await pause();
      if (key === 0) throw new Error("first");
      return key;
    },
    async (keys: number[]) => {
      sizes.push(keys.length);
      await pause();
      return keys;
    },
  );
  const results = await Promise.allSettled(Array.from({ length: 251 }, (_, key) => read(key)));
  expect(results.filter(({ status }) => status === "rejected")).toHaveLength(1);
  expect(sizes).toEqual([100, 100, 50]);
});

it("goes on without a statement that hangs, and works as before when it ends", async () => {
  let free: () => void = () => undefined;
  const hanging = new Promise<void>((resolve) => {
    free = resolve;
  });
  const read = batchReads(
    (key) => key,
    async (key: string) => {
      if (key === "stuck") await hanging;
      return key;
    },
    async (keys: string[]) => keys,
  );
  const stuck = read("stuck");
  expect(await Promise.all([read("a"), read("b")])).toEqual(["a", "b"]);
  expect(await read("c")).toBe("c");
  free();
  expect(await stuck).toBe("stuck");
  expect(await read("d")).toBe("d");
});
