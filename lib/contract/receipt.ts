/** The receipt of an execution on the wire. Pure. */
import { z } from "zod";

/** A signed statement of one execution, which anyone can verify with the server's public keys. */
export const Receipt = z
  .object({
    type: z.literal("receipt"),
    format: z.string(),
    organization_id: z.string(),
    project_id: z.string(),
    actor_kind: z.string(),
    actor_id: z.string(),
    tool_slug: z.string(),
    user_id: z.string().nullable(),
    /** Absent if this request does not know it: of a meta tool, and of the answer of an earlier request. */
    connected_account_id: z.string().nullable().optional(),
    /** Nothing was sent to a provider. */
    dry_run: z.boolean(),
    /** The answer is that of an earlier request with the same Idempotency-Key. */
    replayed: z.boolean(),
    log_id: z.string(),
    successful: z.boolean(),
    /** SHA-256 (hex) of the canonical JSON of the arguments, as they were sent. */
    arguments_sha256: z.string().optional(),
    /** SHA-256 (hex) of the text that was sent instead of arguments. */
    text_sha256: z.string().optional(),
    /** SHA-256 (hex) of the canonical JSON of {data, error, successful} of the answer. */
    result_sha256: z.string(),
    at: z.iso.datetime(),
    /** Where the receipt is in the tree of those that were signed together, and the hashes from it to the root. */
    tree: z.object({
      root: z.string(),
      size: z.number().int(),
      index: z.number().int(),
      path: z.array(z.string()),
    }),
    key_id: z.string(),
    /** Of the root. */
    signature: z.string(),
  })
  .meta({ id: "Receipt" });
