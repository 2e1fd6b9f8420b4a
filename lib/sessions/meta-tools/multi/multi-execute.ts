/** COMPOSIO_MULTI_EXECUTE_TOOL: several tools at the same time, each as a separate call. */
import { z } from "zod";
import { findAccountConfigs } from "@/lib/connected-accounts/accounts/find-account-of-config";
import { newToken } from "@/lib/kernel/ids";
import { policyOf } from "../../rules/read-policy";
import { fingerprintOf } from "../../approvals/request-state";
import { approvalUrl } from "../../approvals/announce-call";
import { inboxUrl } from "../../approvals/wire";
import { asksAnything } from "../../rules/judge-call";
import type { Asks, MetaCall, MetaTool } from "../meta-call";
import { readArguments } from "../read-arguments";
import { boundAnswers } from "../../answers/bound-answers";
import { runItem, type DefaultAccount, type ItemOutcome } from "./run-item";
import { keepWhole } from "../../answers/keep-whole";

const Args = z.looseObject({
  tools: z.array(z.unknown()).min(1).max(50),
  sync_response_to_workbench: z.boolean().nullish(),
});

/**
 * The key under which each call is executed once. If some calls can wait, the others must not run again when the client
 * repeats the whole call after a decision.
 */
async function batchOf({ caller, session, facts, repeated }: MetaCall): Promise<string | undefined> {
  // The state comes first: with a new key of the repeated request, all of them would run again.
  const batchKey = repeated?.state.batch ?? facts.idempotencyKey;
  if (batchKey !== undefined) return batchKey;
  return asksAnything(session, await policyOf(caller.projectId)) ? newToken("batch_") : undefined;
}

/** The questions for the client; undefined if no call waits. */
function asksOf(
  outcomes: readonly ItemOutcome[],
  { caller, repeated }: MetaCall,
  batch: string | undefined,
): Asks | undefined {
  const requests = outcomes.flatMap(({ result: { index, response } }) =>
    Object.entries(response?.input_requests ?? {}).map(([id, request]) => ({ index, id, request })),
  );
  const [first] = requests;
  if (!first || batch === undefined) return undefined;
  const waiting = requests.map(({ index, id }) => [String(index), id] as const);
  return {
    input_requests: Object.fromEntries(requests.map(({ id, request }) => [id, request])),
    batch,
    calls: { ...repeated?.state.calls, ...Object.fromEntries(waiting) },
    approval_url: requests.length === 1 ? approvalUrl(caller.projectId, first.id) : inboxUrl(),
  };
}

/** For each call, the number of equal calls before it. */
function nthOf(tools: readonly unknown[]): number[] {
  const counts = new Map<string, number>();
  return tools.map((call) => {
    const print = fingerprintOf([call]);
    const nth = counts.get(print) ?? 0;
    counts.set(print, nth + 1);
    return nth;
  });
}

function nextSteps(outcomes: readonly ItemOutcome[], note: string | null): string | null {
  const tools = outcomes.flatMap(({ result, unconnected }) => (unconnected ? [result.tool_slug] : []));
  const connect =
    tools.length > 0
      ? `The user must be connected before these can run; use COMPOSIO_MANAGE_CONNECTIONS: ${[...new Set(tools)].join(", ")}.`
      : null;
  const waits = outcomes.filter(({ result }) => result.response?.result_type === "input_required").length;
  const decide =
    waits > 0
      ? `${waits} calls wait for an approval: see their errors, and repeat only these once it was given.`
      : null;
  return [connect, decide, note].filter(Boolean).join(" ") || null;
}

/** The account that a call names for all its inner calls, with the account's toolkit. */
export async function toDefault({ session, account: id }: MetaCall): Promise<DefaultAccount | undefined> {
  if (id === undefined) return undefined;
  // An alias belongs to no single toolkit, so it has no toolkit here.
  const [place] = await findAccountConfigs(session.projectId, [id]);
  return { id, ...(place && { toolkitSlug: place.toolkitSlug }) };
}

export const multiExecute: MetaTool = async (args, call) => {
  const { tools, sync_response_to_workbench: sync } = readArguments(Args, args);
  const [key, defaultAccount] = await Promise.all([batchOf(call), toDefault(call)]);
  const within = { ...call, defaultAccount };
  const nth = nthOf(tools);
  const bound = boundAnswers(call.session, { requestId: call.facts.requestId });
  const outcomes = await Promise.all(
    tools.map((input, index) => runItem(input, { index, nth: nth[index] ?? 0, key }, within).then(bound)),
  );
  const { results, remote_file_info, note } = await keepWhole(
    call.session,
    outcomes.map(({ result }) => result),
    { asFile: sync ?? false, whole: call.offloads === false, on: { requestId: call.facts.requestId } },
  );
  const failed = results.filter(({ error }) => error !== null).length;
  const data = {
    results,
    total_count: results.length,
    success_count: results.length - failed,
    error_count: failed,
    remote_file_info,
    next_steps: nextSteps(outcomes, note),
  };
  const asks = asksOf(outcomes, call, key);
  return { data, error: null, successful: true, ...(asks && { asks }) };
};
