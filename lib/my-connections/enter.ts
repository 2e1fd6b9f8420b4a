/**
 * The visitor of a user's own pages: a user whom a sign-in link signed in, or a person who first needs such a
 * link.
 */
import { type Branding, brandingOf } from "@/lib/access/projects/branding";
import { noticePage, type Page } from "@/lib/hosted-pages/render-frame";
import { approvingTexts, connectionTexts, fillNotice, fillText } from "@/lib/hosted-pages/texts";
import type { Language } from "@/lib/hosted-pages/languages";
import type { ConnectionTexts, NoticeText } from "@/lib/hosted-pages/translations/translation";
import { env } from "@/lib/kernel/process/env";
import { findSignIn } from "@/lib/oauth-server/sign-in-settings";
import { withParameters } from "@/lib/oauth-server/redirects";
import { type Destination, DESTINATIONS, findSignedIn } from "@/lib/sign-in-links/links";

/** What a browser asks with. */
export type Visit = {
  language: Language;
  search: URLSearchParams;
  /** The cookie that stands for a user. */
  cookie: string | null;
  /** The client's, as far as it is known. */
  address: string | undefined;
  requestId: string;
};

export type Entered = { projectId: string; userId: string; branding: Branding; until: Date };

/** The query that keeps a language that the person chose. */
export const chosenOf = ({ search, language }: Visit): string => (search.has("lang") ? `?lang=${language}` : "");

/** Whether the browser only looks, or sent a form, which changed nothing when nobody is signed in. */
type Doing = "looks" | "acts";

/** The words of a page for those who are not signed in. */
const signInTexts = (language: Language, place: Destination): Pick<ConnectionTexts, "notSignedIn" | "over"> =>
  place === "approvals" ? approvingTexts(language) : connectionTexts(language);

const withOutcome = ([title, ...sentences]: NoticeText, doing: Doing, language: Language): NoticeText =>
  doing === "looks" ? [title, ...sentences] : [title, connectionTexts(language).nothingChanged, ...sentences];

type PageVisit = { language: Language; place: Destination };

/** Once it was known whose browser it is, the page leads to the app's own sign-in, which leads back. */
async function toOverPage(projectId: string, { language, place }: PageVisit, doing: Doing): Promise<Page> {
  const [branding, signIn] = await Promise.all([brandingOf(projectId), findSignIn(projectId)]);
  const texts = connectionTexts(language);
  const named = { app: branding.name };
  const go = signIn?.signInUrl && {
    href: withParameters(signIn.signInUrl, { return_to: env().publicUrl + DESTINATIONS[place] }),
    words: fillText(texts.continueWith, named),
  };
  const words = withOutcome(fillNotice(signInTexts(language, place).over, named), doing, language);
  return noticePage(401, language, words, { branding, ...(go && { go }), languages: {} });
}

/** The user of this browser, or the page for everybody else. */
export async function enter(
  { cookie, language }: Visit,
  doing: Doing = "looks",
  place: Destination = "connections",
): Promise<Entered | { page: Page }> {
  const user = await findSignedIn(cookie);
  if (!user) {
    const words = withOutcome(signInTexts(language, place).notSignedIn, doing, language);
    return { page: noticePage(401, language, words, { languages: {} }) };
  }
  const { projectId, userId, until, over } = user;
  if (over || !until) return { page: await toOverPage(projectId, { language, place }, doing) };
  return { projectId, userId, until, branding: await brandingOf(projectId) };
}
