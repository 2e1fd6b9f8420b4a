/** Signs what one execution was: who called which tool, with what, and what came back. Anyone can verify it later. */
import { actorOf, type ProjectCaller } from "../caller";
import { now } from "@/lib/kernel/time/clock";
import { joinReceipts, type ReceiptSigner } from "./join-receipts";
import { signingKey } from "./signing-key";
import { toCanonicalJson } from "./to-canonical-json";
import { sha256Hex } from "./to-link";

const RECEIPT_FORMAT = "patchbay-receipt-2";

export type Execution = {
  toolSlug: string;
  userId: string | null;
  /** Null for a tool without an account; absent if the request does not know it. */
  accountId?: string | null | undefined;
  /** Nothing was sent to a provider. */
  isDryRun: boolean;
  /** The answer is that of an earlier request with the same Idempotency-Key. */
  isReplayed: boolean;
  /** As the caller sent them; only their hash is in the receipt. Absent if the caller sent a text instead. */
  arguments?: unknown;
  text?: string;
  answer: { log_id: string; successful: boolean; error: string | null; data: unknown };
};

/** Before an execution that gets a receipt, and not inside a transaction. */
export const beginReceipt = async ({ organizationId }: ProjectCaller): Promise<ReceiptSigner> =>
  joinReceipts(organizationId, RECEIPT_FORMAT, await signingKey());

/** The receipt of an execution. Arguments and results are in it as SHA-256 hashes of their canonical JSON alone. */
export async function signReceipt(caller: ProjectCaller, { answer, ...execution }: Execution, signer: ReceiptSigner) {
  const { successful, error, data } = answer;
  const receipt = {
    type: "receipt" as const,
    format: RECEIPT_FORMAT,
    organization_id: caller.organizationId,
    project_id: caller.projectId,
    actor_kind: caller.by.kind,
    actor_id: actorOf(caller),
    tool_slug: execution.toolSlug,
    user_id: execution.userId,
    ...(execution.accountId !== undefined && { connected_account_id: execution.accountId }),
    dry_run: execution.isDryRun,
    replayed: execution.isReplayed,
    log_id: answer.log_id,
    successful,
    ...(execution.text === undefined
      ? { arguments_sha256: sha256Hex(toCanonicalJson(execution.arguments)) }
      : { text_sha256: sha256Hex(execution.text) }),
    result_sha256: sha256Hex(toCanonicalJson({ data, error, successful })),
    at: now().toISOString(),
  };
  return { ...receipt, ...(await signer.sign(toCanonicalJson(receipt))) };
}
