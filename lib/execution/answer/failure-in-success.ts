/**
 * Finds a failure that came with a success status, by patterns that many providers share and by the rules of a
 * provider, which are data (`toolkits/refusals.yaml`). Pure.
 */
import { cutText } from "@/lib/kernel/text/storable";
import type { FailureRule } from "@/lib/catalog/refusals-file";
import { isObject } from "@/lib/kernel/text/is-object";
import { findProviderMessage, MAX_MESSAGE } from "./provider-message";
import { holds, isFilled, valuesAt, wordOf } from "../sending/answer-rule";

/** The words of a value: a text, or the texts in a list or an object; undefined without words. */
function wordsOf(value: unknown): string | undefined {
  if (typeof value === "string") return value.trim() || undefined;
  if (typeof value === "number") return String(value);
  const message = findProviderMessage(value);
  if (message !== undefined) return message;
  if (!isObject(value) && !Array.isArray(value)) return undefined;
  const texts = Object.entries(value)
    .slice(0, 5)
    .flatMap(([key, member]) => {
      const text = [member].flat().find((part) => typeof part === "string" && part !== "") as string | undefined;
      return text === undefined ? [] : [Array.isArray(value) ? text : `${key}: ${text}`];
    });
  return texts.length > 0 ? texts.join("; ") : undefined;
}

function messageOf({ at: path, words, means }: FailureRule, body: unknown): string {
  const value = wordOf(valuesAt(body, path)[0]);
  const meaning = means && value !== undefined && Object.hasOwn(means, value) ? means[value] : undefined;
  for (const way of words) {
    const texts = [...new Set(valuesAt(body, way).flatMap((value) => wordsOf(value) ?? []))].slice(0, 5);
    if (texts.length > 0) return cutText(texts.join("; "), MAX_MESSAGE);
  }
  return cutText(meaning ?? findProviderMessage(body) ?? `its answer says ${value ?? "so"}`, MAX_MESSAGE);
}

/** The words for a failure that one of the rules finds. */
function failureByRule(rules: readonly FailureRule[], body: unknown): string | undefined {
  const rule = rules.find((candidate) => holds(candidate, body));
  return rule && messageOf(rule, body);
}

/** Members of an answer that is nothing but an error. */
const ERROR_KEYS = new Set(["error", "errors", "Error", "error_description", "error_message"]);

/** Words in an error field that mean success. */
const NO_ERROR = /^(none|no|no error|null|false|0|ok|success)$/i;

/** Whether the value of an error field is an error. A list of plain texts can contain warnings. */
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

/** The words of an answer with `ok: false`. */
function notOkMessage(body: Record<string, unknown>): string | undefined {
  if (typeof body.error !== "string") return findProviderMessage(body);
  const more = isObject(body.response_metadata) ? findProviderMessage(body.response_metadata.messages) : undefined;
  const needed = typeof body.needed === "string" ? `needs ${body.needed}` : undefined;
  const words = more ?? needed;
  return words ? `${body.error}: ${words}` : body.error;
}

/** The patterns for providers without rules of their own. */
function commonFailure(body: Record<string, unknown>): string | undefined {
  const { error } = body;
  if (body.ok === false) {
    const message = notOkMessage(body);
    if (message !== undefined) return message;
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
  const failure = rules.length > 0 ? failureByRule(rules, body) : undefined;
  if (failure !== undefined) return failure;
  const message = isObject(body) ? commonFailure(body) : undefined;
  return message === undefined ? undefined : cutText(message, MAX_MESSAGE);
}
