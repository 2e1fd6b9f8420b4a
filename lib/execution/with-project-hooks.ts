/** The hooks of a call: those of its project come before those of its session. */
import { toolReceiverOf, type ToolReceiverOf } from "@/lib/webhooks/tool-calls/set-tool-webhook";
import type { SessionHook } from "./contract";
import type { ExecutionFacts } from "./execution-facts";

const ID = "tool_execution_webhook";

/** The tool-execution webhook of a project as hooks. */
function toProjectHooks({ receiver }: ToolReceiverOf): readonly SessionHook[] {
  if (!receiver) return [];
  const { url, isBefore, isAfter, timeoutSeconds, onFailure } = receiver;
  const hook = {
    id: ID,
    name: "Tool-execution webhook",
    applies_to: "all",
    on_failure: onFailure,
    handler: { type: "webhook", url, timeout_seconds: timeoutSeconds },
  } as const;
  return [
    ...(isBefore ? [{ ...hook, type: "before_execute" } as const] : []),
    ...(isAfter ? [{ ...hook, type: "after_execute" } as const] : []),
  ];
}

/** Adds the hooks of the project to the facts of a call, in place of those of a call that it is a part of. */
export function withProjectHooks(projectId: string, facts: ExecutionFacts): ExecutionFacts | Promise<ExecutionFacts> {
  const add = (loaded: ToolReceiverOf): ExecutionFacts =>
    loaded.receiver || facts.projectHooks ? { ...facts, projectHooks: toProjectHooks(loaded) } : facts;
  const loaded = toolReceiverOf(projectId);
  return loaded instanceof Promise ? loaded.then(add) : add(loaded);
}

/** The hooks of a call, in the order in which they judge it. */
export const hooksOf = ({ hooks = [], projectHooks = [] }: ExecutionFacts): readonly SessionHook[] =>
  projectHooks.length > 0 ? [...projectHooks, ...hooks] : hooks;

/**
 * Facts without progress and questions of a server, if a hook judges the result: they would reach the client before its
 * verdict.
 */
export function withoutMessages(facts: ExecutionFacts): ExecutionFacts {
  if (!hooksOf(facts).some(({ type }) => type === "after_execute")) return facts;
  const { onProgress: _progress, questioner: _questioner, ...rest } = facts;
  return rest;
}

/** The secrets that sign the requests of the project's own hooks; none after its webhook was deleted. */
export async function findHookSecrets(projectId: string): Promise<readonly string[]> {
  const { receiver } = await toolReceiverOf(projectId);
  return receiver?.secrets ?? [];
}
