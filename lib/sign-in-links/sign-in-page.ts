/** The page of a sign-in link: who signs in where, and one button. */
import { noticePage, renderFrame, type Page } from "@/lib/connected-accounts/pages/frame";
import { html, joined } from "@/lib/connected-accounts/pages/html";
import { consumeLink, openLink, type OpenedLink } from "./links";

const AGAIN = "Go back to the app you came from and sign in there again.";
const NOTICES = {
  unknown: ["This link does not work", "The address is not one that we made, or it was cut off.", AGAIN],
  expired: ["This link has expired", "Sign-in links work for a short time.", AGAIN],
  used: ["This link was used already", "Each link signs you in once.", AGAIN],
} as const;

const notice = (state: keyof typeof NOTICES): Page => noticePage(state === "unknown" ? 404 : 410, "en", NOTICES[state]);

export type Branding = { name: string; logoUrl?: string; accent?: string };

type Ready = Extract<OpenedLink, { state: "ready" }>;

/** The name and the logo of the app at the head of a page. */
export const toHead = ({ name, logoUrl }: Branding) =>
  html`<p class="who">${logoUrl ? html`<img src="${logoUrl}" alt="">` : ""}<span>${name}</span></p>`;

function toPage({ userId, returnTo }: Ready, branding: Branding): Page {
  return renderFrame({
    status: 200,
    language: "en",
    title: `Sign in · ${branding.name}`,
    body: joined([
      toHead(branding),
      html`<h1>Sign in</h1>`,
      html`<p>You are about to sign in to ${branding.name} as <b>${userId}</b>, in this browser, for one hour.</p>`,
      html`<form method="post"><button type="submit">Sign in</button></form>`,
      html`<footer>Go on only if you came here from ${branding.name} and this is you.</footer>`,
    ]),
    images: branding.logoUrl ? [branding.logoUrl] : [],
    goesTo: returnTo ? [returnTo] : [],
    accent: branding.accent,
  });
}

export async function showSignIn(
  token: string,
  brandingOf: (projectId: string) => Promise<Branding>,
): Promise<{ page: Page }> {
  const link = await openLink(token);
  return { page: link.state === "ready" ? toPage(link, await brandingOf(link.projectId)) : notice(link.state) };
}

export type SignedIn = { page: Page } | { redirectTo: string };

/** @returns what the browser shows next, and its cookie where the link was good */
export async function submitSignIn(token: string): Promise<{ answer: SignedIn; cookie?: string }> {
  const link = await openLink(token);
  if (link.state !== "ready") return { answer: { page: notice(link.state) } };
  const cookie = await consumeLink(token);
  if (!cookie) return { answer: { page: notice("used") } };
  const answer = link.returnTo
    ? { redirectTo: link.returnTo }
    : { page: noticePage(200, "en", ["You are signed in", "You can close this page and go on in your app."]) };
  return { answer, cookie };
}
