/** Signs what one execution was: who called which tool, with what, and what came back. Anyone can verify it later. */
import { actorOf, type ProjectCaller } from "../caller";
import { now } from "@/lib/kernel/time/clock";
import { signingKey, signStatement } from "./signing-key";
import { toCanonicalJson } from "./to-canonical-json";
import { sha256Hex } from "./to-link";

const RECEIPT_FORMAT = "patchbay-receipt-1";

export type Execution = {
  toolSlug: string;
  userId: string | null;
  accountId: string | null;
  /** As the caller sent them; only their hash is in the receipt. */
  arguments: unknown;
  answer: { log_id: string; successful: boolean; error: string | null; data: unknown };
};

/** The receipt of an execution. Arguments and results are in it as SHA-256 hashes of their canonical JSON alone. */
export async function signReceipt(caller: ProjectCaller, { answer, ...execution }: Execution) {
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
    connected_account_id: execution.accountId,
    log_id: answer.log_id,
    successful,
    arguments_sha256: sha256Hex(toCanonicalJson(execution.arguments)),
    result_sha256: sha256Hex(toCanonicalJson({ data, error, successful })),
    at: now().toISOString(),
  };
  return signStatement(receipt, await signingKey());
}
