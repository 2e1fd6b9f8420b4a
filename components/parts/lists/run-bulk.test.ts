/** Many calls, one result each. */
import { describe, expect, it } from "vitest";
import { runBulk, type BulkResult } from "./run-bulk";

const ids = Array.from({ length: 10 }, (_, index) => `ca_${index}`);

describe("runBulk", () => {
  it("goes on when one row fails, and says which", async () => {
    const results: BulkResult[] = [];
    await runBulk(
      ids,
      async (id) => {
        if (id === "ca_3") throw new Error("gone");
      },
      (result) => results.push(result),
      () => false,
    );
    expect(results.map(({ id }) => id).sort()).toEqual(ids);
    expect(results.filter(({ error }) => error).map(({ id }) => id)).toEqual(["ca_3"]);
  });

  it("begins no further row once it is stopped", async () => {
    const results: BulkResult[] = [];
    await runBulk(
      ids,
      async () => undefined,
      (result) => results.push(result),
      () => results.length >= 2,
    );
    expect(results.length).toBeLessThan(ids.length);
  });

  it("never has more than four calls under way", async () => {
    let [now, most] = [0, 0];
    await runBulk(
      ids,
      async () => {
        most = Math.max(most, ++now);
        await new Promise((resolve) => setTimeout(resolve, 1));
        now--;
      },
      () => undefined,
      () => false,
    );
    expect(most).toBe(4);
  });
});
