/** The overrides of a project are few enough to be read together, and a change of them is never missed. */
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { compiled, load, tool, toolkit } from "@/test/builders/catalog";
import { createTestOwner } from "@/test/builders/owners";
import { MAX_DESCRIPTION_LENGTH, MAX_OVERRIDES_LENGTH, MOST_OVERRIDES } from "../overrides/contract";
import { CHANNEL, overridesOf } from "../overrides/project-overrides";
import { deleteOverride, putOverride } from "./put-override";
import { db } from "@/lib/kernel/database/db";
import { isListening } from "@/lib/kernel/database/notify";

const change = { hidden: false, arguments: {} };
let projectId: string;

beforeAll(() => load(compiled(toolkit("news", "20260401_00", [tool("NEWS_READ"), tool("NEWS_WRITE")]))));
beforeEach(async () => {
  ({ projectId } = await createTestOwner());
});

/** Rows of tools that no toolkit has any more. */
const store = (total: number, description: string) =>
  db.toolOverride.createMany({
    data: Array.from({ length: total }, (_, index) => ({
      ...{ projectId, toolSlug: `GONE_${index}`, description, hidden: false, arguments: {}, updatedAt: new Date() },
    })),
  });

it("400 for descriptions that are too long together, also when another one is replaced by a longer one", async () => {
  await store(MAX_OVERRIDES_LENGTH / MAX_DESCRIPTION_LENGTH - 1, "x".repeat(MAX_DESCRIPTION_LENGTH));
  await putOverride(projectId, "NEWS_READ", { ...change, description: "Reads the news." });
  const long = { ...change, description: "x".repeat(MAX_DESCRIPTION_LENGTH) };
  await expect(putOverride(projectId, "NEWS_READ", long)).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining("2,000,000 characters") as string,
  });
  await deleteOverride(projectId, "GONE_0");
  await putOverride(projectId, "NEWS_READ", long);
});

it("400 for one changed tool too many", async () => {
  await store(MOST_OVERRIDES, "");
  await expect(putOverride(projectId, "NEWS_READ", { ...change, hidden: true })).rejects.toMatchObject({ status: 400 });
});

it("readers share a read, but none that began before a change", async () => {
  const read = async () => overridesOf(projectId);
  await read();
  // Until changes are announced to this process, each reader has a read of its own.
  await vi.waitFor(() => expect(isListening(CHANNEL)).toBe(true), { timeout: 30_000 });
  for (let round = 0; round < 20; round++) {
    const early = [read(), read()];
    await putOverride(projectId, "NEWS_WRITE", { ...change, name: `Round ${round}` });
    const late = await Promise.all(Array.from({ length: 5 }, read));
    const newest = await read();
    expect(new Set(late).size).toBe(1);
    expect(late[0]?.state).toBe(newest.state);
    const row = tool("NEWS_WRITE");
    expect(newest.apply(row)?.name).toBe(`Round ${round}`);
    await Promise.all(early);
  }
});
