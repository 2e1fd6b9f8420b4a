// Guards of the access keys of sessions.

const KEYS = ["lib/access/keys/session-keys.db.test.ts"];

/** @type {import("./mutate.mjs").Mutation[]} */
export const sessionKeys = [
  {
    name: "the key of a session reaches other sessions of its project",
    file: "lib/access/authorize.ts",
    from: "within.sessionId === undefined || within.sessionId === agentSessionId",
    to: "within.sessionId !== null || within.sessionId === agentSessionId",
    tests: KEYS,
  },
  {
    name: "the key of a session reaches what no session offers",
    file: "lib/access/authorize.ts",
    from: "if (!within) throw outsideSession();",
    to: "if (!within) return;",
    tests: KEYS,
  },
  {
    name: "the key of a session outlives its project",
    file: "lib/access/keys/session-keys.ts",
    from: "> $2) AND p.deleted_at IS NULL`",
    to: "> $2)`",
    tests: KEYS,
  },
  {
    name: "the key of a session allows the agent's own calls",
    file: "lib/sessions/meta-tools/meta-call.ts",
    from: 'by?.kind !== "sessionKey" && ',
    to: "",
    tests: KEYS,
  },
];
