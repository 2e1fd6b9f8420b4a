/** Applies a project's rules to one call: before anything is sent, and to its result. Pure. */
import type { RuleAction } from "./rules.contract";
import { toCaller, type PolicyCaller, type Rule } from "./compile-rule";
import type { Decision, Limit, PolicyCall, Refusal } from "./policy-call";
import type { Covering } from "./project-policies";
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { findCandidates, type Candidate } from "./find-candidates";
import { Reading } from "./reading";
import type { Detector } from "./constants";
import { withoutDetected } from "./detect";
import { isAnywhere, mapLeaves, mapNames } from "./leaves-at";

/** The text in place of a redacted value. */
const REMOVED = "[redacted]";

export type Verdict = {
  decisions: Decision[];
  arguments: Values;
  denial?: Refusal;
  /** Of the first rule that asks. */
  ask?: Refusal;
  /** One token of each is needed. */
  limits: Limit[];
  /** Rules for the result. */
  later: Rule[];
};

const FAILED = "The policy could not be evaluated for this call, so the call is denied.";
const UNKNOWN = "It changes values that only the named tools have, so requests of your own are denied.";

const refusal = ({ id, name, above }: Rule, reason: string): Refusal => ({
  ...{ rule: id, name, reason },
  ...(above && { above }),
});
const note = ({ id, name, action }: Rule, outcome: Decision["outcome"]): Decision => ({
  ...{ id, name, action: action.type, outcome },
});

/** Whether the rule changes nothing: its failure lets the call pass. */
const isPassive = ({ action }: Rule): boolean => action.type === "log" || action.type === "mark";

const DAY_SECONDS = 86_400;

type LimitAction = Extract<RuleAction, { type: "limit" }>;

const SUBJECTS: Readonly<Record<LimitAction["by"], (call: PolicyCall) => string | undefined>> = {
  all: () => undefined,
  user: ({ userId }) => userId,
  api_key: ({ keyId }) => keyId,
  account: ({ accountId }) => accountId,
  session: ({ sessionId }) => sessionId,
  toolkit: ({ target }) => target.toolkitSlug,
};

function toLimit({ id, name }: Rule, action: LimitAction, call: PolicyCall): Limit {
  const { by } = action;
  const subject = { id, name, by, of: SUBJECTS[by](call) ?? "" };
  if ("tokens_per_day" in action)
    return { ...subject, unit: "tokens", amount: action.tokens_per_day, seconds: DAY_SECONDS };
  return "per_day" in action
    ? { ...subject, unit: "calls", amount: action.per_day, seconds: DAY_SECONDS }
    : { ...subject, unit: "calls", amount: action.per_minute, seconds: 60 };
}

const textOf = (replacement: unknown): string | undefined =>
  replacement === undefined ? undefined : String(replacement);

/** A leaf without what the detectors find in it; a number with a finding is removed as a whole. */
function withoutFindings(leaf: unknown, detectors: readonly Detector[], replacement: unknown): unknown {
  if (typeof leaf !== "string" && typeof leaf !== "number") return leaf;
  const text = String(leaf);
  const clean = withoutDetected(text, detectors, textOf(replacement));
  return clean === text ? leaf : clean;
}

/** A value with the leaves at the rule's paths replaced; null where a value was absent stays so. */
const replaced = ({ action, paths }: Rule, value: unknown): unknown => {
  if (action.type !== "redact") return value;
  const { detectors, replacement } = action;
  const change = (leaf: unknown): unknown => {
    if (leaf === null) return leaf;
    if (detectors) return withoutFindings(leaf, detectors, replacement);
    return replacement === undefined ? REMOVED : replacement;
  };
  const changed = paths.reduce((before, path) => mapLeaves(before, path, change), value);
  if (!detectors || !paths.some(isAnywhere)) return changed;
  return mapNames(changed, (name) => withoutDetected(name, detectors, textOf(replacement)));
};

function applyBefore(rule: Rule, call: PolicyCall, verdict: Verdict): void {
  const { action } = rule;
  if (action.type === "log") verdict.decisions.push(note(rule, "logged"));
  else if (action.type === "deny") {
    verdict.decisions.push(note(rule, "denied"));
    verdict.denial = refusal(rule, action.reason ?? "");
  } else if (action.type === "ask") verdict.ask ??= refusal(rule, action.reason ?? "");
  else if (action.type === "limit") verdict.limits.push(toLimit(rule, action, call));
  else {
    const changed = replaced(rule, verdict.arguments);
    if (changed === verdict.arguments || !isObject(changed)) return;
    verdict.arguments = changed;
    verdict.decisions.push(note(rule, "redacted"));
  }
}

