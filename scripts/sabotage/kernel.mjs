// Guards of lib/kernel and lib/contract, without those on the way out.

const VAULT = ["lib/kernel/vault.test.ts"];
const REDACT = ["lib/kernel/redact.test.ts"];
const REDACT_VALUES = ["lib/kernel/redact-values.test.ts"];
const CURSOR = ["lib/kernel/cursor.test.ts"];
const SECRET = ["lib/kernel/secret-check.db.test.ts"];
const ONCE = ["lib/execution/execute-once.db.test.ts", "lib/execution/execute-once-processes.db.test.ts"];
const ROWS = ["lib/kernel/idempotency-rows.db.test.ts"];

/** @type {import("./mutate.mjs").Mutation[]} */
export const kernel = [
  {
    name: "a sealed value opens in another place",
    file: "lib/kernel/vault.ts",
    from: "  decipher.setAAD(associated(place));\n",
    to: '  decipher.setAAD(associated({ ...place, rowId: "" }));\n',
    tests: VAULT,
  },
  {
    name: "sealed values are bound to no place",
    file: "lib/kernel/vault.ts",
    from: "[VERSION, place.projectId, place.rowId, place.column]",
    to: "[VERSION]",
    tests: VAULT,
  },
  {
    name: "sealed values are bound to no project",
    file: "lib/kernel/vault.ts",
    from: "[VERSION, place.projectId, place.rowId, place.column]",
    to: "[VERSION, place.rowId, place.column]",
    tests: VAULT,
  },
  {
    name: "what a previous secret sealed opens no longer",
    file: "lib/kernel/vault.ts",
    from: "[...previous, active].map(",
    to: "[active].map(",
    tests: VAULT,
  },
  {
    name: "a sealed value of an unknown key is tried with the present one",
    file: "lib/kernel/vault.ts",
    from: 'keys().byId.get(keyId ?? "")',
    to: "keys().active.key",
    tests: VAULT,
  },
  {
    name: "the app starts with another secret than its database's",
    file: "lib/kernel/secret-check.ts",
    from: "if (sealed === undefined || !isOurs(sealed)) throw",
    to: "if (sealed === undefined) throw",
    tests: SECRET,
  },
  {
    name: "the app starts on a database of before whose secrets it cannot open",
    file: "lib/kernel/secret-check.ts",
    from: "if (used.length > 0 && !used.some(isKnownKey)) throw wrongSecret();",
    to: "void used;",
    tests: SECRET,
  },
  {
    name: "a cursor counts for another list",
    file: "lib/kernel/cursor.ts",
    from: "JSON.stringify([position, scope])",
    to: "JSON.stringify([position])",
    tests: CURSOR,
  },
  {
    name: "a cursor needs no signature",
    file: "lib/kernel/cursor.ts",
    from: "given.length !== own.length || !timingSafeEqual(given, own)",
    to: "given.length === 0 && !timingSafeEqual(given, own)",
    tests: CURSOR,
  },
  {
    name: "a live lease of an idempotency key is stolen",
    file: "lib/kernel/idempotency-rows.ts",
    from: "AND k.lease_until < clock_timestamp())\n",
    to: ")\n",
    tests: ONCE,
  },
  {
    name: "the lease of an idempotency key is not renewed while the work goes on",
    file: "lib/kernel/idempotency.ts",
    from: "void quietly(renewRow(place));",
    to: "void renewRow;",
    tests: ROWS,
  },
  {
    name: "an abandoned idempotency key is taken for another request",
    file: "lib/kernel/idempotency-rows.ts",
    from: "AND k.fingerprint = excluded.fingerprint ",
    to: "",
    tests: ROWS,
  },
  {
    name: "a late process writes over the answer of who took its idempotency key",
    file: "lib/kernel/idempotency-rows.ts",
    from: 'AND key = $2 AND owner = $3"',
    to: 'AND key = $2 AND $3::text IS NOT NULL"',
    tests: ROWS,
  },
  {
    name: "an idempotency key gives the answer of another request",
    file: "lib/kernel/idempotency.ts",
    from: "if (row.fingerprint !== place.fingerprint) throw differs();",
    to: "",
    tests: ONCE,
  },
  {
    name: "an idempotency key that is at work here is taken for another request",
    file: "lib/kernel/idempotency.ts",
    from: "if (known && known.fingerprint !== place.fingerprint) throw differs();",
    to: "",
    tests: ONCE,
  },
  {
    name: "work of a lost process is done twice although it may not be repeated",
    file: "lib/kernel/idempotency-rows.ts",
    from: "(k.state = 'running' AND k.repeatable AND",
    to: "(k.state = 'running' AND",
    tests: [...ONCE, ...ROWS],
  },
  {
    name: "names that a tool declares secret are shown",
    file: "lib/kernel/redact.ts",
    from: "isSecretName(name) || (hidden !== undefined && hidden.has(name.toLowerCase()))",
    to: "isSecretName(name)",
    tests: REDACT,
  },
  {
    name: "names in camel case are one word",
    file: "lib/kernel/secret-names.ts",
    from: String.raw`/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g`,
    to: String.raw`/[A-Za-z]+|\d+/g`,
    tests: REDACT,
  },
  {
    name: "qualifiers behind a secret's name show its value",
    file: "lib/kernel/secret-names.ts",
    from: "words.length > 1 && (QUALIFIERS.has",
    to: "words.length > 99 && (QUALIFIERS.has",
    tests: REDACT,
  },
  {
    name: "secret values of a URL's query are shown",
    file: "lib/kernel/redact.ts",
    from: 'if (parsed.search !== "") parsed.search =',
    to: 'if (parsed.search === "-") parsed.search =',
    tests: REDACT,
  },
  {
    name: "the user name and password of a URL are shown",
    file: "lib/kernel/redact.ts",
    from: "if (parsed.username || parsed.password) {",
    to: 'if (parsed.port === "-") {',
    tests: REDACT,
  },
  {
    name: "percent signs hide a secret's name in a query",
    file: "lib/kernel/redact.ts",
    from: 'name.includes("%") ? decodeURIComponent(name) : name',
    to: "name",
    tests: REDACT,
  },
  {
    name: "secrets in Base64 stay in a provider's words",
    file: "lib/kernel/redact-values.ts",
    from: "[...rangesOf(text, sought), ...encodedRanges(text, sought)]",
    to: "[...rangesOf(text, sought)]",
    tests: REDACT_VALUES,
  },
  {
    name: "short secrets stay in a provider's words",
    file: "lib/kernel/redact-values.ts",
    from: "if (isWhole) found.push(",
    to: "if (isWhole && text.length < 0) found.push(",
    tests: REDACT_VALUES,
  },
  {
    name: "encoded forms of secrets stay in a provider's words",
    file: "lib/kernel/redact-values.ts",
    from: "secret.length > LONGEST_WITH_FORMS ? [secret] : formsOf(secret)",
    to: "[secret].filter(() => formsOf)",
    tests: REDACT_VALUES,
  },
  {
    name: "a part of a secret stays in a provider's words",
    file: "lib/kernel/redact-values.ts",
    from: "const range = widened(text, [at, at + RUN]);",
    to: "const range: Range = text ? [at, at + RUN] : widened(text, [0, 0]);",
    tests: REDACT_VALUES,
  },
  {
    name: "JSON of any depth is walked",
    file: "lib/kernel/json-depth.ts",
    from: "if (++depth > most) return true;",
    to: "++depth;",
    tests: ["lib/kernel/json-depth.test.ts"],
  },
  {
    name: "a list gives any number of rows at once",
    file: "lib/contract/page.ts",
    from: "Math.min(Math.max(limit, 1), max)",
    to: "Math.max(limit, 1)",
    tests: ["lib/contract/page.test.ts"],
  },
];
