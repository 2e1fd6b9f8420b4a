/** COMPOSIO_MULTI_EXECUTE_TOOL: several tools at the same time, each as a call of its own. */
import { z } from "zod";
import { findAccountPlaces } from "@/lib/connected-accounts/accounts/account-of-config";
import type { MetaCall, MetaTool } from "../meta-call";
import { readArguments } from "../read-arguments";
import { runItem, type DefaultAccount, type ItemOutcome } from "./run-item";
import { keepWhole } from "./whole-answers";

const Args = z.looseObject({
  tools: z.array(z.unknown()).min(1).max(50),
  sync_response_to_workbench: z.boolean().nullish(),
});

function nextSteps(outcomes: readonly ItemOutcome[], note: string | null): string | null {
  const tools = outcomes.flatMap(({ result, unconnected }) => (unconnected ? [result.tool_slug] : []));
  const connect =
    tools.length > 0
      ? `The user must be connected before these can run; use COMPOSIO_MANAGE_CONNECTIONS: ${[...new Set(tools)].join(", ")}.`
      : null;
  return [connect, note].filter(Boolean).join(" ") || null;
}

/** The account that a call names for all calls within it, and of which toolkit it is. */
export async function toDefault({ session, account: id }: MetaCall): Promise<DefaultAccount | undefined> {
  if (id === undefined) return undefined;
  // An alias is of no single toolkit, so it has none here.
  const [place] = await findAccountPlaces(session.projectId, [id]);
  return { id, ...(place && { toolkitSlug: place.toolkitSlug }) };
}

export const multiExecute: MetaTool = async (args, call) => {
  const { tools, sync_response_to_workbench: sync } = readArguments(Args, args);
  const within = { ...call, defaultAccount: await toDefault(call) };
  const outcomes = await Promise.all(tools.map((given, index) => runItem(given, index, within)));
  const { results, remote_file_info, note } = await keepWhole(
    call.session,
    outcomes.map(({ result }) => result),
    { wanted: sync ?? false, on: { requestId: call.facts.requestId } },
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
  return { data, error: null, successful: true };
};
