// Guards of what clients of older forms send and read.

const PROTECTION = ["lib/access/projects/assert-keeps-protection.test.ts"];
const CONFIG = ["lib/access/projects/project-config.test.ts"];
const ACCOUNTS = ["lib/connected-accounts/accounts/accounts.db.test.ts"];
const CONSENT = ["lib/connected-accounts/connect/begin-consent.db.test.ts"];

const PLACED_VALUES = ["lib/connected-accounts/credentials/placed-values.test.ts"];
const APPLY = ["lib/connected-accounts/credentials/apply-credentials.test.ts"];
const PLACES = ["lib/execution/custom-places.db.test.ts"];
const CALLBACK = ["lib/connected-accounts/pages/older-callback.test.ts"];
const CREDENTIALS = ["lib/auth-configs/merge-credentials.test.ts"];
const GMAIL = ["toolkits/gmail/handlers.test.ts"];

/** @type {import("./mutate.mjs").Mutation[]} */
export const olderForms = [
  {
    name: "a key takes the wish for a second factor back",
    file: "lib/access/projects/assert-keeps-protection.ts",
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
    file: "lib/connected-accounts/connect/exchange-consent.ts",
    from: "toRefusal(callback, secretsOf(context, values, state, callback))",
    to: "toRefusal(callback, secretsOf(context, values, state, callback).slice(0, 0))",
    tests: CONSENT,
  },
  {
    name: "a credential in the path leads to another resource",
    file: "lib/connected-accounts/credentials/placed-values.ts",
    from: "if (hasDotSegment(value))",
    to: "if (hasDotSegment(name))",
    tests: PLACED_VALUES,
  },
  {
    name: "a credential in the path is several parts of it",
    file: "lib/connected-accounts/credentials/placed-values.ts",
    from: "encodeURIComponent(text.toWellFormed())",
    to: "encodeURI(text.toWellFormed())",
    tests: PLACED_VALUES,
  },
  {
    name: "a line break gets into the path",
    file: "lib/connected-accounts/credentials/placed-values.ts",
    from: "CONTROL.test(value) || !value.isWellFormed()",
    to: "!value.isWellFormed()",
    tests: PLACED_VALUES,
  },
  {
    name: "a subdomain ends the host",
    file: "lib/connected-accounts/credentials/placed-values.ts",
    from: "!LABEL.test(value) || !URL",
    to: "!URL",
    tests: PLACED_VALUES,
  },
  {
    name: "a subdomain is no name that the network knows",
    file: "lib/connected-accounts/credentials/placed-values.ts",
    from: "!LABEL.test(value) || !URL.canParse(`https://${value}.example.com`)",
    to: "!LABEL.test(value)",
    tests: PLACED_VALUES,
  },
  {
    name: "a subdomain chooses the whole host",
    file: "lib/connected-accounts/credentials/placed-values.ts",
    from: " && REST_OF_HOST.test(template.slice(offset + whole.length))",
    to: "",
    tests: PLACED_VALUES,
  },
  {
    name: "a subdomain is a label in the middle of the host",
    file: "lib/connected-accounts/credentials/placed-values.ts",
    from: "offset === hostStart && hostStart > 2",
    to: "hostStart > 2",
    tests: PLACED_VALUES,
  },
  {
    name: "a credential without a place is left out in silence",
    file: "lib/connected-accounts/credentials/placed-values.ts",
    from: '(place === "path" ? base + path : base).includes(`{${name}}`)',
    to: '(place === "path" ? base + path : base).includes("")',
    tests: PLACED_VALUES,
  },
  {
    name: "a secret of a connection is several parts of the path",
    file: "lib/connected-accounts/credentials/fill-base-url.ts",
    from: "isSecretName(name) ? [value]",
    to: "isSecretName(name) && !value ? [value]",
    tests: PLACED_VALUES,
  },
  {
    name: "a cookie's value begins another cookie",
    file: "lib/connected-accounts/credentials/apply-credentials.ts",
    from: "COOKIE_OCTETS.test(value) ? value",
    to: "value ? value",
    tests: APPLY,
  },
  {
    name: "a cookie of a tool's argument comes before the credential",
    file: "lib/connected-accounts/credentials/apply-credentials.ts",
    from: 'pair !== "" && pair.split("=", 1)[0]?.trim() !== name',
    to: 'pair !== ""',
    tests: APPLY,
  },
  {
    name: "a cookie's name begins another cookie",
    file: "lib/execution/access/custom-params.ts",
    from: "if (!TOKEN.test(name))\n    throw new ApiError",
    to: "if (!name && !TOKEN.test(name))\n    throw new ApiError",
    tests: PLACES,
  },
  {
    name: "custom_auth_params win over custom_connection_data",
    file: "lib/execution/access/custom-params.ts",
    from: "!scheme || !isTaken(parameter, scheme, values)",
    to: "!scheme || isTaken !== undefined",
    tests: PLACES,
  },
  {
    name: "a base URL of custom_auth_params wins over the connection's",
    file: "lib/execution/access/custom-params.ts",
    from: "...(baseUrl && !(brought && access.baseUrl) && ",
    to: "...(baseUrl && ",
    tests: PLACES,
  },
  {
    name: "an account's secrets fill an address of the caller's",
    file: "lib/execution/access/custom-params.ts",
    from: "brought ? access.values : {}",
    to: "access.values",
    tests: PLACES,
  },
  {
    name: "Gmail's messages have the id of one generation alone",
    file: "toolkits/gmail/handlers.ts",
    from: "({ id, messageId: id, threadId })",
    to: "({ messageId: id, threadId })",
    tests: GMAIL,
  },
  {
    name: "the older address of the callback loses the code",
    file: "app/api/v1/auth-apps/add/route.ts",
    from: "`${defaultRedirectUri()}${url.search}`",
    to: "`${defaultRedirectUri()}${url.hash}`",
    tests: CALLBACK,
  },
  {
    name: "the older name of the redirect URI wins over today's",
    file: "lib/auth-configs/merge-credentials.ts",
    from: "return { oauth_redirect_uri: older, ...rest };",
    to: "return { ...rest, oauth_redirect_uri: older };",
    tests: CREDENTIALS,
  },
];
