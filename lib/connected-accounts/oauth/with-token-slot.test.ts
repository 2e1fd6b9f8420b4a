/** How many token requests of a project run at once. */
import { expect, it } from "vitest";
import { withTokenSlot } from "./with-token-slot";

/** Work that runs until it is ended from outside. */
function holdSlot(projectId: string, log: string[]): { end: () => void; done: Promise<void> } {
  let end = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    end = resolve;
  });
  return {
    end,
    done: withTokenSlot(projectId, () => {
      log.push(projectId);
      return gate;
    }),
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it("lets another project renew while a provider hangs, and nobody waits forever", async () => {
  const startOrder: string[] = [];
  const hung = Array.from({ length: 40 }, () => holdSlot("slow", startOrder));
  const others = Array.from({ length: 4 }, () => holdSlot("other", startOrder));
  await settled();
  expect(startOrder).toEqual([...Array<string>(32).fill("slow"), ...Array<string>(4).fill("other")]);
  hung[0]?.end();
  await settled();
  expect(startOrder.filter((projectId) => projectId === "slow")).toHaveLength(33);
  for (const { end } of [...hung, ...others]) end();
  await Promise.all([...hung, ...others].map(({ done }) => done));
  expect(startOrder).toHaveLength(44);
});

it("frees the slot after a failure", async () => {
  for (let i = 0; i < 40; i++)
    await expect(withTokenSlot("failing", () => Promise.reject(new Error("no answer")))).rejects.toThrow("no answer");
  expect(await withTokenSlot("failing", () => Promise.resolve("done"))).toBe("done");
});
