/** The signed-in user, and the button to sign out. Pure. */
import { fillHtml, html, type Html, joined } from "@/lib/hosted-pages/html";
import type { Language } from "@/lib/hosted-pages/languages";
import { connectionTexts } from "@/lib/hosted-pages/texts";
import { soon } from "./relative-time";

type SignedInPage = {
  userId: string;
  until: Date;
  present: Date;
  language: Language;
  query: string;
  /** The page that signs out. */
  path: string;
};

export function toLeaveForm({ userId, until, present, language, query, path }: SignedInPage): Html {
  const texts = connectionTexts(language);
  const signedIn = fillHtml(texts.signedInAs, {
    user: html`<b>${userId}</b>`,
    time: soon(until, present, language),
  });
  return joined(
    [
      html`<form class="leave" method="post" action="${path}${query}"><p class="soft">${signedIn}</p>`,
      html`<button type="submit" name="action" value="sign_out" class="second">${texts.signOut}</button></form>`,
    ],
    "",
  );
}
