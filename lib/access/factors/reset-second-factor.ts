/** The end of a second factor that its owner has lost, by the operator. */
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { Email } from "../people/profile.contract";
import { deleteSecondFactor } from "./delete-second-factor";
import { hasFactor } from "./prove-factor";
import { recordAuditIn } from "../record-audit";

/**
 * Deletes the authenticator app, the passkeys and the recovery codes of a person. Their password and their sign-ins
 * stay. Each of their organizations has the event in its audit trail.
 * @throws ZodError for an invalid email, ApiError NotFound for an unknown one, Conflict without a second factor
 */
export async function resetSecondFactor(rawEmail: string): Promise<{ email: string }> {
  const email = Email.parse(rawEmail);
  return db.$transaction(async (tx) => {
    const user = await tx.user.findUnique({
      where: { email },
      select: { id: true, members: { select: { organizationId: true } } },
    });
    if (!user)
      throw new ApiError("NotFound", `Nobody on this server has the email ${email}.`, {
        suggestedFix: "Check the spelling; the members are listed under Settings, Members.",
      });
    const userId = user.id;
    const isBegun = (await tx.secondFactor.count({ where: { userId } })) > 0;
    if (!isBegun && !(await hasFactor(userId, tx)))
      throw new ApiError("Conflict", `Two-step sign-in is off for ${email}, so nothing changed.`, {
        suggestedFix: "Sign in at /login with the password.",
      });
    await deleteSecondFactor(tx, userId);
    for (const { organizationId } of user.members)
      await recordAuditIn(tx, {
        caller: { kind: "operator" },
        action: "member.reset_second_factor",
        operation: "reset-second-factor",
        target: userId,
        facts: { name: email },
        outcome: "done",
        status: 200,
        requestId: newId("request"),
        organizationId,
      });
    return { email };
  });
}