function judgeOne({ rule, cover }: Covering, call: PolicyCall, verdict: Verdict, reading: Reading): void {
  if (!rule.fitsArguments(call, cover, reading)) return;
  const isUnknown = rule.needsNames && (cover === "own" || call.target.kind === "proxy");
  if (isUnknown && !isPassive(rule)) {
    verdict.decisions.push(note(rule, "denied"));
    verdict.denial = refusal(rule, UNKNOWN);
  } else if (rule.afterwards) verdict.later.push(rule);
  else applyBefore(rule, call, verdict);
}

/**
 * Judges a call before it is sent. Rules apply in their order, each to the arguments that earlier rules left. The
 * first denial ends it. A rule that fails denies, unless it only logs or marks.
 */
export function judgeBefore(covering: readonly Covering[], call: PolicyCall): Verdict {
  const verdict: Verdict = { decisions: [], arguments: call.arguments, limits: [], later: [] };
  const caller = toCaller(call);
  let [current, first] = [call, 0];
  for (;;) {
    const reading = new Reading(current.arguments);
    const candidates = findCandidates(covering, caller, current, reading);
    const last = judgeWhileSame(candidates, first, { caller, call: current, verdict, reading });
    if (last === null || verdict.denial) return verdict;
    // Changed arguments can contain what the arguments before did not.
    [current, first] = [{ ...call, arguments: verdict.arguments }, last + 1];
  }
}

type Judgment = { caller: PolicyCaller; call: PolicyCall; verdict: Verdict; reading: Reading };

/**
 * Applies the candidates from a position on, until one denies the call or changes its arguments.
 * @returns the position of that one; null after the last candidate
 */
function judgeWhileSame(candidates: readonly Candidate[], first: number, judgment: Judgment): number | null {
  const { caller, call, verdict, reading } = judgment;
  for (const candidate of candidates) {
    const { position, rule } = candidate;
    if (position < first || !rule.isForCaller(caller)) continue;
    try {
      judgeOne(candidate, call, verdict, reading);
    } catch {
      verdict.decisions.push(note(rule, "failed"));
      if (!isPassive(rule)) verdict.denial = refusal(rule, FAILED);
    }
    if (verdict.denial || verdict.arguments !== call.arguments) return position;
  }
  return null;
}

/** `marks`: the names of the policies that mark the result. */
export type JudgedResult = { decisions: Decision[]; data: unknown; marks: string[]; withheld?: Refusal };

function judgeResultBy(rule: Rule, state: JudgedResult, reading: Reading): void {
  if (!rule.fitsResult(reading)) return;
  const { action } = rule;
  if (action.type === "redact") {
    const changed = replaced(rule, state.data);
    if (changed === state.data) return;
    state.data = changed;
    state.decisions.push(note(rule, "redacted"));
  } else if (action.type === "log") state.decisions.push(note(rule, "logged"));
  else if (action.type === "mark") {
    state.decisions.push(note(rule, "marked"));
    state.marks.push(rule.name);
  } else {
    state.decisions.push(note(rule, "withheld"));
    state.withheld = refusal(rule, action.type === "deny" ? (action.reason ?? "") : "");
  }
}

/** Judges the result of a call that was sent. A rule that fails withholds it, unless it only logs or marks. */
export function judgeResult(rules: readonly Rule[], data: unknown): JudgedResult {
  const state: JudgedResult = { decisions: [], data, marks: [] };
  let [read, reading] = [data, new Reading(data)];
  for (const rule of rules) {
    if (read !== state.data) [read, reading] = [state.data, new Reading(state.data)];
    try {
      judgeResultBy(rule, state, reading);
    } catch {
      state.decisions.push(note(rule, "failed"));
      if (!isPassive(rule)) state.withheld = refusal(rule, FAILED);
    }
    if (state.withheld) break;
  }
  return state;
}

/**
 * Judges the data and the message of an outcome. A message can repeat what the data does not have, so rules about all
 * values look at it too.
 */
export function judgeOutcome(
  rules: readonly Rule[],
  { data, error }: { data: unknown; error: string | null },
): JudgedResult & { isMessageChanged: boolean } {
  const ofData = judgeResult(rules, data);
  const ofTexts = ofData.withheld || error === null ? [] : rules.filter(({ needsNames }) => !needsNames);
  const ofMessage = judgeResult(ofTexts, error);
  const decisions = [...ofData.decisions, ...ofMessage.decisions];
  const ids = new Set<string>();
  return {
    ...ofData,
    decisions: decisions.filter(({ id }) => !ids.has(id) && ids.add(id)),
    marks: [...new Set([...ofData.marks, ...ofMessage.marks])],
    ...(ofMessage.withheld && { withheld: ofMessage.withheld }),
    isMessageChanged: ofMessage.data !== error,
  };
}
