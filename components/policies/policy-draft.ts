/** A policy as its form holds it: lists of values, and texts with one value a line. Pure. */
import type { policiesApi } from "@/generated/addresses/policies";
import { DETECTORS, type Detector } from "@/lib/policies/constants";
import type { ResultOf, SentTo } from "@/lib/contract/client";

export type Policy = ResultOf<typeof policiesApi.listPolicies>["items"][number];
type Body = SentTo<typeof policiesApi.createPolicy>["body"];
type Match = NonNullable<Body["match"]>;
type Action = Body["action"];
type Condition = NonNullable<Match["arguments"]>[number];

export type ConditionDraft = { path: string; operator: Condition["operator"]; value: string };
export type Act = "deny" | "ask" | "redact_arguments" | "redact_result" | "limit" | "log" | "mark";

export type Draft = {
  name: string;
  toolkits: string[];
  tools: string[];
  tags: string[];
  users: string[];
  api_keys: string[];
  accounts: string[];
  conditions: ConditionDraft[];
  act: Act;
  reason: string;
  paths: string;
  detectors: string;
  amount: string;
  /** `tokens`: so many tokens of answers in a day, in place of calls. */
  period: "minute" | "day" | "tokens";
  by: "all" | "user" | "api_key" | "account" | "session" | "toolkit";
};

/** The lists of values; one value of each must fit. */
const LISTS = ["toolkits", "tools", "tags", "users", "api_keys", "accounts"] as const;
export type ListName = (typeof LISTS)[number];

/** Operators that need no value, and those that need a number. */
export const NO_VALUE: readonly string[] = ["exists", "missing"];
export const NUMBER: readonly string[] = ["greater_than", "less_than", "longer_than"];

const isDetector = (value: string): value is Detector => (DETECTORS as readonly string[]).includes(value);

const DETECTOR_WORDS = `Enter some of ${DETECTORS.join(", ")}.`;

const toLines = (values: readonly unknown[] | undefined): string => (values ?? []).map(String).join("\n");
/** One value a line, or with commas between them. */
const fromLines = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== "");

function toConditionDraft(condition: Condition): ConditionDraft {
  const { path, operator } = condition;
  if ("detectors" in condition) return { path, operator, value: condition.detectors.join(", ") };
  if ("number" in condition) return { path, operator, value: String(condition.number) };
  return { path, operator, value: "values" in condition ? condition.values.join(", ") : "" };
}

const toAct = (action: Action): Act =>
  action.type === "redact" ? (action.place === "result" ? "redact_result" : "redact_arguments") : action.type;

function toAmount(action: Action): Pick<Draft, "amount" | "period"> {
  if ("tokens_per_day" in action) return { amount: String(action.tokens_per_day), period: "tokens" };
  if ("per_day" in action) return { amount: String(action.per_day), period: "day" };
  return { amount: "per_minute" in action ? String(action.per_minute) : "60", period: "minute" };
}

function toLimit({ amount, period, by }: Draft): Action {
  const count = Number(amount);
  if (period === "tokens") return { type: "limit", tokens_per_day: count, by };
  return period === "day" ? { type: "limit", per_day: count, by } : { type: "limit", per_minute: count, by };
}

export function toDraft(policy: Policy | null): Draft {
  const match = (policy?.match ?? {}) as Match;
  const action = (policy?.action ?? { type: "deny" }) as Action;
  return {
    name: policy?.name ?? "",
    ...(Object.fromEntries(LISTS.map((name) => [name, match[name] ?? []])) as Pick<Draft, ListName>),
    conditions: (match.arguments ?? []).map(toConditionDraft),
    act: toAct(action),
    reason: "reason" in action ? (action.reason ?? "") : "",
    paths: action.type === "redact" ? toLines(action.paths) : "",
    detectors: action.type === "redact" ? (action.detectors ?? []).join(", ") : "",
    ...toAmount(action),
    by: action.type === "limit" ? (action.by ?? "all") : "all",
  };
}

