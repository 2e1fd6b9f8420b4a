/** Writes down that a call which can change something is about to be sent, so that it is in the log in any case. */
import type { ResolvedAccount } from "@/lib/connected-accounts/accounts/accounts";
import { beginCall } from "@/lib/logs/begin-call";
import type { ExecutionSnapshot } from "./log-execution";

type Sending = Pick<ExecutionSnapshot, "caller" | "facts" | "trace"> & { account?: ResolvedAccount | undefined };

/** @param userId that the caller sent */
export function beginSending(
  { caller, facts, trace, account }: Sending,
  subject: ExecutionSnapshot["subject"],
  userId: string | undefined,
): void {
  // Without spreads, as in `logExecution`.
  beginCall({
    id: trace.logId,
    projectId: caller.projectId,
    startedAt: trace.startedAt,
    toolSlug: subject.toolSlug,
    toolkitSlug: subject.toolkitSlug,
    kind: subject.kind,
    version: subject.version,
    calledAs: subject.calledAs,
    userId: account?.userId ?? userId,
    accountId: account?.id,
    authConfigId: account?.authConfigId,
    sessionId: trace.sessionId ?? facts.sessionId,
    mcpServerId: facts.mcpServerId,
    apiKeyId: caller.by?.keyId,
    requestId: facts.requestId,
    parent: facts.parent,
    source: facts.source,
    approval: facts.approval,
  });
}
