/** The page of a sign-in link: who signs in where, and one button. */
import {
  type Branding,
  lookOf,
  noticePage,
  renderFrame,
  toHead,
  type Page,
} from "@/lib/connected-accounts/pages/frame";
import { fillHtml, html, joined } from "@/lib/connected-accounts/pages/html";
import { fillText, type Language, textsOf } from "@/lib/connected-accounts/pages/texts";
import { consumeLink, openLink, type OpenedLink } from "./links";

const NOTICES = {
  unknown: [404, "signInUnknown"],
  expired: [410, "signInExpired"],
  used: [410, "signInUsed"],
} as const;

function notice(state: keyof typeof NOTICES, language: Language): Page {
  const [status, text] = NOTICES[state];
  return noticePage(status, language, textsOf(language)[text]);
}

type Ready = Extract<OpenedLink, { state: "ready" }>;

function toPage({ userId, returnTo }: Ready, branding: Branding, language: Language): Page {
  const texts = textsOf(language);
  const app = branding.name;
  return renderFrame({
    status: 200,
    language,
    title: `${texts.signIn} · ${app}`,
    body: joined([
      toHead(branding),
      html`<h1>${texts.signIn}</h1>`,
      html`<p>${fillHtml(texts.signInAs, { app, user: html`<b>${userId}</b>` })}</p>`,
      html`<form method="post"><button type="submit">${texts.signIn}</button></form>`,
      html`<footer>${fillText(texts.signInFooter, { app })}</footer>`,
    ]),
    ...lookOf(branding),
    goesTo: returnTo ? [returnTo] : [],
    languages: { popup: false },
  });
}

export async function showSignIn(
  token: string,
  language: Language,
  brandingOf: (projectId: string) => Promise<Branding>,
): Promise<{ page: Page }> {
  const link = await openLink(token);
  const { state } = link;
  return {
    page: state === "ready" ? toPage(link, await brandingOf(link.projectId), language) : notice(state, language),
  };
}

export type SignedIn = { page: Page } | { redirectTo: string };

/** @returns what the browser shows next, and its cookie where the link was good */
export async function submitSignIn(token: string, language: Language): Promise<{ answer: SignedIn; cookie?: string }> {
  const link = await openLink(token);
  if (link.state !== "ready") return { answer: { page: notice(link.state, language) } };
  const cookie = await consumeLink(token);
  if (!cookie) return { answer: { page: notice("used", language) } };
  const answer = link.returnTo
    ? { redirectTo: link.returnTo }
    : { page: noticePage(200, language, textsOf(language).signedIn) };
  return { answer, cookie };
}
