// Guards of calls that somebody must allow.

const WIRE = ["lib/meta-tools/approvals/approvals.db.test.ts"];
const ONCE = ["lib/meta-tools/approvals/once.db.test.ts"];
const STATE = ["lib/tool-router/approvals/request-state.test.ts"];
const RUN_CALL = "lib/meta-tools/approvals/run-call.ts";
const CARRY_OUT = "lib/meta-tools/approvals/carry-out.ts";
const DECIDE = "lib/tool-router/approvals/decide.ts";

/** @type {import("./mutate.mjs").Mutation[]} */
export const approvals = [
  {
    name: "a call runs a tool that the session may not use",
    file: RUN_CALL,
    from: 'if (judgement.kind === "denied") throw outside(tool.slug, judgement.rule);',
    to: "",
    tests: ["lib/meta-tools/multi/many-calls.db.test.ts"],
  },
  {
    name: "a call that wants to be asked about runs unasked",
    file: RUN_CALL,
    from: "!(await isGranted(projectId, session.id, tool.slug))",
    to: "!session.id",
    tests: WIRE,
  },
  {
    name: "a request_state allows another call than the one that was asked about",
    file: "lib/tool-router/approvals/request-state.ts",
    from: "if (state.print !== fingerprint)",
    to: "if (!state.print)",
    tests: STATE,
  },
  {
    name: "a request_state counts in another session",
    file: "lib/tool-router/approvals/request-state.ts",
    from: 'rowId: id, column: "request_state"',
    to: 'rowId: "", column: "request_state"',
    tests: STATE,
  },
  {
    name: "a call is allowed after its time",
    file: DECIDE,
    from: "state = 'waiting' AND expires_at > clock_timestamp()",
    to: "state = 'waiting'",
    tests: WIRE,
  },
  {
    name: "a call that was denied is allowed after all",
    file: DECIDE,
    from: "AND state = 'waiting' AND",
    to: "AND",
    tests: WIRE,
  },
  {
    name: "a call that was allowed is sent again when its process was killed",
    file: CARRY_OUT,
    from: "idempotencyKey: keyOf(row.id),",
    to: "",
    tests: ONCE,
  },
  {
    name: "a call that was allowed runs in a session that denies it by now",
    file: CARRY_OUT,
    from: "if (changed !== null) return failed(changed);",
    to: "",
    tests: ONCE,
  },
];
