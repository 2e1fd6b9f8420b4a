/** Executes a tool for a request that can ask for a receipt. */
import { signReceipt } from "@/lib/access/audit/sign-receipt";
import type { ProjectCaller } from "@/lib/access/caller";
import type { ExecutionInput } from "@/lib/execution/execute-tool";
import type { ExecutionFacts } from "@/lib/execution/execution-facts";
import { runTool } from "./run-tool";

/** As `runTool`; an answer to a request with `receipt` has one. The work without a receipt is the same as before. */
export async function runToolWithReceipt(
  caller: ProjectCaller,
  slug: string,
  { receipt, ...input }: ExecutionInput,
  facts: ExecutionFacts,
) {
  if (!receipt) return runTool(caller, slug, input, facts);
  let accountId = input.connected_account_id ?? null;
  const onAccount = (id: string) => void (accountId = id);
  const answer = await runTool(caller, slug, input, { ...facts, onAccount });
  const userId = input.user_id ?? input.entity_id ?? null;
  const execution = { toolSlug: slug, userId, accountId, arguments: input.arguments ?? {}, answer };
  return { ...answer, receipt: await signReceipt(caller, execution) };
}
