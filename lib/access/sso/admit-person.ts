/**
 * From an identity at an organization's provider to a member of the organization. An identity is linked to an account
 * only by an email that the provider vouches for, and whose domain the organization has proven and leads to it.
 */
import type { SsoProvider } from "@/generated/prisma/client";
import { db, isUniqueViolation, type Db } from "@/lib/kernel/database/db";
import { newId } from "@/lib/kernel/ids";
import { now } from "@/lib/kernel/time/clock";
import { announceChange } from "../announce-change";
import { endInvitationsOf } from "../people/end-invitations";
import { lockOrganization } from "../people/lock-organization";
import { ROLES } from "../people/members.contract";
import { recordAuditIn } from "../record-audit";
import type { Role } from "../role";
import { rolesGivenBy, toRole } from "../roles";
import { PERSON, proveEmail, type SignedIn, WITH_PROOF } from "../sign-in/sign-in";
import { domainOf } from "./begin-sso";
import { linkOf, toGroupRoles } from "./update-provider";
import type { Identity } from "./read-identity";
import { ssoSignInApi } from "./sign-in.contract";
import { SsoRefusal } from "./sso-refusal";

export type Visit = { requestId: string; address: string | undefined };

/** The role that a person's groups give; the default without one. */
export function roleOf(provider: SsoProvider, groups: readonly string[] | undefined): Role {
  const groupNames = new Set(groups);
  const roles = new Set(toGroupRoles(provider).flatMap(({ group, role }) => (groupNames.has(group) ? [role] : [])));
  return ROLES.find((role) => role !== "owner" && roles.has(role)) ?? toRole(provider.defaultRole);
}

/**
 * The email of an identity, for accounts.
 * @throws SsoRefusal for an email that the provider does not vouch for, or of a domain that does not lead to it
 */
async function requireEmail(tx: Db, provider: SsoProvider, { email, emailVerified }: Identity): Promise<string> {
  if (email === undefined) throw new SsoRefusal("SsoNoEmail", "The provider says no email for the person.");
  if (!(emailVerified ?? provider.trustsEmails))
    throw new SsoRefusal("SsoNoEmail", "The provider does not vouch for the person's email.");
  const domain = await tx.ssoDomain.findUnique({ where: { provenDomain: domainOf(email) } });
  if (domain?.organizationId === provider.organizationId && domain.providerId === provider.id) return email;
  throw new SsoRefusal("SsoNoEmail", "The domain of the person's email is not proven, or leads to another provider.");
}

/** The account with an email; a new one if the provider creates members. */
async function accountFor(tx: Db, provider: SsoProvider, email: string, name: string | undefined) {
  const existing = await tx.user.findUnique({ where: { email }, select: WITH_PROOF });
  if (existing) return existing;
  if (!provider.createsMembers) throw noAccount();
  const time = now();
  return tx.user.create({
    data: { id: newId("user"), email, name: name ?? null, emailVerified: time, createdAt: time },
    select: WITH_PROOF,
  });
}

const noAccount = () => new SsoRefusal("SsoNoAccount", "The person is no member, and the provider creates none.");

type Event = { action: string; userId: string; facts: Record<string, string> };

const record = (tx: Db, provider: SsoProvider, visit: Visit, { action, userId, facts }: Event) =>
  recordAuditIn(tx, {
    ...visit,
    caller: { kind: "user", userId, sessionId: "" },
    ...{ organizationId: provider.organizationId, action, operation: ssoSignInApi.finishSso.id },
    ...{ outcome: "done", status: 303, facts: { ...facts, provider: provider.name } },
  });

/** Makes the person a member. Only with a proven email: an old link must not bring back who left. */
async function join(tx: Db, provider: SsoProvider, userId: string, identity: Identity, visit: Visit): Promise<void> {
  if (!provider.createsMembers) throw noAccount();
  await requireEmail(tx, provider, identity);
  const { organizationId } = provider;
  const role = roleOf(provider, identity.groups);
  await tx.member.create({ data: { organizationId, userId, role, createdAt: now() } });
  await announceChange(tx, "callers");
  await record(tx, provider, visit, { action: "member.join_by_sso", userId, facts: { role } });
}

/** Gives a member the role of their groups, if the provider names groups. Owners are made and unmade here alone. */
async function followGroups(tx: Db, provider: SsoProvider, userId: string, from: Role, to: Role, visit: Visit) {
  if (from === "owner" || from === to) return;
  const member = { organizationId: provider.organizationId, userId };
  await tx.member.update({ where: { organizationId_userId: member }, data: { role: to } });
  await endInvitationsOf(tx, member, rolesGivenBy(to));
  await announceChange(tx, "callers");
  await record(tx, provider, visit, { action: "member.change_role_by_sso", userId, facts: { from, to } });
}

/** @throws SsoRefusal for an identity that is linked to nobody, and cannot be linked */
async function findOrLink(tx: Db, provider: SsoProvider, identity: Identity): Promise<SignedIn> {
  const link = { provider: linkOf(provider), providerAccountId: identity.subject };
  const linked = await tx.authAccount.findUnique({
    where: { provider_providerAccountId: link },
    select: { user: { select: PERSON } },
  });
  if (linked) return linked.user;
  const email = await requireEmail(tx, provider, identity);
  const account = await accountFor(tx, provider, email, identity.name);
  const { organizationId } = provider;
  const isMember = (await tx.member.count({ where: { organizationId, userId: account.id } })) > 0;
  if (!isMember && !provider.createsMembers) throw noAccount();
  await tx.authAccount.create({ data: { userId: account.id, type: "sso", ...link } });
  return proveEmail(tx, account);
}

async function admitIn(tx: Db, providerId: string, identity: Identity, visit: Visit): Promise<SignedIn> {
  const named = await tx.ssoProvider.findUnique({ where: { id: providerId }, select: { organizationId: true } });
  if (named) await lockOrganization(tx, named.organizationId);
  // Read again: changes of the provider have waited for the lock, or this for them.
  const provider = named && (await tx.ssoProvider.findFirst({ where: { id: providerId, enabled: true } }));
  if (!provider) throw new SsoRefusal("SsoEnded", "The provider was turned off or deleted meanwhile.");
  const person = await findOrLink(tx, provider, identity);
  const { organizationId } = provider;
  const member = await tx.member.findUnique({
    where: { organizationId_userId: { organizationId, userId: person.id } },
    select: { role: true },
  });
  if (!member) await join(tx, provider, person.id, identity, visit);
  else if (provider.groupsClaim !== null && identity.groups !== undefined)
    await followGroups(tx, provider, person.id, toRole(member.role), roleOf(provider, identity.groups), visit);
  return person;
}

/**
 * The member of an identity, who is linked, made a member, or gets another role by the provider's settings.
 * @throws SsoRefusal for everybody else
 */
export async function admitPerson(providerId: string, identity: Identity, visit: Visit): Promise<SignedIn> {
  const admit = () => db.$transaction((tx) => admitIn(tx, providerId, identity, visit));
  try {
    return await admit();
  } catch (error) {
    // An account with the same email was made at the same moment.
    if (isUniqueViolation(error)) return admit();
    throw error;
  }
}