function toCondition({ path: text, operator, value }: ConditionDraft): Condition {
  const path = text.trim();
  if (NO_VALUE.includes(operator)) return { path, operator } as Condition;
  if (NUMBER.includes(operator)) return { path, operator, number: Number(value) } as Condition;
  if (operator === "detects") return { path, operator, detectors: fromLines(value) as Detector[] };
  return { path, operator, values: fromLines(value) } as Condition;
}

function toAction(draft: Draft): Action {
  const { act, reason, paths, detectors } = draft;
  const because = reason.trim() === "" ? {} : { reason: reason.trim() };
  switch (act) {
    case "deny":
    case "ask":
      return { type: act, ...because };
    case "limit":
      return toLimit(draft);
    case "log":
    case "mark":
      return { type: act };
    default:
      return {
        ...{ type: "redact", place: act === "redact_result" ? "result" : "arguments", paths: fromLines(paths) },
        ...(detectors.trim() !== "" && { detectors: fromLines(detectors) as Detector[] }),
      };
  }
}

/** Results that are marked by default. */
const ORDERS: Condition[] = [{ path: "**", operator: "detects", detectors: ["injection"] }];

/** Parts of a policy that the form does not show stay as they are. */
export function toBody(draft: Draft, policy: Policy | null): { name: string; match: Match; action: Action } {
  const { result, own_requests: ownRequests } = (policy?.match ?? {}) as Match;
  const match: Match = {
    ...(result && { result }),
    ...(ownRequests !== undefined && { own_requests: ownRequests }),
    ...Object.fromEntries(LISTS.flatMap((name) => (draft[name].length === 0 ? [] : [[name, draft[name]]]))),
    ...(draft.conditions.length > 0 && { arguments: draft.conditions.map(toCondition) }),
  };
  if (draft.act === "mark") match.result ??= ORDERS;
  const action = toAction(draft);
  const old = policy?.action as { type?: unknown; replacement?: string | number | boolean | null } | undefined;
  const keeps = action.type === "redact" && old?.type === "redact" && old.replacement !== undefined;
  return { name: draft.name.trim(), match, action: keeps ? { ...action, replacement: old.replacement } : action };
}

/** Whether the policy is about every call of the project. */
export const coversAll = (draft: Draft): boolean =>
  draft.conditions.length === 0 && LISTS.every((name) => draft[name].length === 0);

/** The error of each field that cannot be sent as it is. */
export function findProblems(draft: Draft): Record<string, string | undefined> {
  const problems: Record<string, string | undefined> = {};
  if (draft.name.trim() === "") problems.name = "Enter a name.";
  const isRedaction = draft.act === "redact_arguments" || draft.act === "redact_result";
  if (isRedaction && fromLines(draft.paths).length === 0) problems.paths = "Enter at least one field.";
  if (isRedaction && !fromLines(draft.detectors).every(isDetector)) problems.detectors = DETECTOR_WORDS;
  if (
    draft.act === "limit" &&
    !(draft.period === "minute" ? /^[1-9]\d{0,5}$|^10{6}$/ : /^[1-9]\d{0,8}$/).test(draft.amount.trim())
  )
    problems.amount = "Enter a whole number of at least 1.";
  for (const [index, { path, operator, value }] of draft.conditions.entries()) {
    if (path.trim() === "") problems[`path${index}`] = "Enter a field.";
    if (NO_VALUE.includes(operator)) continue;
    if (operator === "detects" && !fromLines(value).every(isDetector)) problems[`value${index}`] = DETECTOR_WORDS;
    else if (fromLines(value).length === 0) problems[`value${index}`] = "Enter a value.";
    else if (NUMBER.includes(operator) && !Number.isFinite(Number(value)))
      problems[`value${index}`] = "Enter a number.";
  }
  return problems;
}
