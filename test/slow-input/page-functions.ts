/** Functions of the hosted pages that read texts from outside. */
import { html } from "@/lib/hosted-pages/html";
import { chooseLanguage } from "@/lib/hosted-pages/languages";
import { fillText } from "@/lib/hosted-pages/texts";

export const PAGE_FUNCTIONS: Readonly<Record<string, (text: string) => unknown>> = {
  "chooseLanguage of a choice": (text) => chooseLanguage(text, null),
  "chooseLanguage of a header": (text) => chooseLanguage(null, text),
  "fill a page's text": (text) => fillText("Connect {app}", { app: text }),
  "html of a page": (text) => html`<p>${text}</p>`,
};
