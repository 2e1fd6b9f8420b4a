/**
 * The visitor of the page of connections: a user whom a sign-in link signed in, or a person who first needs such a
 * link.
 */
import { type Branding, brandingOf } from "@/lib/access/projects/branding";
import { noticePage, type Page } from "@/lib/hosted-pages/render-frame";
import { connectionTexts, fillNotice, fillText } from "@/lib/hosted-pages/texts";
import type { Language } from "@/lib/hosted-pages/languages";
import type { NoticeText } from "@/lib/hosted-pages/translations/translation";
import { env } from "@/lib/kernel/process/env";
import { findSignIn } from "@/lib/oauth-server/sign-in-settings";
import { withParameters } from "@/lib/oauth-server/redirects";
import { DESTINATIONS, findSignedIn } from "@/lib/sign-in-links/links";

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

const withOutcome = ([title, ...sentences]: NoticeText, doing: Doing, language: Language): NoticeText =>
  doing === "looks" ? [title, ...sentences] : [title, connectionTexts(language).nothingChanged, ...sentences];

/** Once it was known whose browser it is, the page leads to the app's own sign-in, which leads back. */
async function toOverPage(projectId: string, language: Language, doing: Doing): Promise<Page> {
  const [branding, signIn] = await Promise.all([brandingOf(projectId), findSignIn(projectId)]);
  const texts = connectionTexts(language);
  const named = { app: branding.name };
  const go = signIn?.signInUrl && {
    href: withParameters(signIn.signInUrl, { return_to: env().publicUrl + DESTINATIONS.connections }),
    words: fillText(texts.continueWith, named),
  };
  const words = withOutcome(fillNotice(texts.over, named), doing, language);
  return noticePage(401, language, words, { branding, ...(go && { go }), languages: {} });
}

/** The user of this browser, or the page for everybody else. */
export async function enter({ cookie, language }: Visit, doing: Doing = "looks"): Promise<Entered | { page: Page }> {
  const user = await findSignedIn(cookie);
  if (!user) {
    const words = withOutcome(connectionTexts(language).notSignedIn, doing, language);
    return { page: noticePage(401, language, words, { languages: {} }) };
  }
  const { projectId, userId, until, over } = user;
  if (over || !until) return { page: await toOverPage(projectId, language, doing) };
  return { projectId, userId, until, branding: await brandingOf(projectId) };
}
