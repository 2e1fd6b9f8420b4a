// Guards of what clients of older forms send and read.

const PROTECTION = ["lib/access/protection.test.ts"];
const CONFIG = ["lib/access/project-config.test.ts"];
const ACCOUNTS = ["lib/connected-accounts/accounts/accounts.db.test.ts"];
const CONSENT = ["lib/connected-accounts/connect/consent.db.test.ts"];

/** @type {import("./mutate.mjs").Mutation[]} */
export const olderForms = [
  {
    name: "a key takes the wish for a second factor back",
    file: "lib/access/protection.ts",
    from: "before.wantsTwoFactor === true && after.wantsTwoFactor === false",
    to: "before.wantsTwoFactor === undefined && after.wantsTwoFactor === false",
    tests: PROTECTION,
  },
  {
    name: "a second factor that nobody asks for looks asked for",
    file: "lib/access/wire.ts",
    from: "return oidc\n",
    to: "return oidc === undefined\n",
    tests: CONFIG,
  },
  {
    name: "a SHARED account tells half of its list",
    file: "lib/connected-accounts/manage/wire.ts",
    from: "wholeAcl(account.acl)",
    to: "{ ...(account.acl as object) } as ReturnType<typeof wholeAcl>",
    tests: ACCOUNTS,
  },
  {
    name: "a refusal's reason holds the secrets that the provider repeats",
    file: "lib/connected-accounts/connect/exchange.ts",
    from: "toRefusal(callback, secretsOf(context, values, begun, callback))",
    to: "toRefusal(callback, secretsOf(context, values, begun, callback).slice(0, 0))",
    tests: CONSENT,
  },
];
