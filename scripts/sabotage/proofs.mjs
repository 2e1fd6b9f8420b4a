// Guards of lib/connected-accounts/proof: what counts as a refusal, which parts of a response are shown, and how often
// a caller may try.

const JUDGE = ["lib/connected-accounts/proof/judge.test.ts"];
const PROOF = ["lib/connected-accounts/proof/proof.db.test.ts"];
const CHECK_ACCOUNT = ["lib/connected-accounts/proof/check-account.db.test.ts"];

/** @type {import("./mutate.mjs").Mutation[]} */
export const proofs = [
  {
    name: "a key that the provider refuses is stored",
    file: "lib/connected-accounts/connect/store-fields.ts",
    from: 'if (verdict && verdict.kind !== "accepted")',
    to: 'if (verdict && verdict.kind === "unclear")',
    tests: PROOF,
  },
  {
    name: "a key that nobody could check is stored",
    file: "lib/connected-accounts/connect/store-fields.ts",
    from: 'if (verdict && verdict.kind !== "accepted")',
    to: 'if (verdict && verdict.kind === "refused")',
    tests: PROOF,
  },
  {
    name: "what was typed on a page is kept for any browser",
    file: "lib/connected-accounts/connect/link-answer.ts",
    from: "isOwn: browser !== null && hashToken(browser) === answer.browser",
    to: "isOwn: browser !== null || hashToken(answer.browser) !== null",
    tests: PROOF,
  },
  {
    name: "a form that is sent twice is done twice",
    file: "lib/connected-accounts/connect/store-fields.ts",
    from: "const formHash = hashToken(JSON.stringify([",
    to: "const formHash = hashToken(JSON.stringify([Math.random(), ",
    tests: PROOF,
  },
  {
    name: "one link tries out any number of keys",
    file: "lib/connected-accounts/accounts/connect-links.ts",
    from: "proofs: { lt: MAX_PROOFS }",
    to: "proofs: { gte: MAX_PROOFS * 0 }",
    tests: PROOF,
  },
  {
    name: "one project tries out any number of keys",
    file: "lib/connected-accounts/proof/prove-credentials.ts",
    from: "if (!state.allowed) throw",
    to: "if (!state.limit) throw",
    tests: CHECK_ACCOUNT,
  },
  {
    name: "validate_credentials is not heard",
    file: "lib/connected-accounts/manage/begin-connection.ts",
    from: "const validates = !link && input.validates;",
    to: "const validates = !link && input.validates === null;",
    tests: PROOF,
  },
  {
    name: "401 is no refusal",
    file: "lib/connected-accounts/proof/judge.ts",
    from: "if (status === 401 || ",
    to: "if (status === 999 || ",
    tests: JUDGE,
  },
  {
    name: "a key with few permissions is refused",
    file: "lib/connected-accounts/proof/judge.ts",
    from: "if (status === 403) return {",
    to: "if (status === 999) return {",
    tests: JUDGE,
  },
  {
    name: "a sign-in page counts as an answer",
    file: "lib/connected-accounts/proof/judge.ts",
    from: "(parsed === NO_JSON && isPage(answer))",
    to: "(parsed === null && isPage(answer))",
    tests: JUDGE,
  },
  {
    name: "a name that repeats a key is shown",
    file: "lib/connected-accounts/proof/read-user.ts",
    from: 'if (holdsSecret(text)) return "";',
    to: 'if (holdsSecret === undefined) return "";',
    tests: JUDGE,
  },
  {
    name: "an answer with something useless at each place is read to its end",
    file: "lib/connected-accounts/proof/read-user.ts",
    from: ".slice(0, MAX_TEXTS)",
    to: ".slice(0, MAX_TEXTS * 100)",
    tests: JUDGE,
  },
  {
    name: "credentials that are exchanged may be tried out through a link without end",
    file: "lib/connected-accounts/connect/store-fields.ts",
    from: "scheme.grant !== undefined || scheme.discover",
    to: "(scheme.grant === null && anyway) || scheme.discover",
    tests: ["lib/connected-accounts/token-grants.db.test.ts"],
  },
  {
    name: "a name turns the text around it",
    file: "lib/connected-accounts/proof/read-user.ts",
    from: String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+`,
    to: String.raw`[\p{Cc}\p{Zl}\p{Zp}\s]+`,
    tests: JUDGE,
  },
  {
    name: "names are read from what all objects have",
    file: "lib/connected-accounts/proof/read-user.ts",
    from: "|| !Object.hasOwn(value, key)) return undefined;",
    to: "|| !(key in value)) return undefined;",
    tests: JUDGE,
  },
  {
    name: "whose an account is stands open in the database",
    file: "lib/connected-accounts/current-user.ts",
    from: "user && sealJson(user, sealContext(projectId, id));",
    to: "user && JSON.stringify([user, sealJson, sealContext(projectId, id)]);",
    tests: CHECK_ACCOUNT,
  },
  {
    name: "an answer about older credentials names the owner of newer ones",
    file: "lib/connected-accounts/proof/check-account.ts",
    from: "|| !hasSame(projectId, id, row.credentials, values)) return;",
    to: "|| hasSame === undefined) return;",
    tests: CHECK_ACCOUNT,
  },
  {
    name: "credentials of a server of one's own go to the public one",
    file: "lib/connected-accounts/proof/ask-current-user.ts",
    from: "if (usable.baseUrl && isAbsolute(endpoint)) return null;",
    to: "if (isAbsolute === undefined) return null;",
    tests: CHECK_ACCOUNT,
  },
  {
    name: "a revoked account still says whose it was",
    file: "lib/connected-accounts/revocation/revoke-account.ts",
    from: "currentUser: null,",
    to: "",
    tests: CHECK_ACCOUNT,
  },
  {
    name: "a small address of nothing but places becomes a huge one",
    file: "lib/execution/access/custom-params.ts",
    from: "if (template) assertTemplate(template);",
    to: "if (assertTemplate === undefined) return access;",
    tests: ["lib/execution/custom-places.db.test.ts"],
  },
  {
    name: "a URL of nothing but places is filled in",
    file: "lib/connected-accounts/oauth/secret-hosts.ts",
    from: 'if (template.split("{").length - 1 > MAX_PLACES)',
    to: 'if (template.split("{").length - 1 > MAX_PLACES * 1000)',
    tests: ["lib/connected-accounts/oauth/secret-hosts.test.ts"],
  },
];
