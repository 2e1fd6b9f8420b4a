// Guards of lib/access/members and lib/access/invitations: who belongs to an organization, and who decides that.

const ROLES = ["lib/access/roles.test.ts"];
const MEMBERS = ["lib/access/people/members.db.test.ts"];
const INVITATIONS = ["lib/access/people/invitations.db.test.ts"];
const STRANGERS = ["lib/access/people/invitation-strangers.db.test.ts"];

/** @type {import("./mutate.mjs").Mutation[]} */
export const members = [
  {
    name: "admins make owners",
    file: "lib/access/roles.ts",
    from: "[...PERMISSIONS[role]].every(",
    to: "[...PERMISSIONS[role]].some(",
    tests: ROLES,
  },
  {
    name: "whoever may do as much gives roles",
    file: "lib/access/roles.ts",
    from: 'PERMISSIONS[giverRole].has("members:write") &&\n  ',
    to: "",
    tests: ROLES,
  },
  {
    name: "the last owner goes",
    file: "lib/access/people/members.ts",
    from: "if (others > 0) return;",
    to: "if (others >= 0) return;",
    tests: MEMBERS,
  },
  {
    name: "two owners go at the same moment",
    file: "lib/access/people/lock-organization.ts",
    from: "FOR NO KEY UPDATE",
    to: "FOR KEY SHARE",
    tests: MEMBERS,
  },
  {
    name: "admins touch owners",
    file: "lib/access/people/members.ts",
    from: "    assertMayGive(callerRole, before);\n",
    to: "",
    tests: MEMBERS,
  },
  {
    name: "who is removed stays signed in",
    file: "lib/access/people/members.ts",
    from: "await endSignInsOf(tx, userId);",
    to: 'await announceChange(tx, "callers");',
    tests: MEMBERS,
  },
  {
    name: "who is removed has a way back in",
    file: "lib/access/people/members.ts",
    from: "await endInvitationsOf(tx, member, []);",
    to: 'await endInvitationsOf(tx, member, rolesGivenBy("owner"));',
    tests: INVITATIONS,
  },
  {
    name: "an invitation promises any role",
    file: "lib/access/people/invitations.ts",
    from: "assertMayGive(await lockAs(tx, by), role);",
    to: "await lockAs(tx, by);",
    tests: INVITATIONS,
  },
  {
    name: "an invitation works when it has ended",
    file: "lib/access/people/accept-invitation.ts",
    from: "({ hash: hashToken(token), ...pendingAt(now()) })",
    to: "({ hash: hashToken(token) })",
    tests: INVITATIONS,
  },
  {
    name: "an invitation is accepted by whoever is signed in",
    file: "lib/access/people/accept-invitation.ts",
    from: "?.id !== userId)",
    to: "?.id === undefined)",
    tests: INVITATIONS,
  },
  {
    name: "tokens of invitations are guessed as fast as one likes",
    file: "lib/access/people/accept-invitation.ts",
    from: "  await takeTry(attempt);\n",
    to: "",
    tests: STRANGERS,
  },
  {
    name: "a password of an unproven email stays when the email is proven",
    file: "lib/access/sign-in/sign-in.ts",
    from: "data: { emailVerified: now(), passwordHash: null }",
    to: "data: { emailVerified: now() }",
    tests: STRANGERS,
  },
];
