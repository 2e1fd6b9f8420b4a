/** `GET /connect/{token}`: shows the page of a link. */
import { brandingOf } from "@/lib/access/projects/branding";
import { noticePage } from "@/lib/hosted-pages/render-frame";
import { connectingTexts } from "@/lib/hosted-pages/texts";
import type { Visitor } from "@/lib/hosted-pages/visitor";
import { ApiError } from "@/lib/kernel/errors";
import { keptForConsent } from "../credentials/connection-values";
import type { ConnectAnswer } from "../pages/deliver-result";
import { toFormState } from "./form-state";
import { readForm } from "./link-answer";
import { openLink } from "./open-link";
import { redirectToProvider } from "./redirect-to-provider";
import { renderLinkPage, renderProblem } from "./render-link-page";
import { type FindConnectionsUrl, showLinkResult } from "./show-link-result";

/**
 * Shows the page of a link without using up the link. If only a consent is needed and the person clicked on one of our
 * own pages, redirects to the provider at once. Otherwise the person is asked first: another site could open the link
 * in a browser that is signed in at the provider, which would then grant access without a question.
 */
export async function showConnect(
  token: string,
  visitor: Visitor,
  findConnectionsUrl: FindConnectionsUrl,
): Promise<ConnectAnswer> {
  const openedLink = await openLink(token, visitor);
  const result = await showLinkResult(openedLink, visitor, findConnectionsUrl);
  if (result) return result;
  if ("problem" in openedLink) return renderProblem(openedLink, visitor);
  const form = readForm(openedLink.link, visitor);
  if (form) return renderLinkPage(openedLink, toFormState(openedLink, form));
  const values = keptForConsent(openedLink.context.scheme, openedLink.values);
  // An address with an answer is a page that the person has already seen, such as a form that was abandoned.
  if (openedLink.link.mode !== "redirect" || !visitor.fromOwnPage || visitor.frame || visitor.answer !== null)
    return renderLinkPage(openedLink, { values, errors: new Map() });
  try {
    return await redirectToProvider(openedLink, values);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const texts = connectingTexts(visitor.language);
    return {
      page: noticePage(error.status, visitor.language, [texts.unavailable[0], error.message, texts.askForHelp], {
        branding: await brandingOf(openedLink.account.projectId),
      }),
    };
  }
}
