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
];
