/** One decision on all calls that wait. */
import { z } from "zod";
import { afterPiece, PieceResult } from "@/lib/contract/piece-result";
import { operation } from "@/lib/contract/operation";

export const manyApprovalsApi = {
  decideApprovals: operation({
    id: "decideApprovals",
    method: "POST",
    path: "/api/v3/internal/patchbay/approvals/many",
    own: true,
    tag: "Approvals",
    auth: "session",
    permission: "sessions:write",
    audit: "approval.decide_many",
    summary: "Allow once or deny all calls that wait, a piece at a time",
    body: z.object({
      action: z.enum(["once", "deny"]),
      filter: z
        .object({ session_id: z.string().max(200).optional() })
        .meta({ description: "As of the list of waiting calls" }),
      after: afterPiece,
    }),
    response: PieceResult,
  }),
};
