// Guards of calls that somebody must allow.

const WIRE = ["lib/sessions/approvals/approvals.db.test.ts"];
const ONCE = ["lib/sessions/approvals/once.db.test.ts"];
const STATE = ["lib/sessions/approvals/request-state.test.ts"];
const RUN_CALL = "lib/sessions/approvals/run-call.ts";
const CARRY_OUT = "lib/sessions/approvals/carry-out.ts";
const DECIDE = "lib/sessions/approvals/decide-call.ts";

/** @type {import("./mutate.mjs").Mutation[]} */
export const approvals = [
  {
    name: "a call runs a tool that the session may not use",
    file: RUN_CALL,
    from: 'const refusal = judgment.kind === "denied" ? outside(tool.slug, judgment.rule) : undefined;',
    to: "const refusal = undefined as ApiError | undefined;",
    tests: ["lib/sessions/meta-tools/multi/many-calls.db.test.ts"],
  },
  {
    name: "a call that wants to be asked about runs unasked",
    file: RUN_CALL,
    from: 'judgment.kind === "asks" && !isGranted',
    to: "!session.id",
    tests: WIRE,
  },
  {
    name: "a request_state allows another call than the one that was asked about",
    file: "lib/sessions/approvals/request-state.ts",
    from: "if (state.print !== fingerprint)",
    to: "if (!state.print)",
    tests: STATE,
  },
  {
    name: "a request_state counts in another session",
    file: "lib/sessions/approvals/request-state.ts",
    from: 'rowId: id, column: "request_state"',
    to: 'rowId: "", column: "request_state"',
    tests: STATE,
  },
  {
    name: "a call is allowed after its time",
    file: DECIDE,
    from: "id = $2 AND state = 'waiting' AND expires_at > clock_timestamp()",
    to: "id = $2 AND state = 'waiting'",
    tests: WIRE,
  },
  {
    name: "a call that was denied is allowed after all",
    file: DECIDE,
    from: "id = $2 AND state = 'waiting' AND",
    to: "id = $2 AND",
    tests: WIRE,
  },
  {
    name: "somebody who is none of its approvers decides about a call",
    file: DECIDE,
    from: "  assertMayDecide(row, decision, by);",
    to: "",
    tests: ["lib/sessions/approvals/approvers.db.test.ts"],
  },
  {
    name: "a request without Slack's signature decides about a call",
    file: "lib/approval-messages/slack/is-from-slack.ts",
    from: "signature.length === expected.length && timingSafeEqual(signature, expected)",
    to: "signature.length === expected.length && Boolean(timingSafeEqual)",
    tests: ["lib/approval-messages/slack/slack.db.test.ts"],
  },
  {
    name: "a guest of another Slack workspace decides as a member with the same email",
    file: "lib/approval-messages/slack/answer-action.ts",
    from: "user.team_id === team.data.team_id && ",
    to: "",
    tests: ["lib/approval-messages/slack/slack.db.test.ts"],
  },
  {
    name: "the link of a mail decides for somebody who is no member any more",
    file: "lib/approval-links/open-approval-link.ts",
    from: 'if (!member && link.memberId !== null) return { state: "unknown" };',
    to: "",
    tests: ["lib/approval-messages/mails.db.test.ts"],
  },
  {
    name: "a user decides about another user's call",
    file: "lib/my-connections/show-approvals.ts",
    from: "call?.userId !== userId || ",
    to: "!call || ",
    tests: ["lib/my-connections/show-approvals.db.test.ts"],
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
  {
    name: "a developer makes a rule that lets a tool run unasked",
    file: "lib/sessions/rules/approval-rules.ts",
    from: 'isLooser(rule.rule, ruleFor(policy, { subject, aliases, ...rule }) ?? "ask_every_call")',
    to: "rule.rule === null",
    tests: ["lib/sessions/approvals/wider.db.test.ts"],
  },
  {
    name: "a rule for all sessions frees calls of a session that wants to be asked itself",
    file: "lib/sessions/approvals/find-covered.ts",
    from: 'judgeCall(session, tool, policy).kind === "runs"',
    to: 'judgeCall(session, tool, policy).kind !== "denied"',
    tests: ["lib/sessions/approvals/wider.db.test.ts"],
  },
  {
    name: "a result is lost with the connection on which it was sent",
    file: "lib/sessions/approvals/parked-call-lifecycle.ts",
    from: "if (row.decision === null) return releaseCall(row);",
    to: "return releaseCall(row);",
    tests: ["lib/sessions/approvals/repeated.db.test.ts"],
  },
  {
    name: "a change of a killed process is not in the audit trail",
    file: "lib/http/api-door/audited.ts",
    from: 'if (action !== "none" && method !== "GET" && !IS_READ.test(action))',
    to: 'if (action === "none" && method !== "GET" && IS_READ.test(action))',
    tests: ["lib/approval-links/killed-changes.db.test.ts"],
  },
  {
    name: "a change that runs is taken for lost",
    file: "lib/access/begin-audit.ts",
    from: ' AND NOT ${isAliveSql("b.copy")}',
    to: ' AND NOT ${isAliveSql("b.copy || 1")}',
    tests: ["lib/approval-links/killed-changes.db.test.ts"],
  },
  {
    name: "a decision of a killed process is not in the audit trail",
    file: DECIDE,
    from: "if (!by.isRecorded) await by.record?.(DECIDED, id, tx);",
    to: "",
    tests: ["lib/approval-links/killed-changes.db.test.ts"],
  },
];
