/** Judges credentials by a provider's answer. Pure. */
import { bodyText } from "@/lib/kernel/text/decode-text";
import { ANSWER_BOUNDS, readJson } from "@/lib/kernel/json/read-json";
import type { AnswerRule, CurrentUserRules } from "@/lib/catalog/current-user";
import type { CurrentUser } from "../current-user";
import { readUser, ruleTextAt } from "./read-user";

/**
 * `accepted`: they are right; `user` is null if the answer does not contain the user. `refused`: they are wrong.
 * `unclear`: the answer does not decide it; `status` is set if there was an answer at all.
 */
export type Verdict =
  | { kind: "accepted"; user: CurrentUser | null }
  | { kind: "refused" }
  | { kind: "unclear"; status?: number };

export type ProviderAnswer = { status: number; headers: Readonly<Record<string, string>>; body: Buffer };

/** How much of an answer is looked at as text. */
const MAX_TEXT = 2000;
const NO_JSON = Symbol("no JSON");

function toJson(text: string): unknown {
  const read = readJson(text, ANSWER_BOUNDS);
  return read.kind === "value" ? read.value : NO_JSON;
}

function fits(
  { status, at: path, is, has }: AnswerRule,
  answer: { status: number; text: string },
  parsed: unknown,
): boolean {
  if (status && !status.includes(answer.status)) return false;
  if (path === undefined) return true;
  const whole = path === "$body" ? answer.text.slice(0, MAX_TEXT) : ruleTextAt(parsed, path);
  const text = whole.toLowerCase();
  return (
    (is === undefined || is.some((expectedText) => expectedText.toLowerCase() === text)) &&
    (has === undefined || has.some((part) => text.includes(part.toLowerCase())))
  );
}

const isPage = ({ headers }: ProviderAnswer): boolean => /^text\/html\b/i.test(headers["content-type"] ?? "");

/**
 * 401 means that credentials are wrong (RFC 9110 section 15.5.2), and 403 that they are known but not enough (15.5.4):
 * a key with few permissions is right. A provider with other conventions has rules in its toolkit.
 * @param secrets texts that must not be shown
 */
export function judge(answer: ProviderAnswer, rules: CurrentUserRules, secrets: readonly string[]): Verdict {
  const { status } = answer;
  const text = bodyText(answer);
  const parsed = toJson(text);
  if (rules.accepted?.some((rule) => fits(rule, { status, text }, parsed))) return { kind: "accepted", user: null };
  if (status === 401 || rules.refused?.some((rule) => fits(rule, { status, text }, parsed))) return { kind: "refused" };
  if (status === 403) return { kind: "accepted", user: null };
  // A page for people in place of data: a sign-in, or another server than expected.
  if (status < 200 || status > 299 || (parsed === NO_JSON && isPage(answer))) return { kind: "unclear", status };
  return { kind: "accepted", user: parsed === NO_JSON ? null : readUser(parsed, rules, secrets) };
}
