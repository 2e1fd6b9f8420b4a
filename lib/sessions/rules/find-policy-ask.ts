/** Finds the policy of the project that asks for an approval of a call. */
import type { ChosenTool } from "@/lib/catalog/read/chosen-tool";
import { chooseAccess } from "@/lib/execution/access/open-access";
import type { ExecutionCaller, ExecutionFacts } from "@/lib/execution/execution-facts";
import { toCallTarget } from "@/lib/execution/to-policed-call";
import { prepareArguments } from "@/lib/execution/request/arguments";
import { ApiError } from "@/lib/kernel/errors";
import type { Values } from "@/lib/kernel/text/is-object";
import { judgeBefore } from "@/lib/policies/judge-before";
import { policiesOf } from "@/lib/policies/project-policies";
import type { Session } from "../session";
import { sessionAccountRules } from "./session-account-rules";

type AskedCall = {
  caller: ExecutionCaller;
  session: Session;
  facts: ExecutionFacts;
  arguments: Values;
  accountOf: (toolkitSlug: string) => string | undefined;
};

/**
 * The rule in the words of an approval; null if no policy asks. A call that another policy denies, or that cannot run,
 * is not asked about: its execution refuses it.
 */
export async function findPolicyAsk(call: AskedCall, { tool, toolkit }: ChosenTool): Promise<string | null> {
  const { session, caller, facts } = call;
  const policies = await policiesOf(session.projectId);
  if (policies.rules.length === 0) return null;
  const covering = policies.covering(tool, () => toCallTarget(tool, toolkit));
  if (!covering.some(({ rule }) => rule.action.type === "ask")) return null;
  try {
    const rules = sessionAccountRules(session, tool.toolkitSlug, call.accountOf(tool.toolkitSlug));
    const args = prepareArguments(tool, call.arguments);
    const { account } = await chooseAccess(session.projectId, toolkit, { userId: session.userId, rules, on: facts });
    const { denial, ask } = judgeBefore(covering, {
      target: toCallTarget(tool, toolkit),
      arguments: args,
      userId: session.userId,
      keyId: caller.by?.keyId,
      accountId: account?.id,
    });
    if (denial || !ask) return null;
    return `the policy "${ask.name}" asks${ask.reason === "" ? "" : `: ${ask.reason}`}`;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return null;
    throw error;
  }
}
