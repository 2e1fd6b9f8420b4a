/** A person who lost their app gets in again by the operator alone, and the trail shows it. */
import { expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";
import { holdStep, setUpPhone } from "@/test/clients/second-factor";
import { startSignIn } from "../sign-in/sign-in-rows";
import { resetSecondFactor } from "./reset-second-factor";

it("turns two-step sign-in off, with an event in the trail of the organization", async () => {
  holdStep();
  const { userId, email, organizationId } = await createTestOwner();
  await setUpPhone(await sessionCookie(userId), userId);
  const before = await db.userSession.count({ where: { userId } });
  expect(await startSignIn(userId, 1)).toBeNull();
  expect(await resetSecondFactor(` ${email.toUpperCase()}`)).toEqual({ email });
  expect(await startSignIn(userId, 1)).not.toBeNull();
  expect(await db.userSession.count({ where: { userId } })).toBe(before + 1);
  expect(await db.recoveryCode.count({ where: { userId } })).toBe(0);
  const event = { organizationId, action: "member.reset_second_factor" };
  expect(await db.auditEvent.findMany({ where: event })).toMatchObject([
    { actorKind: "operator", actorId: null, target: userId, outcome: "done" },
  ]);
});

it("404, 409: resets nothing of an unknown person, or of one without a second step", async () => {
  const { email } = await createTestOwner();
  await expect(resetSecondFactor(email)).rejects.toMatchObject({ status: 409 });
  await expect(resetSecondFactor("nobody@example.com")).rejects.toMatchObject({ status: 404 });
});
