/** Applies the hooks of a session to a call: before anything is sent, and to the result. */
import type { Values } from "@/lib/kernel/text/is-object";
import { redact } from "@/lib/kernel/text/redact";
import { CannotLook } from "@/lib/policies/opaque";
import { compileAll } from "@/lib/policies/project-policies";
import { toHostPattern } from "@/lib/policies/to-host-pattern";
import type { HookResult, SessionHook } from "./contract";
import type { ExecutionCaller, ExecutionFacts } from "./execution-facts";
import { judgeHook } from "./judge-hook";
import { findHookSecrets, hooksOf } from "./with-project-hooks";
import type { HookVerdict } from "./hook-verdict";
import type { PolicedCall } from "./obey-policies";
import type { Outcome } from "./sending/log-execution";
import type { Trace } from "./sending/trace";
import { toShown } from "./to-shown";

type Reason = { type: "request_blocked" | "response_blocked"; hook_id: string };

/** The fields of a blocked call's answer. */
export type HookBlock = { reason: Reason; block_reason: Reason; message: string; hook_results: HookResult[] };

type Within = { caller: ExecutionCaller; facts: ExecutionFacts; trace: Trace };

/** For one hook, and for all hooks before or after a call. */
const HOOK_MS = 10_000;
const PHASE_MS = 30_000;
/** For the receiver of a webhook, unless the hook sets another time. */
const RECEIVER_SECONDS = 5;

const TOO_LATE: HookVerdict = { kind: "unavailable", why: "The hooks before it took too long." };
const CANNOT_CHANGE: HookVerdict = { kind: "unavailable", why: "The receiver's arguments do not fit the call." };

/** The levels of a value that are never cut when it is redacted. */
const MOST_LEVELS = 40;

/** The call or the result for a handler; with `redact`, without secrets. */
type ToSubject = (value: unknown, hide: typeof redact) => object;

const withSecrets: typeof redact = (value) => value;

/** A call for policies, and the same for hooks with the arguments that the policies leave. */
export function toHookedCall(call: PolicedCall): { call: PolicedCall; current: PolicedCall } {
  const current = { ...call };
  const change: PolicedCall["change"] = (args) => {
    const canBeSent = call.change(args);
    if (canBeSent) current.arguments = args;
    return canBeSent;
  };
  return { call: { ...call, change }, current };
}

/** The hooks about a toolkit: rules of policies find the calls that reach it by another way. */
async function covering(
  projectId: string,
  call: PolicedCall,
  baseUrl: string | undefined,
  hooks: readonly SessionHook[],
): Promise<SessionHook[]> {
  const limited = hooks.flatMap(({ id, name = id, applies_to: scope }) =>
    scope === "all"
      ? []
      : [{ id, name, match: { toolkits: scope.toolkits }, action: { type: "deny" }, toolkits: scope.toolkits }],
  );
  if (limited.length === 0) return [...hooks];
  const policies = await compileAll(projectId, limited);
  const host = baseUrl === undefined ? null : toHostPattern(baseUrl);
  const rules = [
    ...policies.covering(call.key, call.toTarget),
    ...(host === null ? [] : policies.atHostOnly(call.key, host, call.toTarget).further),
  ];
  const ids = new Set(rules.map(({ rule }) => rule.id));
  return hooks.filter(({ id, applies_to: scope }) => scope === "all" || ids.has(id));
}

const titleOf = ({ name }: SessionHook, isOfProject: boolean): string =>
  isOfProject
    ? "The tool-execution webhook of the project"
    : name === undefined
      ? "A hook of the session"
      : `The hook "${name}" of the session`;

function toMessage(hook: SessionHook, slug: string, verdict: HookVerdict, isOfProject: boolean): string {
  const title = titleOf(hook, isOfProject);
  const [done, cause] =
    hook.type === "before_execute"
      ? [`blocks ${slug}, which has not run`, "Do not try to reach the same in another way."]
      : [`blocks the result of ${slug}, which has run`, "Do not repeat the call."];
  return "why" in verdict
    ? `${title} could not be evaluated, so it ${done}. ${verdict.why} ${cause}`
    : `${title} ${done}. ${verdict.kind === "block" && verdict.message ? `It says: ${verdict.message} ` : ""}${cause}`;
}

const toResult = ({ id }: SessionHook, { kind }: HookVerdict): HookResult =>
  kind === "unavailable" || kind === "unreadable"
    ? { id, status: "unavailable" }
    : { id, status: "evaluated", outcome: kind === "block" ? "block" : "continue" };

/** The time for a verdict. */
const limitOf = ({ handler }: SessionHook): number =>
  handler.type === "webhook" ? (handler.timeout_seconds ?? RECEIVER_SECONDS) * 1000 : HOOK_MS;

const OUTCOMES = { continue: "passed", modify: "changed", unavailable: "failed", unreadable: "failed" } as const;

/** The hooks of the session for one call: their verdicts, for the caller and for the log. */
export class HookRun {
  private readonly results: HookResult[] = [];
  private covered: Promise<SessionHook[]> | undefined;
  /** The arguments, or the data of the result, that hooks have put in place of the former. */
  changed: Values | undefined;

  constructor(
    private readonly within: Within,
    /** The call; with arguments of a receiver, as it is sent. */
    public call: PolicedCall,
    /** Of the credentials. */
    private readonly baseUrl: string | undefined,
  ) {}

