/** Opens the link behind a connect page, with everything that its pages need. */
import { db } from "@/lib/kernel/database/db";
import { logoUrl } from "@/lib/catalog/read/wire";
import { ApiError } from "@/lib/kernel/errors";
import type { Visitor } from "@/lib/hosted-pages/visitor";
import { openAccountValues, type AccountValues } from "../account-values";
import type { ConnectedAccount } from "../accounts/accounts";
import { findLink, type LinkRow } from "../accounts/connect-links";
import { requireContext, type ConnectionContext } from "../credentials/connection-context";
import { findFrameOrigin } from "./find-frame-origin";
import { openerOriginOf, type ResultTarget } from "../pages/deliver-result";

/** Why a link does not work. `projectId` is undefined for a link that this server did not make. */
export type LinkProblem = {
  problem: "unknown" | "expired" | "used" | "unavailable";
  projectId?: string;
  link?: LinkRow;
  framedBy?: string | undefined;
};

/** A link that works. */
export type OpenedLink = {
  link: LinkRow;
  token: string;
  account: ConnectedAccount;
  context: ConnectionContext;
  values: AccountValues;
  visitor: Visitor;
  openerOrigin: string | null;
  /** The origin whose page frames the connect page. */
  framedBy: string | undefined;
};

/** Opens a link without using it up. */
export async function openLink(token: string, visitor: Visitor): Promise<OpenedLink | LinkProblem> {
  const result = await findLink(token);
  const framedBy = await findFrameOrigin("link" in result ? result.link : undefined, visitor);
  if ("problem" in result) return { ...result, framedBy };
  const { link } = result;
  const { projectId, accountId } = link;
  const account = await db.connectedAccount.findFirst({ where: { id: accountId, projectId } });
  if (!account) return { problem: "unavailable", projectId, framedBy };
  try {
    const context = await requireContext(projectId, account.authConfigId);
    const openerOrigin = visitor.popup || framedBy ? openerOriginOf(link, account.callbackUrl) : null;
    const values = openAccountValues(projectId, accountId, account.credentials);
    return { link, token, account, context, values, visitor, openerOrigin, framedBy };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { problem: "unavailable", projectId, framedBy };
  }
}

/** Where the person goes at the end of the connection. */
export const resultTargetOf = ({
  account,
  link,
  visitor,
  openerOrigin,
  context,
  framedBy,
}: OpenedLink): ResultTarget => ({
  projectId: account.projectId,
  toolkit: { name: context.toolkit.name, logo: logoUrl(context.toolkit) },
  callbackUrl: link.returnTo === null ? account.callbackUrl : null,
  returnTo: link.returnTo,
  language: visitor.language,
  openerOrigin,
  framedBy,
});
