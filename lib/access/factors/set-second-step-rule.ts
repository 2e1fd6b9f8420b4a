/** The rule of an organization that all its members have two-step sign-in; until then a member can only set it up. */
import { SECOND_STEP_REQUIRED } from "@/lib/contract/confirm-again";
import { db, type Db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { announceChange } from "../announce-change";
import { refusal } from "../authorize";
import type { SignInCaller } from "../caller";
import { lockAs } from "../people/lock-organization";
import { rolesWith } from "../roles";
import { hasFactor } from "./prove-factor";

/** @returns the refusal of everything but the set-up */
export const secondStepRequired = () =>
  new ApiError("Forbidden", "Your organization requires two-step sign-in, and your account doesn’t have it.", {
    slug: SECOND_STEP_REQUIRED,
    suggestedFix: "Open /login in your browser and set up an authenticator app.",
    headers: { "x-should-retry": "false" },
  });

const ownFirst = () =>
  new ApiError("Conflict", "Your own account doesn’t have two-step sign-in.", {
    suggestedFix: "Set it up under Profile first.",
    headers: { "x-should-retry": "false" },
  });

/** Whether an organization of the person has the rule. */
export const isSecondStepRequired = async (tx: Db, userId: string): Promise<boolean> =>
  (await tx.member.count({ where: { userId, organization: { requiresSecondStep: true } } })) > 0;

/** @throws ApiError Conflict for a person whose organization requires two-step sign-in, or single sign-on otherwise */
export async function assertMayGoWithout(tx: Db, userId: string): Promise<void> {
  // Whoever has the password could set another one up, and would come in as the owner.
  const keeping = { userId, keepsPassword: true, organization: { requiresSso: true } };
  if ((await tx.member.count({ where: keeping })) > 0)
    throw new ApiError(
      "Conflict",
      "Your organization requires single sign-on, and keeps your password for emergencies.",
      {
        suggestedFix: "Set up another authenticator app or passkey first.",
        headers: { "x-should-retry": "false" },
      },
    );
  if (!(await isSecondStepRequired(tx, userId))) return;
  throw new ApiError("Conflict", "Your organization requires two-step sign-in.", {
    suggestedFix: "Set up another authenticator app or passkey first.",
    headers: { "x-should-retry": "false" },
  });
}

/**
 * Turns the rule on or off, in every copy of the app at once.
 * @returns whether it was on before
 * @throws ApiError Forbidden for a person who no longer leads the organization; Conflict for an owner without two-step
 *   sign-in
 */
export const setSecondStepRule = (caller: SignInCaller, isRequired: boolean): Promise<boolean> =>
  db.$transaction(async (tx) => {
    const { organizationId, by } = caller;
    const callerRole = await lockAs(tx, { organizationId, userId: by.userId });
    if (!rolesWith("organization:write").includes(callerRole)) throw refusal(caller, "organization:write");
    const where = { id: organizationId };
    if (isRequired && !(await hasFactor(by.userId, tx))) throw ownFirst();
    const before = await tx.organization.findUniqueOrThrow({ where, select: { requiresSecondStep: true } });
    await tx.organization.update({ where, data: { requiresSecondStep: isRequired } });
    await announceChange(tx, "callers");
    return before.requiresSecondStep;
  });

/**
 * Whether a person is held: `session` is the table of their sign-in. Held in all organizations, because a sign-in is
 * one for all of them. A sign-in by a provider of an organization opens that one alone, and the provider answers for
 * the second step: the person must not set one up in it, as it would be one for their other organizations too.
 */
export const isHeldSql = (session: string): string =>
  `(${session}.provider_id IS NULL
  AND EXISTS (SELECT 1 FROM member h JOIN organization ho ON ho.id = h.organization_id AND ho.requires_second_step
    WHERE h.user_id = ${session}.user_id)
  AND NOT EXISTS (SELECT 1 FROM second_factor hf WHERE hf.user_id = ${session}.user_id AND hf.secret IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM passkey hp WHERE hp.user_id = ${session}.user_id))`;
