/** Executes a tool for a request that can ask for a receipt. */
import { beginReceipt, type Execution, signReceipt } from "@/lib/access/audit/sign-receipt";
import type { ProjectCaller } from "@/lib/access/caller";
import { DEFAULT_USER } from "@/lib/connected-accounts/accounts/accounts";
import type { ExecutionInput } from "@/lib/execution/execute-tool";
import type { ExecutionChoice, ExecutionFacts } from "@/lib/execution/execution-facts";
import { runTool, toMetaSlug } from "./run-tool";

/** As `runTool`; an answer to a request with `receipt` has one. The work without a receipt is the same as before. */
export async function runToolWithReceipt(
  caller: ProjectCaller,
  slug: string,
  { receipt, ...input }: ExecutionInput,
  facts: ExecutionFacts,
) {
  if (!receipt) return runTool(caller, slug, input, facts);
  // Before the tool runs: without the key, nothing happens that has no receipt.
  const signer = await beginReceipt(caller);
  try {
    const { answer, ...execution } = await runDescribed(caller, slug, input, facts);
    return { ...answer, receipt: await signReceipt(caller, { ...execution, answer }, signer) };
  } finally {
    signer.leave();
  }
}

async function runDescribed(
  caller: ProjectCaller,
  slug: string,
  input: Omit<ExecutionInput, "receipt">,
  facts: ExecutionFacts,
) {
  let choice: ExecutionChoice | undefined;
  let isReplayed = false;
  const answer = await runTool(caller, slug, input, {
    ...facts,
    // The tools inside a meta tool have accounts of their own.
    ...(toMetaSlug(slug) === undefined && { onChoice: (value: ExecutionChoice) => void (choice = value) }),
    onReplay: () => {
      isReplayed = true;
      facts.onReplay?.();
    },
  });
  return { ...describe(slug, input, choice), isDryRun: input.dry_run ?? false, isReplayed, answer };
}

/** The tool, the user and the account that really ran, as far as this request knows them. */
function describe(slug: string, input: ExecutionInput, choice: ExecutionChoice | undefined) {
  const meta = toMetaSlug(slug);
  const userOfTool = meta === undefined ? choice?.account?.userId : DEFAULT_USER;
  return {
    toolSlug: meta ?? choice?.toolSlug ?? slug,
    userId: input.user_id ?? input.entity_id ?? userOfTool ?? null,
    accountId: choice && (choice.account?.id ?? null),
    // The arguments that a language model found in a text are not what the caller sent.
    ...(!input.arguments && input.text ? { text: input.text } : { arguments: input.arguments ?? {} }),
  } satisfies Partial<Execution>;
}
