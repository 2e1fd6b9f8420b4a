/** The texts of a connection that must not appear in logs and answers. */
import type { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { secretForms } from "@/lib/kernel/text/secret-forms";
import { secretTexts } from "../oauth/secret-texts";
import { filledRule } from "./apply-credentials";

type Values = Readonly<Record<string, string>>;

function findSecrets(values: Values, scheme: ToolkitAuthScheme): string[] {
  // Answers and logs can also repeat a secret in the encoded form in which it was sent.
  const repeated = secretTexts(values, scheme).flatMap(secretForms);
  const basic = scheme.apply
    .filter((rule) => rule.encode === "basic")
    .flatMap((rule) => filledRule(rule, values)?.slice("Basic ".length) ?? []);
  return [...new Set([...repeated, ...basic])];
}

function isSame(values: Values, others: Values): boolean {
  let count = 0;
  for (const name in values) {
    if (values[name] !== others[name]) return false;
    count++;
  }
  return count === Object.keys(others).length;
}

/** The last result for the values of an account. They are the same object as long as the account has them. */
const lastResults = new WeakMap<Values, { values: Values; scheme: ToolkitAuthScheme; secrets: readonly string[] }>();

/**
 * Every text that must not appear in a log or an answer, in all its encodings. Most requests of an account use the same
 * values, so the last result is cached with its opened values. It is the same list each time, so that others can cache
 * what they derive from it.
 * @param values the values that the requests use: the account's own values and those of its auth config
 * @param accountValues the opened values of the account
 */
export function usableSecrets(values: Values, accountValues: Values, scheme: ToolkitAuthScheme): readonly string[] {
  const last = lastResults.get(accountValues);
  if (last?.scheme === scheme && isSame(last.values, values)) return last.secrets;
  const secrets = findSecrets(values, scheme);
  lastResults.set(accountValues, { values, scheme, secrets });
  return secrets;
}
