/** Applies the hooks of a session to a call: before anything is sent, and to the result. */
import { redact } from "@/lib/kernel/text/redact";
import { compileAll } from "@/lib/policies/project-policies";
import type { Decision } from "@/lib/policies/policy-call";
import type { HookResult, SessionHook } from "./contract";
import type { ExecutionCaller, ExecutionFacts } from "./execution-facts";
import { judgeHook, type HookVerdict } from "./judge-hook";
import type { PolicedCall } from "./obey-policies";
import type { Outcome } from "./sending/log-execution";
import type { Trace } from "./sending/trace";

type Reason = { type: "request_blocked" | "response_blocked"; hook_id: string };

/** The fields of a blocked call's answer. */
export type HookBlock = { reason: Reason; block_reason: Reason; message: string; hook_results: HookResult[] };

type Within = { caller: ExecutionCaller; facts: ExecutionFacts; trace: Trace };

/** For one hook, and for all hooks before or after a call. */
const HOOK_MS = 10_000;
const PHASE_MS = 30_000;

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
async function covering(projectId: string, call: PolicedCall, hooks: readonly SessionHook[]): Promise<SessionHook[]> {
  const limited = hooks.flatMap(({ id, name = id, applies_to: scope }) =>
    scope === "all"
      ? []
      : [{ id, name, match: { toolkits: scope.toolkits }, action: { type: "deny" }, toolkits: scope.toolkits }],
  );
  if (limited.length === 0) return [...hooks];
  const rules = (await compileAll(projectId, limited)).covering(call.key, call.toTarget);
  const ids = new Set(rules.map(({ rule }) => rule.id));
  return hooks.filter(({ id, applies_to: scope }) => scope === "all" || ids.has(id));
}

const titleOf = ({ name }: SessionHook): string =>
  name === undefined ? "A hook of the session" : `The hook "${name}" of the session`;

function toMessage(hook: SessionHook, slug: string, verdict: HookVerdict): string {
  const title = titleOf(hook);
  const [done, cause] =
    hook.type === "before_execute"
      ? [`blocks ${slug}, which has not run`, "Do not try to reach the same in another way."]
      : [`blocks the result of ${slug}, which has run`, "Do not repeat the call."];
  return verdict.kind === "unavailable"
    ? `${title} could not be evaluated, so it ${done}. ${verdict.why} ${cause}`
    : `${title} ${done}. ${cause}`;
}

const toResult = ({ id }: SessionHook, { kind }: HookVerdict): HookResult =>
  kind === "unavailable" ? { id, status: "unavailable" } : { id, status: "evaluated", outcome: kind };

/** The hooks of the session for one call: their verdicts, for the caller and for the log. */
export class HookRun {
  private readonly results: HookResult[] = [];
  private covered: Promise<SessionHook[]> | undefined;

  constructor(
    private readonly within: Within,
    private readonly call: PolicedCall,
  ) {}

  /** Judges the call before it is sent; null if it can run. */
  judgeCall(): Promise<HookBlock | null> {
    const { slug } = this.call;
    return this.judge("before_execute", (trace) => ({
      tool: slug,
      toolkit: this.call.toTarget().toolkitSlug,
      arguments: redact(this.call.arguments, [], trace.hidden),
      ...(this.call.extras !== undefined && { extras: redact(this.call.extras, []) }),
    }));
  }

  /** Judges the result of a call that was sent; null if no hook blocks it. */
  judgeResult({ data, error }: Outcome, secrets: readonly string[]): Promise<HookBlock | null> {
    return this.judge("after_execute", (trace) => ({
      tool: this.call.slug,
      toolkit: this.call.toTarget().toolkitSlug,
      result: redact({ data: data ?? null, error }, secrets, trace.hidden),
    }));
  }

  /** The results of the hooks for the answer to a call that they let pass. */
  toFields(): { hook_results?: HookResult[] } {
    return this.results.length === 0 ? {} : { hook_results: this.results };
  }

  private async judge(type: SessionHook["type"], toSubject: (trace: Trace) => object): Promise<HookBlock | null> {
    const { caller, facts, trace } = this.within;
    this.covered ??= covering(caller.projectId, this.call, facts.hooks ?? []);
    const hooks = (await this.covered).filter((hook) => hook.type === type);
    if (hooks.length === 0) return null;
    const question = { projectId: caller.projectId, subject: toSubject(trace), signal: facts.signal };
    const until = performance.now() + PHASE_MS;
    for (const hook of hooks) {
      const timeoutMs = Math.min(HOOK_MS, until - performance.now());
      const verdict: HookVerdict =
        timeoutMs > 0
          ? await judgeHook(hook, { ...question, timeoutMs })
          : { kind: "unavailable", why: "The hooks before it took too long." };
      const block = this.settle(hook, verdict);
      if (block) return block;
    }
    return null;
  }

  private settle(hook: SessionHook, verdict: HookVerdict): HookBlock | null {
    const { trace } = this.within;
    this.results.push(toResult(hook, verdict));
    const isBefore = hook.type === "before_execute";
    const blocks = verdict.kind === "block" || (verdict.kind === "unavailable" && hook.on_failure !== "continue");
    const outcomes: Record<HookVerdict["kind"], Decision["outcome"]> = {
      continue: "passed",
      block: isBefore ? "denied" : "withheld",
      unavailable: "failed",
    };
    const { id, name = id, handler } = hook;
    const decision: Decision = { id, name, action: `hook: ${handler.type}`, outcome: outcomes[verdict.kind] };
    trace.policies = [...(trace.policies ?? []), decision];
    if (!blocks) return null;
    const reason: Reason = { type: isBefore ? "request_blocked" : "response_blocked", hook_id: id };
    const message = toMessage(hook, this.call.slug, verdict);
    return { reason, block_reason: reason, message, hook_results: this.results };
  }
}
