/** The first owner: one link, once. */
import { describe, expect, it } from "vitest";
import { moveClock } from "@/lib/kernel/time/clock";
import { db } from "@/lib/kernel/database/db";
import { hashToken } from "@/lib/kernel/ids";
import { completeSetup, ensureSetupLink, isSetupOpen } from "./setup";

const person = { email: "ada@example.com", password: "a sentence for tests" };
const newLink = async () => new URL((await ensureSetupLink()) ?? "").searchParams.get("token") ?? "";

describe("the set-up link", () => {
  it("is kept as a hash, and a newer one ends the one before", async () => {
    const first = await newLink();
    const second = await newLink();
    expect((await db.accessToken.findMany()).map(({ hash }) => hash)).toEqual([hashToken(second)]);
    expect([await isSetupOpen(first), await isSetupOpen(second), await isSetupOpen("")]).toEqual([false, true, false]);
    await expect(completeSetup({ token: first, ...person })).rejects.toMatchObject({ status: 410 });
  });

  it("ends after a week", async () => {
    const token = await newLink();
    const back = moveClock(7 * 86_400_000 + 1000);
    expect(await isSetupOpen(token)).toBe(false);
    await expect(completeSetup({ token, ...person })).rejects.toMatchObject({ status: 410 });
    back();
  });

  it("410: makes one owner when it is used twice at the same moment, and never again", async () => {
    const token = await newLink();
    const results = await Promise.allSettled([
      completeSetup({ token, ...person }),
      completeSetup({ token, ...person, email: "eve@example.com" }),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await db.member.findMany({ select: { role: true } })).toEqual([{ role: "owner" }]);
    expect(await db.project.findMany({ select: { name: true } })).toEqual([{ name: "default" }]);
    await expect(completeSetup({ token, ...person, email: "mallory@example.com" })).rejects.toMatchObject({
      status: 410,
    });
    expect(await ensureSetupLink()).toBeNull();
    expect(await isSetupOpen(token)).toBe(false);
    expect(await db.user.count()).toBe(1);
  });
});
