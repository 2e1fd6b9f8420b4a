// Guards of lib/auth-configs: where stored secrets go, and what is shown of them.

const PLACES = ["lib/auth-configs/secret-origins.test.ts"];
const INPUT = ["lib/auth-configs/credentials-input.test.ts"];
const HOSTS = ["lib/connected-accounts/oauth/secret-hosts.test.ts"];

/** @type {import("./mutate.mjs").Mutation[]} */
export const authConfigs = [
  {
    name: "a stored secret follows any changed address",
    file: "lib/auth-configs/secret-origins.ts",
    from: "if (kept.length === 0) return;",
    to: "if (kept) return;",
    tests: PLACES,
  },
  {
    name: "a stored secret follows a changed token URL",
    file: "lib/auth-configs/secret-origins.ts",
    from: "    token_url: token,\n",
    to: "",
    tests: PLACES,
  },
  {
    name: "a stored secret follows a changed refresh URL",
    file: "lib/auth-configs/secret-origins.ts",
    from: "refresh_url: values.refresh_url ?? ",
    to: "refresh_url: ",
    tests: PLACES,
  },
  {
    name: "a stored secret follows a changed revoke URL",
    file: "lib/auth-configs/secret-origins.ts",
    from: "revoke_url: values.revoke_url ?? ",
    to: "revoke_url: ",
    tests: PLACES,
  },
  {
    name: "a stored secret follows a changed base URL",
    file: "lib/auth-configs/secret-origins.ts",
    from: "base_url: values.base_url ?? baseUrl",
    to: "base_url: baseUrl",
    tests: PLACES,
  },
  {
    name: "a stored secret follows a value of the provider's host",
    file: "lib/auth-configs/secret-origins.ts",
    from: "values[name] ?? place);",
    to: "values[`-${name}`] ?? place);",
    tests: PLACES,
  },
  {
    name: "a masked secret counts as sent again",
    file: "lib/auth-configs/secret-origins.ts",
    from: 'value !== undefined && !(typeof value === "string" && isMasked(value.trim()))',
    to: "value !== undefined",
    tests: PLACES,
  },
  {
    name: "a secret that connections share follows a changed address",
    file: "lib/auth-configs/secret-origins.ts",
    from: '(["credentials", "shared_credentials"] as const).flatMap',
    to: '(["credentials"] as ("credentials" | "shared_credentials")[]).flatMap',
    tests: PLACES,
  },
  {
    name: "a new proxy sees secrets that go without TLS",
    file: "lib/auth-configs/secret-origins.ts",
    from: "if (inTheClear && proxies[0] !== proxies[1] && proxies[1])",
    to: "if (!inTheClear && proxies[0] !== proxies[1] && proxies[1])",
    tests: PLACES,
  },
  {
    name: "half of a short secret is shown",
    file: "lib/auth-configs/mask.ts",
    from: "const MIN_LENGTH_WITH_HINT = 12;",
    to: "const MIN_LENGTH_WITH_HINT = 5;",
    tests: INPUT,
  },
  {
    name: "what no field declares is shown",
    file: "lib/auth-configs/mask.ts",
    from: "return !field && !PUBLIC_NAME.test(name)",
    to: "return !field && !name && !PUBLIC_NAME.test(name)",
    tests: INPUT,
  },
  {
    name: "secrets inside of objects are shown",
    file: "lib/auth-configs/mask.ts",
    from: "return maskSecrets ? maskNested(read.value) : read.value;",
    to: "return maskSecrets && !read.value ? maskNested(read.value) : read.value;",
    tests: INPUT,
  },
  {
    name: "a mask that comes back replaces the secret",
    file: "lib/auth-configs/credentials-input.ts",
    from: "else if (!(isMasked(text) && stored[name] !== undefined)) merged",
    to: 'else if (!(isMasked(text) && stored[name] === "")) merged',
    tests: INPUT,
  },
  {
    name: "credentials of any number are taken",
    file: "lib/auth-configs/credentials-input.ts",
    from: "if (Object.keys(given).length > MAX_VALUES)",
    to: "if (Object.keys(given).length > MAX_VALUES * 1e6)",
    tests: INPUT,
  },
  {
    name: "credentials of any length are taken",
    file: "lib/auth-configs/credentials-input.ts",
    from: "value.length, 0) > MAX_CHARACTERS)",
    to: "value.length, 0) > MAX_CHARACTERS * 1e6)",
    tests: INPUT,
  },
  {
    name: "a connection names the server that the app's secret goes to",
    file: "lib/connected-accounts/oauth/client.ts",
    from: "  assertGivenHost(template, what, naming);",
    to: "  void [assertGivenHost, what];",
    tests: ["lib/connected-accounts/oauth/oauth2.test.ts"],
  },
  {
    name: "a place at the end of a host takes what is not listed",
    file: "lib/connected-accounts/oauth/secret-hosts.ts",
    from: "listed.includes(value.toLowerCase())",
    to: "listed.length > 0",
    tests: HOSTS,
  },
  {
    name: "a place below a fixed end takes any text",
    file: "lib/connected-accounts/oauth/secret-hosts.ts",
    from: 'if (value !== "" && !isHostPart(value))',
    to: 'if (value === "-" && !isHostPart(value))',
    tests: HOSTS,
  },
  {
    name: "a shared key goes to the server that a connection names",
    file: "lib/connected-accounts/credentials/open.ts",
    from: "  if (sendsSecret(scheme, { given, own }, appliedNames(scheme))) await",
    to: "  if (false) await",
    tests: ["lib/connected-accounts/oauth/secret-hosts.db.test.ts"],
  },
  {
    name: "a sign-in with a shared secret goes to the server that a connection names",
    file: "lib/connected-accounts/oauth/secret-hosts.ts",
    from: "? ofConfig : { ...own, ...ofConfig };",
    to: "? { ...own, ...ofConfig } : { ...own, ...ofConfig };",
    tests: HOSTS,
  },
];
