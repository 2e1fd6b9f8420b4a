/** How the connection of a link ended: shown at the link's own address, unless the app takes over. */
import { db } from "@/lib/kernel/database/db";
import { now } from "@/lib/kernel/time/clock";
import { findToolkit } from "@/lib/catalog/read/find-toolkits";
import type { LinkRow } from "../accounts/connect-links";
import type { ConnectResult } from "../pages/callback-url";
import { type ConnectAnswer, endsHere, type LoadLook, openerOriginOf, showsEnd, toEnd } from "../pages/deliver-result";
import type { Visitor } from "@/lib/hosted-pages/visitor";
import { answerEnd, readAnswer } from "./link-answers";
import { endOf, type LinkProblem, type OpenedLink } from "./open-link";

/** Ends a form: on the link's page, or at the app. */
export async function endLinkWith(
  opened: OpenedLink,
  result: ConnectResult,
  loadLook: LoadLook,
): Promise<ConnectAnswer> {
  const place = endOf(opened);
  return showsEnd(place) ? answerEnd(opened, result) : toEnd(result, place, loadLook);
}

/** A no, and a provider that is away: both may look different a minute later. */
export const isWorthAnotherTry = (result: ConnectResult): boolean =>
  !result.ok && ["access_denied", "temporarily_unavailable"].includes(result.error);

const isOpen = ({ usedAt, expiresAt }: LinkRow): boolean => usedAt === null && expiresAt > now();

/** The page that tells how it ended, if the address names that; also of a link that was used up by it. */
export async function showEnd(
  { link }: OpenedLink | LinkProblem,
  visitor: Visitor,
  loadLook: LoadLook,
): Promise<ConnectAnswer | undefined> {
  const answer = link && readAnswer(link, visitor.answer);
  if (!link || answer?.kind !== "end") return undefined;
  const { projectId, accountId, returnTo } = link;
  const account = await db.connectedAccount.findFirst({ where: { projectId, id: accountId } });
  if (!account) return undefined;
  const { language, popup } = visitor;
  const place = {
    projectId,
    toolkit: (await findToolkit(projectId, account.toolkitSlug))?.name ?? account.toolkitSlug,
    callbackUrl: returnTo === null ? account.callbackUrl : null,
    returnTo,
    language,
    openerOrigin: popup ? openerOriginOf(link, account.callbackUrl) : null,
  };
  const again =
    isWorthAnotherTry(answer.result) && endsHere(place) && isOpen(link)
      ? `?lang=${language}${popup ? "&popup=1" : ""}`
      : undefined;
  return toEnd(answer.result, { ...place, again, keep: { answer: String(visitor.answer) } }, loadLook);
}
