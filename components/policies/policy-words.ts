/** Policies in words. Pure. */
import { toToolName } from "@/components/parts/display/to-tool-name";
import { countOf, pluralOf } from "@/lib/contract/count-of";
import { toDraft, type Act, type ConditionDraft, type Draft, type Policy } from "./policy-draft";

export const ACTS: Readonly<Record<Act, string>> = {
  deny: "Deny the call",
  ask: "Ask for approval",
  redact_arguments: "Replace arguments",
  redact_result: "Replace parts of the response",
  limit: "Limit calls",
  log: "Only log",
  mark: "Mark responses that give orders to a model",
};

export const OPERATORS: Readonly<Record<ConditionDraft["operator"], string>> = {
  equals: "is",
  not_equals: "is not",
  contains: "contains",
  like: "is like (with *)",
  not_like: "is not like (with *)",
  email_domain_in: "has an email address at",
  email_domain_not_in: "has an email address not at",
  greater_than: "is greater than",
  less_than: "is less than",
  longer_than: "is longer than (characters)",
  detects: "contains a (detector)",
  exists: "has a value",
  missing: "has no value",
};

export const BY: Readonly<Record<Draft["by"], string>> = {
  all: "all calls together",
  user: "each user",
  api_key: "each API key",
  account: "each connected account",
  session: "each session",
  toolkit: "each toolkit",
};

/** Outcomes of past calls for which a policy is tried. */
export const OUTCOMES: Readonly<Record<string, string>> = {
  denied: "Denied",
  asks: "Approval needed",
  redacted: "Values replaced",
  counted: "Counted by the limit",
  withheld: "Response withheld",
  marked: "Response marked",
  logged: "Logged",
  failed: "Couldn’t be evaluated",
};

/** The first values of a list, and the number of the others. */
function shorten(values: readonly string[]): string {
  const rest = values.length - 2;
  return rest > 0 ? `${values.slice(0, 2).join(", ")} and ${rest} more` : values.join(", ");
}

/** The names of what a policy has by slugs and IDs; that of an account or a key is undefined until it has come. */
export type Names = {
  nameOf: (toolkit: string) => string;
  toolkitOf: (tool: string) => string;
  hintOf: (tag: string) => string;
  accountOf: (id: string) => string | undefined;
  keyOf: (id: string) => string | undefined;
};

/** A single one by its name. */
function toNameOrCount(ids: readonly string[], find: (id: string) => string | undefined, noun: string): string {
  const [only, ...others] = ids;
  const name = only !== undefined && others.length === 0 ? find(only) : undefined;
  return name === undefined ? countOf(ids.length, noun) : `the ${noun} “${name}”`;
}

/** A sentence about the calls that a policy covers. */
export function toCoverage(policy: Policy, { nameOf, toolkitOf, hintOf, accountOf, keyOf }: Names): string {
  const { tools, toolkits, tags, users, api_keys: keys, accounts, conditions } = toDraft(policy);
  const results = Array.isArray(policy.match.result) ? policy.match.result.length : 0;
  const count = conditions.length + results;
  const nameOfTool = (slug: string) => toToolName(slug, toolkitOf(slug)) ?? slug;
  const ofToolkits = toolkits.length > 0 ? ` of ${shorten(toolkits.map(nameOf))}` : "";
  const parts = [
    tools.length > 0 ? shorten(tools.map(nameOfTool)) : ofToolkits ? "Tools" : "All tools",
    ofToolkits.trim(),
    tags.length > 0 ? `marked ${shorten(tags.map(hintOf))}` : "",
    users.length > 0 ? `for ${pluralOf(users.length, "user", "users")} ${shorten(users)}` : "",
    keys.length > 0 ? `from ${toNameOrCount(keys, keyOf, "API key")}` : "",
    accounts.length > 0 ? `with ${toNameOrCount(accounts, accountOf, "connected account")}` : "",
    count > 0 ? `if ${countOf(count, "condition")} ${pluralOf(count, "is", "are")} met` : "",
  ];
  return parts.filter((part) => part !== "").join(" ");
}

/** The action of a policy in a few words. */
export function toActWords(policy: Policy): string {
  const { act, amount, period, by } = toDraft(policy);
  if (act !== "limit") return ACTS[act];
  const [unit, time] = period === "tokens" ? ["tokens", "day"] : ["calls", period];
  return `${Number(amount).toLocaleString("en")} ${unit} per ${time} for ${BY[by]}`;
}
