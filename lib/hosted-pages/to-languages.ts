/** The choice of a page's language: a list and a button, which need no script. Pure. */
import { html, type Html, joined } from "./html";
import { type Language, LANGUAGES } from "./languages";
import { connectingTexts } from "./texts";

/** Query parameters that stay when the language is changed. */
export type LanguageChoice = { keep?: Readonly<Record<string, string>> | URLSearchParams | undefined };

/** The form that shows the page in another language. Only values that were typed and not sent are lost. */
export function toLanguages(present: Language, { keep = {} }: LanguageChoice): Html {
  const { languages, changeLanguage } = connectingTexts(present);
  const parameters = [...new URLSearchParams(keep)].filter(([name]) => name !== "lang");
  const options = Object.entries(LANGUAGES).map(
    ([code, name]) =>
      html`<option value="${code}" lang="${code}"${code === present ? html` selected` : ""}>${name}</option>`,
  );
  return html`<form method="get" class="languages">${joined([
    ...parameters.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`),
    html`<label for="lang">${languages}</label>`,
    html`<select id="lang" name="lang" autocomplete="off">${options}</select>`,
    html`<button type="submit">${changeLanguage}</button>`,
  ])}</form>`;
}
