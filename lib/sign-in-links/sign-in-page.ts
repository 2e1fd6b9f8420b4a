/** The page of a sign-in link: who signs in where, and one button. */
import { type Branding, lookOf, noticePage, renderFrame, toHead, type Page } from "@/lib/hosted-pages/render-frame";
import { fillHtml, html, joined } from "@/lib/hosted-pages/html";
import { fillText, type Language, textsOf } from "@/lib/hosted-pages/texts";
import { consumeLink, findEndUser, openLink, type OpenedLink } from "./links";

const NOTICES = {
  unknown: [404, "signInUnknown"],
  expired: [410, "signInExpired"],
  used: [410, "signInUsed"],
} as const;

type BrandingOf = (projectId: string) => Promise<Branding>;
type Stale = Exclude<OpenedLink, { state: "ready" }>;

async function notice(link: Stale, language: Language, brandingOf: BrandingOf): Promise<Page> {
  const [status, text] = NOTICES[link.state];
  const branding = link.state === "unknown" ? undefined : await brandingOf(link.projectId);
  return noticePage(status, language, textsOf(language)[text], { branding, languages: {} });
}

/** Whether a used link made this browser, or another one did it for the same user: then there is nothing to do. */
async function isSignedIn(link: Stale, cookie: string | null): Promise<boolean> {
  if (link.state !== "used") return false;
  const signedIn = await findEndUser(cookie);
  return signedIn?.projectId === link.projectId && signedIn.userId === link.userId;
}

const toNext = (returnTo: string | null, language: Language): SignedIn =>
  returnTo
    ? { redirectTo: returnTo }
    : { page: noticePage(200, language, textsOf(language).signedIn, { languages: {} }) };

/** The answer to a link that signs nobody in any more. */
const toStale = async (link: Stale, { cookie, language }: Visit, brandingOf: BrandingOf): Promise<SignedIn> =>
  link.state === "used" && (await isSignedIn(link, cookie))
    ? toNext(link.returnTo, language)
    : { page: await notice(link, language, brandingOf) };

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
    languages: {},
  });
}

/** What a browser comes with; `cookie` stands for a user. */
export type Visit = { language: Language; cookie: string | null };
export type SignedIn = { page: Page } | { redirectTo: string };

export async function showSignIn(token: string, visit: Visit, brandingOf: BrandingOf): Promise<SignedIn> {
  const link = await openLink(token);
  if (link.state !== "ready") return toStale(link, visit, brandingOf);
  return { page: toPage(link, await brandingOf(link.projectId), visit.language) };
}

/** @returns what the browser shows next, and its cookie where the link was good */
export async function submitSignIn(
  token: string,
  visit: Visit,
  brandingOf: BrandingOf,
): Promise<{ answer: SignedIn; cookie?: string }> {
  const link = await openLink(token);
  if (link.state !== "ready") return { answer: await toStale(link, visit, brandingOf) };
  const cookie = await consumeLink(token);
  if (cookie) return { answer: toNext(link.returnTo, visit.language), cookie };
  return { answer: await toStale({ ...link, state: "used" }, visit, brandingOf) };
}
