import { expect, it } from "vitest";
import { env } from "@/lib/kernel/process/env";
import { sandboxes, keepShare, keyOf } from "./capacity";

it("simultaneous sessions of a project get the free places, and the others follow one by one", async () => {
  env().workbench.sandboxes = 2;
  const { opening } = sandboxes();
  const order: number[] = [];
  const owners = [0, 1, 2].map((n) => ({ projectId: "proj_test", sessionId: `trs_${n}` }));
  // All of them announce themselves before any of them gets capacity.
  for (const owner of owners) opening.set(keyOf(owner), { since: new Date(), capacity: 0 });
  const all = owners.map((owner, n) => keepShare(owner, 1).then(() => order.push(n)));
  await Promise.all(all.slice(0, 2));
  expect(order).toEqual([0, 1]);
  opening.delete(keyOf({ projectId: "proj_test", sessionId: "trs_0" }));
  await all[2];
  expect(order).toEqual([0, 1, 2]);
  opening.clear();
});
