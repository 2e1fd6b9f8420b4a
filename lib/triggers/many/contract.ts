/** One action on all triggers that match the filters of their list. */
import { z } from "zod";
import { afterPiece, PieceResult } from "@/lib/contract/piece-result";
import { operation } from "@/lib/contract/operation";
import { flagQuery, listQuery } from "@/lib/contract/page";

const ids = () => listQuery(z.string().max(200));

export const manyTriggersApi = {
  changeTriggers: operation({
    id: "changeTriggers",
    method: "POST",
    path: "/api/v3/internal/patchbay/triggers/many",
    own: true,
    tag: "Triggers",
    auth: "project",
    permission: "triggers:write",
    audit: "trigger.change_many",
    summary: "Enable, disable or delete all triggers that match a filter, a piece at a time",
    body: z.object({
      action: z.enum(["enable", "disable", "delete"]),
      filter: z
        .object({
          user_ids: ids(),
          connected_account_ids: ids(),
          trigger_names: ids(),
          toolkit_slugs: ids(),
          show_disabled: flagQuery,
        })
        .meta({ description: "As of the list" }),
      after: afterPiece,
    }),
    response: PieceResult,
  }),
};
