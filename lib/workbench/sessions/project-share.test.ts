/** One project leaves sandboxes to others, where there are enough. */
import { expect, it } from "vitest";
import { shareOf, whyNoSuchSandbox } from "@/lib/kernel/process/workbench-settings";
import { roomFor } from "./project-share";

const sandbox = (usedAt: number, runs = 0, capacity = 1) => ({ usedAt, running: { size: runs }, capacity });

it("leaves a quarter to others, and nothing on a small server", () => {
  expect([1, 2, 3, 4, 8, 10, 1000].map(shareOf)).toEqual([1, 2, 3, 3, 6, 7, 750]);
});

it("allows larger sandboxes if the share has places for them, and none at a gateway", () => {
  const sizes = ["standard", "medium", "large", "xlarge"] as const;
  const had = (sandboxes: number) => sizes.filter((size) => !whyNoSuchSandbox(size, { sandboxes, gateway: undefined }));
  expect([10, 4, 2, 1].map(had)).toEqual([sizes, sizes.slice(0, 2), sizes.slice(0, 2), ["standard"]]);
  const gateway = { url: "http://jupyter", token: undefined, kernel: "python3", allow: [] };
  expect(whyNoSuchSandbox("medium", { sandboxes: 10, gateway })).toContain("gateway");
});

it("ends a project's oldest idle sandbox above its share, or waits if all of them are busy", () => {
  const seven = [3, 1, 2, 4, 5, 6, 7].map((usedAt) => sandbox(usedAt));
  expect(roomFor(seven.slice(1), 1, 10)).toBe("free");
  expect(roomFor(seven, 1, 10)).toBe(seven[1]);
  expect(roomFor(seven.slice(3), 4, 10)).toBe(seven[3]);
  expect(roomFor([sandbox(1, 1), ...seven.slice(0, 6)], 1, 10)).toBe(seven[1]);
  expect(roomFor([sandbox(2, 0, 4), sandbox(1, 0, 2)], 1, 10)).toBe("free");
  expect(roomFor([sandbox(2, 0, 4), sandbox(1, 0, 2)], 2, 10)).toMatchObject({ usedAt: 1 });
  expect(roomFor(Array(7).fill(sandbox(1, 1)), 1, 10)).toBe("full");
});
