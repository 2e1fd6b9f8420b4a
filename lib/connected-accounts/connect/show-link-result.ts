/** Shows the result of a link's connection at the link's own address, unless the app takes over. */
import { findToolkit } from "@/lib/catalog/read/find-toolkits";
import { logoUrl } from "@/lib/catalog/read/wire";
import type { MarkedToolkit } from "@/lib/hosted-pages/to-marks";
import type { Visitor } from "@/lib/hosted-pages/visitor";
import { db } from "@/lib/kernel/database/db";
import { now } from "@/lib/kernel/time/clock";
import type { LinkRow } from "../accounts/connect-links";
import type { ConnectResult } from "../pages/callback-url";
import { type ConnectAnswer, deliverResult, openerOriginOf, showsResult, staysHere } from "../pages/deliver-result";
import { answerWithResult, readResult } from "./link-answer";
import { findOwnerName } from "./find-owner-name";
import { type LinkProblem, type OpenedLink, resultTargetOf } from "./open-link";

/** Finishes a form: on the link's page, or at the app. A frame gets the page itself, because it can lack cookies. */
export async function finishLink(openedLink: OpenedLink, result: ConnectResult): Promise<ConnectAnswer> {
  const target = resultTargetOf(openedLink);
  return showsResult(target) && !target.framedBy ? answerWithResult(openedLink, result) : deliverResult(result, target);
}

/** Whether another try can succeed: after a refusal by the person, or while the provider is unreachable. */
export const canTryAgain = (result: ConnectResult): boolean =>
  !result.ok && ["access_denied", "temporarily_unavailable"].includes(result.error);

const isOpen = ({ usedAt, expiresAt }: LinkRow): boolean => usedAt === null && expiresAt > now();

/** The name and the picture of a toolkit, also of a deleted one. */
export async function findMark(projectId: string, slug: string): Promise<MarkedToolkit> {
  const toolkit = await findToolkit(projectId, slug);
  return toolkit ? { name: toolkit.name, logo: logoUrl(toolkit) } : { name: slug, logo: "" };
}

/** Finds the page on which a user sees their connections; null if no way there is known. */
export type FindConnectionsUrl = (projectId: string, userId: string) => Promise<string | null>;

/**
 * The page of the result, for the browser in which the connection ended: at its own address, and at that of the link
 * once it is used up. Everybody else sees that the link does not work any more.
 */
export async function showLinkResult(
  { link, framedBy }: OpenedLink | LinkProblem,
  visitor: Visitor,
  findConnectionsUrl: FindConnectionsUrl,
): Promise<ConnectAnswer | undefined> {
  const answer = link && readResult(link, visitor);
  if (!link || !answer) return undefined;
  const { projectId, accountId, returnTo } = link;
  const account = await db.connectedAccount.findFirst({ where: { projectId, id: accountId } });
  if (!account) return undefined;
  const { language, popup } = visitor;
  const { result, isOwn } = answer;
  const target = {
    projectId,
    toolkit: await findMark(projectId, account.toolkitSlug),
    callbackUrl: returnTo === null ? account.callbackUrl : null,
    returnTo,
    language,
    openerOrigin: popup || framedBy ? openerOriginOf(link, account.callbackUrl) : null,
    framedBy,
    ...(result.ok &&
      isOwn && {
        account: await findOwnerName(account),
        connectionsUrl: await findConnectionsUrl(projectId, account.userId),
      }),
  };
  const again =
    canTryAgain(result) && staysHere(target) && isOpen(link)
      ? `?lang=${language}${popup ? "&popup=1" : ""}`
      : undefined;
  const keep = { ...(visitor.answer !== null && { answer: String(visitor.answer) }), ...(popup && { popup: "1" }) };
  return deliverResult(result, { ...target, again, keep });
}
