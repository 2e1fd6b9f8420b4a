/** Makes a rule ready for calls. */
import { LRUCache } from "lru-cache";
import { RuleAction, RuleMatch, type Condition } from "./rules.contract";
import type { Part } from "./part-list";
import type { Reading } from "./reading";
import { toPath, toTest, type Test } from "./to-test";
import type { Path } from "./constants";
import { toComparable, toGlobs } from "./to-globs";
import type { CallTarget, PolicyCall } from "./policy-call";

/** `above`: it is a rule of the organization. */
export type StoredRule = {
  id: string;
  name: string;
  match: unknown;
  action: unknown;
  toolkits: readonly string[];
  above?: boolean | null;
};

/** How a rule covers a target. `own`: as a request of the project's, for which the rule's names have no meaning. */
export type Cover = "no" | "named" | "own";

export type Rule = {
  id: string;
  name: string;
  /** Whether it is a rule of the organization. */
  above: boolean;
  action: RuleAction;
  cover: (target: CallTarget) => Cover;
  /** All callers that it can be about, if the rule names them in full. */
  onlyFor?: { by: keyof PolicyCaller; values: ReadonlySet<string> };
  isForCaller: (caller: PolicyCaller) => boolean;
  /** If the rule looks for texts anywhere in the arguments: the arguments must contain at least one. */
  parts?: readonly Part[];
  /** @throws TooManyValues */
  fitsArguments: (call: PolicyCall, cover: Cover, reading: Reading) => boolean;
  /** Whether it denies or changes calls by their arguments. */
  looksAtArguments: boolean;
  /** Whether the result must be seen first, or is changed. */
  afterwards: boolean;
  /** @throws TooManyValues */
  fitsResult: (reading: Reading) => boolean;
  /** Conditions of the result, or paths to redact, that only the named tools have. */
  needsNames: boolean;
  paths: readonly Path[];
};

const everything = () => true;
const allHold = (tests: readonly Test[], reading: Reading): boolean => tests.every(({ holds }) => holds(reading));
const toTests = (conditions: readonly Condition[] | undefined): Test[] => (conditions ?? []).map(toTest);

/** Hosts by the slug of the toolkit. */
export type HostsOf = (toolkitSlug: string) => readonly string[];

/** Tests of hosts by their patterns: those of the catalog, and those to which connections lead. */
const hostTests = new LRUCache<string, (host: string) => boolean>({ max: 5_000 });

function fitsHost(pattern: string, host: string): boolean {
  let fits = hostTests.get(pattern);
  if (!fits) hostTests.set(pattern, (fits = toGlobs([pattern])));
  return fits(host);
}

/** Whether two hosts can be the same, where `*` stands for what a connection fills in. */
const canBeSame = (host: string, other: string): boolean =>
  host !== "*" && other !== "*" && (fitsHost(host, other) || fitsHost(other, host));

/** The part of a pattern before its first `*`, which is the beginning of each slug that fits. */
const beginningOf = (pattern: string): string => pattern.split("*")[0] ?? "";

/** Whether tools of the toolkit can have a name that fits the pattern, by the prefix of the toolkit's slugs. */
function canName(pattern: string, toolkitSlug: string): boolean {
  if (!pattern.includes("*")) return false;
  const [beginning, prefix] = [beginningOf(pattern).toUpperCase(), `${toolkitSlug.toUpperCase()}_`];
  return prefix.startsWith(beginning) || beginning.startsWith(prefix);
}

function toCover(match: RuleMatch, named: readonly string[], hostsOf: HostsOf): Rule["cover"] {
  const { tools, own_requests: ownRequests = true } = match;
  const isTool = tools && toGlobs(tools);
  const toolkits = match.toolkits && new Set(match.toolkits.map(toComparable));
  const tags = match.tags && new Set(match.tags.map(toComparable));
  const concerned = new Set([...(toolkits ?? []), ...named]);
  const hosts = [...concerned].flatMap(hostsOf);
  const isNamed = ({ kind, names, toolkitSlug, tags: toolTags }: CallTarget): boolean =>
    (ownRequests || kind !== "proxy" || tools !== undefined) &&
    (!isTool || names.some((name) => isTool(toComparable(name)))) &&
    (!toolkits || toolkits.has(toolkitSlug)) &&
    (!tags || toolTags.some((tag) => tags.has(toComparable(tag))));
  const concerns = (target: CallTarget): boolean => {
    const { toolkitSlug, ownHosts = [], isOwnToolkit, kind } = target;
    if (!tools && !toolkits) return kind === "proxy" && tags !== undefined;
    if (concerned.has(toolkitSlug)) return kind === "proxy" || !isOwnToolkit;
    if (!toolkits && tools?.some((pattern) => canName(pattern, toolkitSlug))) return kind === "proxy";
    return ownHosts.some((host) => hosts.some((other) => canBeSame(host, other)));
  };
  return (target) => {
    // A meta tool passes other calls on, and each of these is judged separately.
    if (target.kind === "meta" && !tools && !toolkits) return "no";
    if (isNamed(target)) return "named";
    return ownRequests && target.ownHosts && concerns(target) ? "own" : "no";
  };
}

