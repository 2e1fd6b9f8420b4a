/** API operations for proofs: whether a provider still accepts an account's credentials, and whose they are. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { idParam } from "@/lib/contract/texts";

/** The account's user at the provider; each field only if the provider returns it. */
export const CurrentUserInfo = z
  .object({ id: z.string().optional(), name: z.string().optional(), email: z.string().optional() })
  .meta({ id: "CurrentUserInfo" });

export const accountProofApi = {
  checkConnectedAccount: operation({
    id: "checkConnectedAccount",
    method: "POST",
    path: "/api/v3/internal/patchbay/connected_accounts/{nanoid}/check",
    summary: "Ask the provider now whether it accepts an account's credentials, and whose they are",
    tag: "Connected Accounts",
    auth: "project",
    permission: "connected_accounts:write",
    audit: "connected_account.check",
    own: true,
    description:
      "Sends the toolkit's request for the signed-in user. A refusal stands in the account's history and changes nothing else.",
    params: z.object({ nanoid: idParam("Id of the connected account, ca_...") }),
    response: z.object({
      /** not_checked: the toolkit names no request to ask with. */
      result: z.enum(["accepted", "refused", "unclear", "not_checked"]),
      message: z.string(),
      current_user_info: CurrentUserInfo.nullable(),
    }),
  }),
};
