// Guards of triggers: proof of origin, whose an event is, leases and cursors of polls.
const VERIFY = ["lib/triggers/ingress/verify-call.test.ts"];
const RECEIVE = ["lib/triggers/ingress/receive.db.test.ts"];
const POLL = ["lib/triggers/polling/poll-trigger.db.test.ts"];

/** @type {import("./mutate.mjs").Mutation[]} */
export const triggers = [
  {
    name: "readers see addresses at which providers report",
    file: "lib/triggers/wire.ts",
    from: "(isShown ? id : maskEndpointId(id))",
    to: "(isShown || id ? id : maskEndpointId(id))",
    tests: ["lib/triggers/pages/hidden-addresses.db.test.ts"],
  },
  {
    name: "an unsigned header chooses how a signed report is read",
    file: "lib/triggers/ingress/provider-call.ts",
    from: "isSigned(verify, call.headers) ?",
    to: "false ?",
    tests: ["lib/triggers/ingress/provider-call.test.ts"],
  },
  {
    name: "an event holds the token that proves events",
    file: "lib/triggers/ingress/verify-call.ts",
    from: "secret && holdsIt ?",
    to: "false ?",
    tests: ["lib/triggers/ingress/recorded.test.ts"],
  },
  {
    name: "any signature of a provider is taken",
    file: "lib/triggers/ingress/verify-call.ts",
    from: "return a.length === b.length && timingSafeEqual(a, b);",
    to: "return a.length === b.length;",
    tests: VERIFY,
  },
  {
    name: "an endpoint without a secret believes everybody",
    file: "lib/triggers/ingress/verify-call.ts",
    from: 'if (secret === undefined || secret === "") return',
    to: 'if (secret === "") return',
    tests: VERIFY,
  },
  {
    name: "an old report of a provider is taken again",
    file: "lib/triggers/ingress/verify-call.ts",
    from: "!Number.isFinite(atMs) || Math.abs(nowMs - atMs) > seconds * 1000",
    to: "!Number.isFinite(atMs)",
    tests: VERIFY,
  },
  {
    name: "a report is taken without proof",
    file: "lib/triggers/ingress/receive.ts",
    from: "if (refusal !== null) {",
    to: "if (refusal === null && false) {",
    tests: RECEIVE,
  },
  {
    name: "what one person of an account sees goes to all of the account",
    file: "lib/triggers/instances/owner-key.ts",
    from: "!owner.person ||",
    to: "true ||",
    tests: RECEIVE,
  },
  {
    name: "an event of an app reaches the triggers of other accounts",
    file: "lib/triggers/ingress/receive.ts",
    from: "if (!isOwned(ingress, trigger.ownerKey, event, incoming)) return [];",
    to: "",
    tests: RECEIVE,
  },
  {
    name: "a flood of refused reports is written down",
    file: "lib/triggers/ingress/keep-refused.ts",
    from: "if (!allowed) return;",
    to: "",
    tests: RECEIVE,
  },
  {
    name: "two processes poll a trigger at once",
    file: "lib/triggers/polling/poll-trigger.ts",
    from: " AND (lease_until IS NULL OR lease_until < now())\n",
    to: "\n",
    tests: POLL,
  },
  {
    name: "a poll that lost its lease stores its events",
    file: "lib/triggers/polling/poll-trigger.ts",
    from: "if (rowCount === 0) throw new LeaseLost();",
    to: "",
    tests: POLL,
  },
  {
    name: "a push that another account of the provider signed counts",
    file: "lib/triggers/ingress/prove-call.ts",
    from: "claims.email === email && ",
    to: "",
    tests: ["lib/triggers/renewal/mail-reports.db.test.ts"],
  },
  {
    name: "what a provider reports while a poll runs waits for the next one",
    file: "lib/triggers/polling/poll-trigger.ts",
    from: "if (row.isSignaled && failures === 0) return SIGNALED_SECONDS;",
    to: "",
    tests: ["lib/triggers/renewal/calendar-reports.db.test.ts"],
  },
  {
    name: "the hook that another one replaced stays",
    file: "lib/triggers/renewal/renew-hook.ts",
    from: "else if (isReplaced && !end.shared)",
    to: "else if (isReplaced && false)",
    tests: ["lib/triggers/renewal/calendar-reports.db.test.ts"],
  },
  {
    name: "a rest that a provider asks for is not kept",
    file: "lib/triggers/polling/poll-times.ts",
    from: "Math.min(rest, MOST_REST_SECONDS)",
    to: "0",
    tests: POLL,
  },
  {
    name: "a trigger that goes on reads the catalog inside a transaction",
    file: "lib/triggers/instances/follow-accounts.ts",
    from: 'const polled = move === "go on" && (await isPolled(trigger));\n  await db.$transaction(async (tx) => {\n',
    to: 'await db.$transaction(async (tx) => {\n    const polled = move === "go on" && (await isPolled(trigger));\n',
    tests: ["lib/triggers/polling/poll-trigger.db.test.ts"],
  },
];