/** The caller of a call, in the form in which rules compare it. */
export type PolicyCaller = { user: string | undefined; keyId: string | undefined; accountId: string | undefined };

export const toCaller = ({ userId, keyId, accountId }: PolicyCall): PolicyCaller => ({
  user: userId === undefined ? undefined : toComparable(userId),
  keyId,
  accountId,
});

const within = (values: readonly string[] | undefined): ((comparable: string | undefined) => boolean) => {
  if (!values) return everything;
  const fits = toGlobs(values);
  return (comparable) => comparable !== undefined && fits(comparable);
};

const exactly = (values: readonly string[] | undefined): ((id: string | undefined) => boolean) => {
  if (!values) return everything;
  const ids = new Set(values);
  return (id) => id !== undefined && ids.has(id);
};

function toOnlyFor({ users, api_keys: keys, accounts }: RuleMatch): Rule["onlyFor"] {
  if (accounts) return { by: "accountId", values: new Set(accounts) };
  if (keys) return { by: "keyId", values: new Set(keys) };
  const isExact = users?.every((user) => !user.includes("*"));
  return users && isExact ? { by: "user", values: new Set(users.map(toComparable)) } : undefined;
}

function toIsForCaller({ users, api_keys: keys, accounts }: RuleMatch): Rule["isForCaller"] {
  if (!users && !keys && !accounts) return everything;
  const [isUser, isKey, isAccount] = [within(users), exactly(keys), exactly(accounts)];
  return ({ user, keyId, accountId }) => isUser(user) && isKey(keyId) && isAccount(accountId);
}

function toFitsArguments(tests: readonly Test[]): Rule["fitsArguments"] {
  if (tests.length === 0) return everything;
  const anywhere = tests.filter((test) => test.anywhere);
  const ofRequest = tests.filter((test) => test.anywhere || test.isOfRequest);
  return ({ target, extras }, cover, reading) => {
    // Conditions about arguments of tools have no meaning for other names: they count as met.
    if (target.kind === "proxy") return allHold(ofRequest, reading);
    if (extras !== undefined) return allHold(anywhere, reading.with(extras));
    return allHold(cover === "own" ? anywhere : tests, reading);
  };
}

/** @throws for a rule of a newer version, and for an invalid path or value */
export function compileRule(
  { id, name, match: storedMatch, action: storedAction, toolkits, above }: StoredRule,
  hostsOf: HostsOf,
): Rule {
  const match = RuleMatch.parse(storedMatch);
  const action = RuleAction.parse(storedAction);
  const results = toTests(match.result);
  const paths = action.type === "redact" ? action.paths.map(toPath) : [];
  const onlyFor = toOnlyFor(match);
  const tests = toTests(match.arguments);
  // Conditions about any place count for each kind of call. Only of the first: an earlier one that cannot look denies.
  const [first] = tests;
  const parts = first?.anywhere ? first.parts : undefined;
  return {
    id,
    name,
    above: above === true,
    action,
    cover: toCover(match, toolkits, hostsOf),
    ...(onlyFor && { onlyFor }),
    isForCaller: toIsForCaller(match),
    ...(parts && { parts }),
    fitsArguments: toFitsArguments(tests),
    looksAtArguments: match.arguments !== undefined && action.type !== "log" && action.type !== "mark",
    afterwards: results.length > 0 || (action.type === "redact" && action.place === "result"),
    fitsResult: (reading) => allHold(results, reading),
    needsNames: results.some((test) => !test.anywhere) || paths.some(([first]) => first !== "**"),
    paths,
  };
}

/** Stands for a rule that cannot be compiled: unless it only logs, it covers each call and denies it. */
export function brokenRule({ id, name, action, above }: StoredRule): Rule {
  const logs = (action as { type?: unknown } | null)?.type === "log";
  return {
    id,
    name,
    above: above === true,
    action: logs ? { type: "log" } : { type: "deny", reason: "The rule cannot be read by this version of the server." },
    cover: ({ kind }) => (kind === "meta" || logs ? "no" : "named"),
    isForCaller: everything,
    fitsArguments: everything,
    looksAtArguments: false,
    afterwards: false,
    fitsResult: everything,
    needsNames: false,
    paths: [],
  };
}
