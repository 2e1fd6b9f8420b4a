/**
 * Finds a failure that came with a success status: what many providers have in common, and the rules of a provider, which
 * are data (`toolkits/refusals.yaml`). Pure.
 */
import { cutText } from "@/lib/kernel/text/storable";
import type { FailureRule } from "@/lib/catalog/refusals-file";
import { isObject } from "@/lib/kernel/text/is-object";
import { findProviderMessage, MAX_MESSAGE } from "./provider-message";
import { holds, isFilled, valuesAt, wordOf } from "../sending/answer-rule";

/** The words of a value: a text, or the texts in a list or an object; undefined for none. */
function wordsOf(value: unknown): string | undefined {
  if (typeof value === "string") return value.trim() || undefined;
  if (typeof value === "number") return String(value);
  const known = findProviderMessage(value);
  if (known !== undefined) return known;
  if (!isObject(value) && !Array.isArray(value)) return undefined;
  const texts = Object.entries(value)
    .slice(0, 5)
    .flatMap(([key, one]) => {
      const text = [one].flat().find((part) => typeof part === "string" && part !== "") as string | undefined;
      return text === undefined ? [] : [Array.isArray(value) ? text : `${key}: ${text}`];
    });
  return texts.length > 0 ? texts.join("; ") : undefined;
}

function messageOf({ at, words, means }: FailureRule, body: unknown): string {
  const value = wordOf(valuesAt(body, at)[0]);
  const meaning = means && value !== undefined && Object.hasOwn(means, value) ? means[value] : undefined;
  for (const way of words) {
    const said = [...new Set(valuesAt(body, way).flatMap((one) => wordsOf(one) ?? []))].slice(0, 5);
    if (said.length > 0) return cutText(said.join("; "), MAX_MESSAGE);
  }
  return cutText(meaning ?? findProviderMessage(body) ?? `its answer says ${value ?? "so"}`, MAX_MESSAGE);
}

/** The words for a failure that one of the rules finds. */
function failureByRule(rules: readonly FailureRule[], body: unknown): string | undefined {
  const rule = rules.find((one) => holds(one, body));
  return rule && messageOf(rule, body);
}

/** Members of an answer that is nothing but an error. */
const ERROR_KEYS = new Set(["error", "errors", "Error", "error_description", "error_message"]);

/** Words in the place of an error that say that there is none. */
const NO_ERROR = /^(none|no|no error|null|false|0|ok|success)$/i;

/** Whether a value in the place of an error is one. A list of plain texts may hold warnings. */
const isError = (value: unknown): boolean =>
  typeof value === "string"
    ? value.trim() !== "" && !NO_ERROR.test(value.trim())
    : Array.isArray(value)
      ? isObject(value[0])
      : isFilled(value);

/** Whether an answer has nothing but an error: no provider calls that a success. */
function isErrorAlone(body: Record<string, unknown>): boolean {
  let says = false;
  for (const key in body) {
    if (!ERROR_KEYS.has(key)) return false;
    says ||= isError(body[key]);
  }
  return says;
}

/** GraphQL's `errors`, where no field of `data` came (https://spec.graphql.org/October2021/#sec-Response-Format). */
function graphqlFailure({ errors, data }: Record<string, unknown>): string | undefined {
  if (!Array.isArray(errors) || errors.length === 0) return undefined;
  const isEmpty =
    data === null ||
    (data === undefined && isObject(errors[0]) && "message" in errors[0]) ||
    (isObject(data) && Object.values(data).every((value) => value === null));
  return isEmpty ? (findProviderMessage(errors) ?? "The answer lists errors.") : undefined;
}

/** Slack's `ok: false`, which Telegram and others write, too. */
function notOkMessage(body: Record<string, unknown>): string | undefined {
  if (typeof body.error !== "string") return findProviderMessage(body);
  const more = isObject(body.response_metadata) ? findProviderMessage(body.response_metadata.messages) : undefined;
  const needed = typeof body.needed === "string" ? `needs ${body.needed}` : undefined;
  const said = more ?? needed;
  return said ? `${body.error}: ${said}` : body.error;
}

/** What providers without rules of their own write. */
function commonFailure(body: Record<string, unknown>): string | undefined {
  const { error } = body;
  if (body.ok === false) {
    const said = notOkMessage(body);
    if (said !== undefined) return said;
  }
  if (typeof error === "string" && error !== "" && typeof body.error_description === "string")
    return `${error}: ${body.error_description}`;
  if (body.success === false && (isFilled(error) || isFilled(body.errors)))
    return wordsOf(isFilled(error) ? error : body.errors) ?? findProviderMessage(body) ?? "success is false";
  // JSON-RPC 2.0, section 5: an answer has a result or an error.
  if (body.jsonrpc === "2.0" && isObject(error)) return wordsOf(error) ?? "The answer is an error.";
  if (isErrorAlone(body)) return wordsOf(error) ?? wordsOf(body) ?? "The answer is an error.";
  return graphqlFailure(body);
}

/**
 * The message of a failure that came with a success status; undefined for a success.
 * @param body the parsed answer
 * @param rules those of its provider, which come first
 */
export function failureInSuccess(body: unknown, rules: readonly FailureRule[] = []): string | undefined {
  const known = rules.length > 0 ? failureByRule(rules, body) : undefined;
  if (known !== undefined) return known;
  const said = isObject(body) ? commonFailure(body) : undefined;
  return said === undefined ? undefined : cutText(said, MAX_MESSAGE);
}
