/** Shows the result of a link's connection at the link's own address, unless the app takes over. */
import { findToolkit } from "@/lib/catalog/read/find-toolkits";
import type { Visitor } from "@/lib/hosted-pages/visitor";
import { db } from "@/lib/kernel/database/db";
import { now } from "@/lib/kernel/time/clock";
import type { LinkRow } from "../accounts/connect-links";
import type { ConnectResult } from "../pages/callback-url";
import { type ConnectAnswer, deliverResult, openerOriginOf, showsResult, staysHere } from "../pages/deliver-result";
import { answerWithResult, readAnswer } from "./link-answer";
import { type LinkProblem, type OpenedLink, resultTargetOf } from "./open-link";

/** Finishes a form: on the link's page, or at the app. */
export async function finishLink(openedLink: OpenedLink, result: ConnectResult): Promise<ConnectAnswer> {
  const target = resultTargetOf(openedLink);
  return showsResult(target) ? answerWithResult(openedLink, result) : deliverResult(result, target);
}

/** Whether another try can succeed: after a refusal by the person, or while the provider is unreachable. */
export const canTryAgain = (result: ConnectResult): boolean =>
  !result.ok && ["access_denied", "temporarily_unavailable"].includes(result.error);

const isOpen = ({ usedAt, expiresAt }: LinkRow): boolean => usedAt === null && expiresAt > now();

/** The page of the result, if the address names it; also for a link that the connection has used up. */
export async function showLinkResult(
  { link }: OpenedLink | LinkProblem,
  visitor: Visitor,
): Promise<ConnectAnswer | undefined> {
  const answer = link && readAnswer(link, visitor.answer);
  if (!link || answer?.kind !== "end") return undefined;
  const { projectId, accountId, returnTo } = link;
  const account = await db.connectedAccount.findFirst({ where: { projectId, id: accountId } });
  if (!account) return undefined;
  const { language, popup } = visitor;
  const target = {
    projectId,
    toolkit: (await findToolkit(projectId, account.toolkitSlug))?.name ?? account.toolkitSlug,
    callbackUrl: returnTo === null ? account.callbackUrl : null,
    returnTo,
    language,
    openerOrigin: popup ? openerOriginOf(link, account.callbackUrl) : null,
  };
  const again =
    canTryAgain(answer.result) && staysHere(target) && isOpen(link)
      ? `?lang=${language}${popup ? "&popup=1" : ""}`
      : undefined;
  return deliverResult(answer.result, { ...target, again, keep: { answer: String(visitor.answer) } });
}
