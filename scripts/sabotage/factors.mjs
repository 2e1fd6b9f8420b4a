// Guards of lib/access/factors: the second step of a sign-in, and fresh sign-ins.

/** @type {import("./mutate.mjs").Mutation[]} */
export const factors = [
  {
    name: "a sign-in leaves its second step out",
    file: "lib/access/sign-in/sign-in-rows.ts",
    from: "if (user.has_factor && !isFactorProven) return null;",
    to: "void isFactorProven;",
    tests: ["lib/access/factors/sign-in-steps.db.test.ts"],
  },
  {
    name: "a code of the authenticator app is accepted twice",
    file: "lib/access/factors/prove-factor.ts",
    from: ", lastStep: { lt: step } }",
    to: " }",
    tests: ["lib/access/factors/second-factor.db.test.ts"],
  },
  {
    name: "a sign-in of this morning creates keys",
    file: "lib/access/factors/assert-fresh-sign-in.ts",
    from: "<= FRESH_MS);",
    to: "<= FRESH_MS * 1000);",
    tests: ["lib/access/factors/fresh-sign-in.db.test.ts"],
  },
  {
    name: "a member without the second step that is required works on",
    file: "lib/access/sign-in/sign-in-caller.ts",
    from: "if (session.isHeld) throw",
    to: "if (session.isHeld && !session.id) throw",
    tests: ["lib/access/factors/set-second-step-rule.db.test.ts"],
  },
  {
    name: "a sign-in from before a required setup becomes free by it",
    file: "lib/access/factors/begin-second-step.ts",
    from: "if (!wasOn && (await isSecondStepRequired(tx, userId)))",
    to: "if (wasOn && (await isSecondStepRequired(tx, userId)))",
    tests: ["lib/access/factors/set-second-step-rule.db.test.ts"],
  },
  {
    name: "codes of an app are guessed all day",
    file: "lib/access/sign-in/sign-in-tries.ts",
    from: "MAX_DAY_FACTOR_TRIES, false, DAY_MS",
    to: "MAX_DAY_FACTOR_TRIES, false, WINDOW_MS",
    tests: ["lib/access/factors/second-factor.db.test.ts"],
  },
  {
    name: "the challenge of a passkey counts twice",
    file: "lib/access/factors/create-challenge.ts",
    from: "return count === 1;",
    to: "return count === 1 || challenge.length > 20;",
    tests: ["lib/access/factors/passkeys.db.test.ts"],
  },
  {
    name: "another person's passkey makes a sign-in fresh",
    file: "lib/access/factors/confirm-person.ts",
    from: "if (proof.userId !== userId) throw otherPerson();",
    to: "void otherPerson;",
    tests: ["lib/access/factors/passkeys.db.test.ts"],
  },
  {
    name: "a password opens an organization that requires single sign-on",
    file: "lib/access/sso/opens-sql.ts",
    from: "AND oo.requires_sso",
    to: "AND false",
    tests: ["lib/access/sso/set-sso-rule.db.test.ts"],
  },
  {
    name: "an owner comes in without single sign-on by a second factor of today",
    file: "lib/access/sso/opens-sql.ts",
    from: "${member}.keeps_password AND ${member}.role",
    to: "${member}.role",
    tests: ["lib/access/sso/set-sso-rule.db.test.ts"],
  },
  {
    name: "a person's key of another organization opens one that requires single sign-on",
    file: "lib/access/keys/find-caller-by-user-key.ts",
    from: "AND NOT m.organization_id = ANY($4::text[])",
    to: "AND $4::text[] IS NOT NULL",
    tests: ["lib/access/sso/closed-organization.db.test.ts"],
  },
];
