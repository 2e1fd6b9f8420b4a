/** The report of leaked keys in the API. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { MAX_ID } from "@/lib/contract/texts";

/** The most keys in one report. */
const MAX_REPORTED = 100;

export const leakedKeysApi = {
  reportLeakedKeys: operation({
    id: "apiKeyRevocation.create",
    method: "POST",
    path: "/api/v3/api_key_revocation",
    tag: "API keys",
    auth: "none",
    permission: "public",
    audit: "none",
    summary: "Revoke keys that were found in public",
    description:
      "For whoever finds a key where it does not belong: each key is revoked within seconds. " +
      "The answer is the same whether a key exists or not.",
    body: z.object({
      api_keys: z
        .array(z.string().trim().max(MAX_ID))
        .min(1, "must hold one key at least")
        .max(MAX_REPORTED, `must hold ${MAX_REPORTED} keys at most`),
    }),
    response: z.object({ received: z.boolean() }),
  }),
};
