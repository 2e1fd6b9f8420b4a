/** Turns on and off that the members of an organization come by single sign-on. */
import { db, type Db } from "@/lib/kernel/database/db";
import { rowsIn, statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { announceChange } from "../announce-change";
import type { SignInCaller } from "../caller";
import { Email } from "../people/profile.contract";
import { recordAuditIn } from "../record-audit";
import { ssoApi } from "./contract";
import { assertProviderLeadsIn } from "./keep-leading-in";
import { lockSso } from "./update-provider";

const conflict = (message: string, suggestedFix: string) =>
  new ApiError("Conflict", message, { suggestedFix, headers: { "x-should-retry": "false" } });

/** A person who has lost the app, or knows no password, must not be counted on. */
const KEEP_PASSWORDS = statement({
  name: "access.keep-passwords",
  text: `UPDATE member m SET keeps_password = m.role = 'owner' AND (
      EXISTS (SELECT 1 FROM passkey p WHERE p.user_id = m.user_id) OR (u.password_hash IS NOT NULL
        AND EXISTS (SELECT 1 FROM second_factor f WHERE f.user_id = m.user_id AND f.secret IS NOT NULL)))
    FROM app_user u WHERE u.id = m.user_id AND m.organization_id = $1 RETURNING m.keeps_password`,
  columns: { keeps_password: "bool" },
});

/** A second factor that ends meanwhile takes the way in along: its end is seen, or waits until the rule is on. */
const LOCK_MEMBERS = statement({
  name: "access.lock-members-for-sso",
  text: "SELECT user_id FROM member WHERE organization_id = $1 ORDER BY user_id FOR UPDATE",
  columns: { user_id: "text" },
});

/** A sign-in from before its owner had a second factor was begun by anybody with the password. */
const END_EARLIER = statement({
  name: "access.end-earlier-sign-ins",
  text: `DELETE FROM user_session s USING member m WHERE m.organization_id = $1 AND m.keeps_password
    AND s.user_id = m.user_id AND s.provider_id IS NULL AND s.id <> $2`,
});

/** @throws ApiError Conflict if no owner keeps a way in without the provider */
async function keepPasswords(tx: Db, { organizationId, by }: SignInCaller): Promise<number> {
  await rowsIn(tx, LOCK_MEMBERS, [organizationId]);
  const members = await rowsIn(tx, KEEP_PASSWORDS, [organizationId]);
  const count = members.filter(({ keeps_password: keeps }) => keeps).length;
  await rowsIn(tx, END_EARLIER, [organizationId, by.sessionId]);
  if (count > 0) return count;
  throw conflict(
    "No owner could come in if the provider fails: none has a passkey, or a password with two-step sign-in.",
    "Set up two-step sign-in or a passkey under Profile, as an owner who knows their password.",
  );
}

async function turnOff(tx: Db, organizationId: string): Promise<void> {
  await tx.organization.update({ where: { id: organizationId }, data: { requiresSso: false } });
  await tx.member.updateMany({ where: { organizationId }, data: { keepsPassword: false } });
}

/**
 * Turns the rule on or off, in every copy of the app at once. Turned on again, it counts again which owners keep a way
 * in. The other sign-ins of these owners end, but for those by the provider.
 * @returns whether it was on before, and how many owners can still come by password or passkey
 * @throws ApiError Forbidden for a person who no longer leads the organization; Conflict if nobody could come in by a
 *   provider, or no owner without it
 */
export const setSsoRule = (
  caller: SignInCaller,
  isRequired: boolean,
): Promise<{ wasRequired: boolean; ownersWithPassword: number }> =>
  db.$transaction(async (tx) => {
    await lockSso(tx, caller);
    const { organizationId: id } = caller;
    const { requiresSso: wasRequired } = await tx.organization.findUniqueOrThrow({ where: { id } });
    let ownersWithPassword = 0;
    if (isRequired) {
      await assertProviderLeadsIn(tx, id);
      ownersWithPassword = await keepPasswords(tx, caller);
      await tx.organization.update({ where: { id }, data: { requiresSso: true } });
    } else await turnOff(tx, id);
    await announceChange(tx, "callers");
    return { wasRequired, ownersWithPassword };
  });

/** The rule of an organization, and the owners who can still come by password or passkey. */
export async function readSsoRule(
  organizationId: string,
): Promise<{ required: boolean; owners_with_password: number }> {
  const [organization, owners] = await Promise.all([
    db.organization.findUnique({ where: { id: organizationId }, select: { requiresSso: true } }),
    db.member.count({ where: { organizationId, role: "owner", keepsPassword: true } }),
  ]);
  return { required: organization?.requiresSso === true, owners_with_password: owners };
}

/**
 * @throws ApiError Conflict for the last owner who could come in without the provider; the organization is locked
 */
export async function assertPasswordStays(tx: Db, organizationId: string, userId: string): Promise<void> {
  const keeping = { organizationId, keepsPassword: true, organization: { requiresSso: true } };
  const isKeeping = (await tx.member.count({ where: { ...keeping, userId } })) > 0;
  if (!isKeeping || (await tx.member.count({ where: { ...keeping, role: "owner", userId: { not: userId } } })) > 0)
    return;
  throw conflict(
    "This is the only owner who could come in if the provider fails, and your organization requires single sign-on.",
    "Require single sign-on again once another owner has two-step sign-in, or stop requiring it.",
  );
}

/**
 * Ends the rule in the organizations of an owner, for the operator: the way in when a provider fails, and no owner can
 * come in without it.
 * @throws ZodError for an invalid email; ApiError NotFound for an unknown one; Conflict without such an organization
 */
export async function allowPasswords(rawEmail: string): Promise<{ email: string; organizations: string[] }> {
  const email = Email.parse(rawEmail);
  return db.$transaction(async (tx) => {
    const user = await tx.user.findUnique({ where: { email }, select: { id: true } });
    if (!user)
      throw new ApiError("NotFound", `Nobody on this server has the email ${email}.`, {
        suggestedFix: "Check the spelling.",
      });
    const owned = await tx.organization.findMany({
      where: { requiresSso: true, members: { some: { userId: user.id, role: "owner" } } },
      select: { id: true, name: true },
    });
    if (owned.length === 0)
      throw conflict(
        `No organization of which ${email} is an owner requires single sign-on.`,
        "Nothing is to be done.",
      );
    for (const { id: organizationId } of owned) {
      await turnOff(tx, organizationId);
      await recordAuditIn(tx, {
        ...{ caller: { kind: "operator" }, action: ssoApi.setSsoRule.audit, operation: "allow-passwords" },
        ...{ target: organizationId, facts: { from: "true", to: "false" }, outcome: "done", status: 200 },
        ...{ requestId: newId("request"), organizationId },
      });
    }
    await announceChange(tx, "callers");
    return { email, organizations: owned.map(({ name }) => name) };
  });
}
