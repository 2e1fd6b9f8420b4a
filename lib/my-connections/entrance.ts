/** Who is at the page of connections: a user whom a sign-in link signed in, or somebody who must come by one first. */
import { type Branding, brandingOf } from "@/lib/access/branding";
import { noticePage, type Page } from "@/lib/connected-accounts/pages/frame";
import { fillText, type Language } from "@/lib/connected-accounts/pages/texts";
import type { NoticeText } from "@/lib/connected-accounts/pages/translations/wording";
import { env } from "@/lib/kernel/process/env";
import { findSignIn } from "@/lib/oauth-server/sign-in-settings";
import { withParameters } from "@/lib/oauth-server/redirects";
import { DESTINATIONS, findSignedIn } from "@/lib/sign-in-links/links";
import { connectionTexts } from "./texts";

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

export type Entered = { projectId: string; userId: string; branding: Branding };

/** A notice that names the app. */
export const fillNotice = ([title, ...sentences]: NoticeText, values: Readonly<Record<string, string>>): NoticeText => [
  fillText(title, values),
  ...sentences.map((sentence) => fillText(sentence, values)),
];

/** Once it was known whose browser it is, the page leads to the app's own sign-in, which leads back. */
async function toOverPage(projectId: string, language: Language): Promise<Page> {
  const [branding, signIn] = await Promise.all([brandingOf(projectId), findSignIn(projectId)]);
  const texts = connectionTexts(language);
  const named = { app: branding.name };
  const go = signIn?.signInUrl && {
    href: withParameters(signIn.signInUrl, { return_to: env().publicUrl + DESTINATIONS.connections }),
    words: fillText(texts.continueWith, named),
  };
  return noticePage(401, language, fillNotice(texts.over, named), { branding, ...(go && { go }) });
}

/** The user of this browser, or the page for everybody else. */
export async function enter({ cookie, language }: Visit): Promise<Entered | { page: Page }> {
  const found = await findSignedIn(cookie);
  if (!found) return { page: noticePage(401, language, connectionTexts(language).notSignedIn) };
  const { projectId, userId, over } = found;
  if (over) return { page: await toOverPage(projectId, language) };
  return { projectId, userId, branding: await brandingOf(projectId) };
}
