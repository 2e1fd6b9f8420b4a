/** How many token requests of a project run at once. */
import { expect, it } from "vitest";
import { withTokenSlot } from "./with-token-slot";

/** Work that runs until it is ended from outside. */
function held(projectId: string, log: string[]): { end: () => void; done: Promise<void> } {
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

it("lets another project renew while one project's provider hangs, and nobody waits for ever", async () => {
  const began: string[] = [];
  const hung = Array.from({ length: 40 }, () => held("slow", began));
  const others = Array.from({ length: 4 }, () => held("other", began));
  await settled();
  expect(began).toEqual([...Array<string>(32).fill("slow"), ...Array<string>(4).fill("other")]);
  hung[0]?.end();
  await settled();
  expect(began.filter((one) => one === "slow")).toHaveLength(33);
  for (const { end } of [...hung, ...others]) end();
  await Promise.all([...hung, ...others].map(({ done }) => done));
  expect(began).toHaveLength(44);
});

it("frees the slot after a failure", async () => {
  for (let i = 0; i < 40; i++)
    await expect(withTokenSlot("failing", () => Promise.reject(new Error("no answer")))).rejects.toThrow("no answer");
  expect(await withTokenSlot("failing", () => Promise.resolve("done"))).toBe("done");
});