  /** Judges the call before it is sent; null if it can run, with the arguments in `changed` if there are any. */
  judgeCall(): Promise<HookBlock | null> {
    const { call } = this;
    const { hidden } = this.within.trace;
    return this.judge("before_execute", call.arguments, (value, hide) => ({
      ...{ tool: call.toTarget().names[0], toolkit: call.toTarget().toolkitSlug, arguments: hide(value, [], hidden) },
      ...(call.extras !== undefined && { extras: hide(toShown(call.extras, MOST_LEVELS), []) }),
    }));
  }

  /** Judges the result of a call that was sent; null if no hook blocks it; `changed` is its new data. */
  judgeResult(
    { data, error, headers }: Outcome & { headers?: unknown },
    secrets: readonly string[],
  ): Promise<HookBlock | null> {
    const { call } = this;
    const { hidden } = this.within.trace;
    this.changed = undefined;
    return this.judge("after_execute", data ?? null, (value, hide) => ({
      ...{ tool: call.toTarget().names[0], toolkit: call.toTarget().toolkitSlug },
      result: hide({ data: value, error, ...(headers !== undefined && { headers }) }, secrets, hidden),
    }));
  }

  /** The results of the hooks for the answer to a call that they let pass. */
  toFields(): { hook_results?: HookResult[] } {
    return this.results.length === 0 ? {} : { hook_results: this.results };
  }

  private async judge(type: SessionHook["type"], value: unknown, toSubject: ToSubject): Promise<HookBlock | null> {
    const { projectId } = this.within.caller;
    this.covered ??= covering(projectId, this.call, this.baseUrl, hooksOf(this.within.facts));
    const hooks = (await this.covered).filter((hook) => hook.type === type);
    const until = performance.now() + PHASE_MS;
    for (const hook of hooks) {
      const before = this.changed ?? value;
      const timeoutMs = Math.floor(Math.min(limitOf(hook), until - performance.now()));
      const block = this.settle(hook, timeoutMs > 0 ? await this.ask(hook, before, toSubject, timeoutMs) : TOO_LATE);
      if (block) return block;
    }
    return null;
  }

  /** The verdict of one hook. A value that its handler would not see whole has a verdict already. */
  private async ask(hook: SessionHook, before: unknown, toSubject: ToSubject, timeoutMs: number): Promise<HookVerdict> {
    const { projectId } = this.within.caller;
    const secrets = this.isOfProject(hook) ? await findHookSecrets(projectId) : null;
    const about = { projectId, secrets, ...this.facts() };
    // The detector runs on this server, and finds orders to a model under each name and at each level.
    const isDetector = hook.handler.type === "prompt_injection_check";
    try {
      const visible = toShown(before, isDetector ? Infinity : MOST_LEVELS);
      const subject = toSubject(visible, isDetector ? withSecrets : redact);
      return this.checked(hook, await judgeHook(hook, { ...about, subject, before, timeoutMs }));
    } catch (error) {
      if (error instanceof CannotLook) return { kind: "unreadable", why: error.message };
      throw error;
    }
  }

  private isOfProject(hook: SessionHook): boolean {
    return this.within.facts.projectHooks?.includes(hook) ?? false;
  }

  private facts() {
    const { caller, facts, trace } = this.within;
    const { accountId = null, userId = null } = this.call;
    const ids = { project_id: caller.projectId, session_id: facts.sessionId ?? "", log_id: trace.logId };
    return { facts: { ...ids, user_id: userId, connected_account_id: accountId }, signal: facts.signal };
  }

  /** Rejects changes that the tool cannot take. */
  private checked({ type }: SessionHook, verdict: HookVerdict): HookVerdict {
    const { check, reread } = this.call;
    if (verdict.kind !== "modify" || type === "after_execute") return verdict;
    try {
      const value = check ? check(verdict.value) : verdict.value;
      if (reread) {
        const next = reread(value, this.call.arguments);
        if (!next) return CANNOT_CHANGE;
        this.call = next;
        return { kind: "modify", value: next.arguments };
      }
      return this.call.change(value) ? { kind: "modify", value } : CANNOT_CHANGE;
    } catch {
      return CANNOT_CHANGE;
    }
  }

  private settle(hook: SessionHook, verdict: HookVerdict): HookBlock | null {
    const { trace } = this.within;
    this.results.push(toResult(hook, verdict));
    const isBefore = hook.type === "before_execute";
    if (verdict.kind === "modify") this.changed = verdict.value;
    const outcome = verdict.kind === "block" ? (isBefore ? "denied" : "withheld") : OUTCOMES[verdict.kind];
    const { id, name = id, handler } = hook;
    trace.policies = [...(trace.policies ?? []), { id, name, action: `hook: ${handler.type}`, outcome }];
    const isLetThrough = verdict.kind === "unavailable" && hook.on_failure === "continue";
    if (verdict.kind === "continue" || verdict.kind === "modify" || isLetThrough) return null;
    const reason: Reason = { type: isBefore ? "request_blocked" : "response_blocked", hook_id: id };
    const message = toMessage(hook, this.call.slug, verdict, this.isOfProject(hook));
    return { reason, block_reason: reason, message, hook_results: this.results };
  }
}
