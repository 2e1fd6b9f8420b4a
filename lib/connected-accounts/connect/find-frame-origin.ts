/** The app that can show the pages of a link in a frame. */
import { requireProject } from "@/lib/access/projects/projects";
import type { Visitor } from "@/lib/hosted-pages/visitor";
import { db } from "@/lib/kernel/database/db";
import type { LinkRow } from "../accounts/connect-links";
import { openerOriginOf } from "../pages/deliver-result";

/**
 * The origin that gets the link's result, if the project lists it; undefined if no page can frame the link's pages.
 * Other apps of the project cannot show the link, so that nobody has a connection of another app's user made by a
 * covered click.
 */
export async function findFrameOrigin(link: LinkRow | undefined, { frame }: Visitor): Promise<string | undefined> {
  if (!frame || !link) return undefined;
  const { projectId, accountId } = link;
  const account = await db.connectedAccount.findFirst({
    where: { projectId, id: accountId },
    select: { callbackUrl: true },
  });
  const origin = account && openerOriginOf(link, account.callbackUrl);
  const { config } = await requireProject(projectId);
  return origin && config.frameOrigins?.includes(origin) ? origin : undefined;
}
