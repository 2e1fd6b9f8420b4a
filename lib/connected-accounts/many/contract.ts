/** One action on all connected accounts that match the filters of their list. */
import { z } from "zod";
import { afterPiece, PieceResult } from "@/lib/contract/piece-result";
import { operation } from "@/lib/contract/operation";
import { flagQuery, listQuery } from "@/lib/contract/page";
import { ACCOUNT_STATUSES } from "../constants";

const ids = () => listQuery(z.string().max(500));

export const manyAccountsApi = {
  changeAccounts: operation({
    id: "changeConnectedAccounts",
    method: "POST",
    path: "/api/v3/internal/patchbay/connected_accounts/many",
    own: true,
    tag: "Connected Accounts",
    auth: "project",
    permission: "connected_accounts:write",
    audit: "connected_account.change_many",
    summary: "Disable or delete all connected accounts that match a filter, a piece at a time",
    body: z.object({
      action: z.enum(["disable", "delete"]),
      filter: z
        .object({
          toolkit_slugs: listQuery(z.string().max(500).toLowerCase()),
          statuses: listQuery(z.enum(ACCOUNT_STATUSES)),
          user_ids: ids(),
          auth_config_ids: ids(),
          ever_active: flagQuery,
        })
        .meta({ description: "As of the list" }),
      after: afterPiece,
    }),
    response: PieceResult,
  }),
};
