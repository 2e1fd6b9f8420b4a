/** The page of a sign-in link: who signs in where, and one button. */
import { type Branding, brandingOf } from "@/lib/access/projects/branding";
import { toHead } from "@/lib/hosted-pages/to-marks";
import { lookOf, noticePage, renderFrame, type Page } from "@/lib/hosted-pages/render-frame";
import { fillHtml, html, joined } from "@/lib/hosted-pages/html";
import { fillText, connectingTexts } from "@/lib/hosted-pages/texts";
import type { Language } from "@/lib/hosted-pages/languages";
import { consumeLink, findEndUser, openLink, type OpenedLink } from "./links";

const NOTICES = {
  unknown: [404, "signInUnknown"],
  expired: [410, "signInExpired"],
  used: [410, "signInUsed"],
} as const;

type Stale = Exclude<OpenedLink, { state: "ready" }>;

async function renderNotice(link: Stale, language: Language): Promise<Page> {
  const [status, text] = NOTICES[link.state];
  const branding = link.state === "unknown" ? undefined : await brandingOf(link.projectId);
  return noticePage(status, language, connectingTexts(language)[text], { branding, languages: {} });
}

/** Whether this browser is signed in as the link's user already: by the used link, or by another one. */
async function isSignedIn(link: Stale, cookie: string | null): Promise<boolean> {
  if (link.state !== "used") return false;
  const signedIn = await findEndUser(cookie);
  return signedIn?.projectId === link.projectId && signedIn.userId === link.userId;
}

const toNext = (returnTo: string | null, language: Language): SignedIn =>
  returnTo
    ? { redirectTo: returnTo }
    : { page: noticePage(200, language, connectingTexts(language).signedIn, { languages: {} }) };

/** The answer to a link that signs nobody in any more. */
const toStale = async (link: Stale, { cookie, language }: Visit): Promise<SignedIn> =>
  link.state === "used" && (await isSignedIn(link, cookie))
    ? toNext(link.returnTo, language)
    : { page: await renderNotice(link, language) };

type Ready = Extract<OpenedLink, { state: "ready" }>;

function toPage({ userId, returnTo }: Ready, branding: Branding, language: Language): Page {
  const texts = connectingTexts(language);
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
    languages: {},
  });
}

/** The request of a browser; `cookie` identifies the user. */
export type Visit = { language: Language; cookie: string | null };
export type SignedIn = { page: Page } | { redirectTo: string };

export async function showSignIn(token: string, visit: Visit): Promise<SignedIn> {
  const link = await openLink(token);
  if (link.state !== "ready") return toStale(link, visit);
  return { page: toPage(link, await brandingOf(link.projectId), visit.language) };
}

/** @returns the page or redirect, and the cookie of the user if the link was valid */
export async function submitSignIn(token: string, visit: Visit): Promise<{ answer: SignedIn; cookie?: string }> {
  const link = await openLink(token);
  if (link.state !== "ready") return { answer: await toStale(link, visit) };
  const cookie = await consumeLink(token);
  if (cookie) return { answer: toNext(link.returnTo, visit.language), cookie };
  return { answer: await toStale({ ...link, state: "used" }, visit) };
}
