/** The hosted connect page: who asks for which access, the fields to fill in, one button. Pure. */
import type { AuthField } from "@/lib/catalog/toolkit-auth-scheme";
import { scopeInWords } from "@/lib/contract/scope-words";
import type { Branding } from "@/lib/access/projects/branding";
import { isWebAddress, toMarks } from "@/lib/hosted-pages/to-marks";
import { CONSENT_SCRIPT } from "./consent-script";
import { SIZE_SCRIPT } from "./size-script";
import { lookOf, renderFrame, toNotice, type Page } from "@/lib/hosted-pages/render-frame";
import { html, type Html, joined } from "@/lib/hosted-pages/html";
import { fillText, connectingTexts } from "@/lib/hosted-pages/texts";
import type { Language } from "@/lib/hosted-pages/languages";
import { sharedWords } from "@/lib/hosted-pages/shared-words";
import type { ConnectingTexts } from "@/lib/hosted-pages/translations/translation";

export type ConnectPage = {
  language: Language;
  /** What of the address stays when the language is changed. */
  keep?: Readonly<Record<string, string>>;
  branding: Branding;
  toolkit: { name: string; logo: string };
  /** The provider's host if a consent follows; undefined if there are only fields. */
  consentAt?: string;
  scopes: readonly string[];
  fields: readonly AuthField[];
  hintUrl?: string;
  /** Values that are filled in already; never secrets. */
  values: Readonly<Record<string, string>>;
  /** One sentence for each missing or wrong field. */
  errors: ReadonlyMap<string, string>;
  /** A problem of the whole form. */
  problem?: string;
  /** Whether typed values that the page does not repeat stay unless others are typed. */
  kept?: boolean;
  /** Whether the page offers to save values without a proof. */
  unproven?: boolean;
  /** URLs that the form can lead to, for the content security policy. */
  goesTo: string[];
  /** The origin whose page frames the connect page. */
  framedBy?: string | undefined;
  /** For the preview: its controls cannot be focused or sent. */
  preview?: true;
};

const inputType = ({ isSecret, type }: AuthField): string => (isSecret ? "password" : type === "url" ? "url" : "text");

/** A text of a toolkit or provider, which is not translated; marked as English for screen readers. */
export const foreign = (text: string, language: Language): Html =>
  language === "en" ? html`${text}` : html`<span lang="en">${text}</span>`;

/** Words that many toolkits share, translated; others as they are. */
const inWords = (words: string, language: Language): Html => {
  const translation = sharedWords(words, language);
  return translation ? html`${translation}` : foreign(words, language);
};

/** The name of a field; usual names are translated. */
export const fieldName = ({ displayName }: Pick<AuthField, "displayName">, language: Language): string =>
  connectingTexts(language).fields[displayName as keyof ConnectingTexts["fields"]] ??
  sharedWords(displayName, language) ??
  displayName;

/** The field's description, unless it only repeats its name. */
function helpOf({ description, displayName }: AuthField, toolkit: string): string {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
  const name = plain(displayName);
  const rest = plain(description)
    .replace(new RegExp(`^(your|the|an?) `), "")
    .replace(`${plain(toolkit)} `, "")
    .replace(new RegExp(` (for|of|from|to) (your |the )?(${plain(toolkit)}( account)?|account)$`), "");
  return rest === name ? "" : description;
}

/** Whether a page leaves a field empty although it was filled in: secrets, and key files of many lines. */
export const isNotRepeated = ({ isSecret, type }: Pick<AuthField, "isSecret" | "type">): boolean =>
  isSecret || type === "text";

function toFieldHtml(
  field: AuthField,
  page: Pick<ConnectPage, "values" | "errors" | "language" | "kept" | "toolkit">,
): Html {
  const { values, errors, language } = page;
  const texts = connectingTexts(language);
  const fieldLabel = fieldName(field, language);
  const id = `field-${field.name}`;
  const isLong = field.type === "text";
  const error = errors.get(field.name);
  const value = field.isSecret ? "" : (values[field.name] ?? field.default ?? "");
  const help = helpOf(field, page.toolkit.name);
  const isKept = Boolean(page.kept && isNotRepeated(field) && values[field.name]);
  const described = [help && `${id}-help`, isKept && `${id}-kept`, error && `${id}-error`].filter(Boolean).join(" ");
  const attributes = joined(
    [
      html`id="${id}"`,
      html`name="${field.name}"`,
      isLong ? undefined : html`type="${inputType(field)}"`,
      isLong ? undefined : html`value="${value}"`,
      html`autocomplete="off"`,
      html`spellcheck="false"`,
      html`autocapitalize="none"`,
      html`maxlength="${isLong ? 20_000 : 10_000}"`,
      field.required && !isKept ? html`required` : undefined,
      isKept ? html`placeholder="••••••••"` : undefined,
      described ? html`aria-describedby="${described}"` : undefined,
      error ? html`aria-invalid="true"` : undefined,
      error && [...errors.keys()][0] === field.name ? html`autofocus` : undefined,
      field.type === "number" ? html`inputmode="decimal"` : undefined,
    ],
    " ",
  );
  // An input would join the lines of a key file, and its dots would hide whether it was pasted completely.
  const control = isLong ? html`<textarea ${attributes} rows="6"></textarea>` : html`<input ${attributes}>`;
  const label = fieldLabel === field.displayName ? foreign(fieldLabel, language) : fieldLabel;
  const optional = field.required ? "" : html` <span class="soft">(${texts.optional})</span>`;
  return joined([
    html`<div class="field"><label for="${id}">${label}${optional}</label>`,
    control,
    help ? html`<p class="help" id="${id}-help">${inWords(help, language)}</p>` : undefined,
    isKept ? html`<p class="help" id="${id}-kept">${texts.kept}</p>` : undefined,
    error ? html`<p class="wrong" id="${id}-error">${error}</p>` : undefined,
    html`</div>`,
  ]);
}

/** What a scope allows, in the person's language where it is a usual one. */
export const scopeWords = (scope: string, language: Language): Html => inWords(scopeInWords(scope, "person"), language);

function toScopesHtml({ branding, scopes, language }: ConnectPage): Html | undefined {
  if (scopes.length === 0) return undefined;
  const items = scopes.map((scope) => html`<li>${scopeWords(scope, language)}</li>`);
  const names = scopes.map((scope) => html`<li><code>${scope}</code></li>`);
  return html`<h2>${fillText(connectingTexts(language).asksTo, { app: branding.name })}</h2>
<ul>
${joined(items)}
</ul>
<details><summary>${connectingTexts(language).details}</summary>
<ul>
${joined(names)}
</ul>
</details>`;
}

function toIntroduction({ branding, toolkit, consentAt, fields, language }: ConnectPage): string {
  const texts = connectingTexts(language);
  const asks = fillText(texts.wants, { app: branding.name, toolkit: toolkit.name });
  if (consentAt) return `${asks} ${fillText(texts.continueAt, { host: consentAt })}`;
  return fields.length > 0 ? `${asks} ${texts.stored}` : asks;
}

/** The content with what its scripts read, and with the end of a consent, which they show. */
function inFrame(body: Html, { branding, toolkit, consentAt, language }: ConnectPage, origin: string): Html {
  const [title] = connectingTexts(language).done;
  const notice = [fillText(title, { app: branding.name, toolkit: toolkit.name })] as const;
  const end =
    consentAt && html`<div id="done" hidden>${toNotice(notice, { branding, end: { toolkit, ok: true } })}</div>`;
  return html`<div id="frame" data-origin="${origin}"><div id="ask">${body}</div>${end}</div>`;
}

/** The page. Its form is checked here, because browsers speak their own language and words. */
export function toConnectPage(page: ConnectPage): Page {
  const { branding, toolkit, consentAt, hintUrl, language } = page;
  const texts = connectingTexts(language);
  const named = { app: branding.name, toolkit: toolkit.name };
  const connect = fillText(texts.connect, named);
  const problem = page.problem ?? (page.errors.size > 0 ? texts.attention : "");
  const body = joined([
    toMarks(branding, toolkit),
    html`<h1 class="center">${connect}</h1>`,
    html`<p>${toIntroduction(page)}</p>`,
    toScopesHtml(page),
    problem ? html`<p class="alert" role="alert">${problem}</p>` : undefined,
    page.preview ? html`<form inert>` : html`<form method="post" novalidate>`,
    ...page.fields.map((field) => toFieldHtml(field, page)),
    page.fields.length > 0 && hintUrl && isWebAddress(hintUrl)
      ? html`<p class="help"><a href="${hintUrl}" rel="noreferrer">${texts.whereToFind}</a></p>`
      : undefined,
    html`<button type="submit" name="action" value="connect">${consentAt ? fillText(texts.continueTo, named) : connect}</button>`,
    page.unproven
      ? html`<button type="submit" name="action" value="anyway" class="second" formnovalidate>${texts.saveAnyway}</button>`
      : undefined,
    html`<button type="submit" name="action" value="cancel" class="plain" formnovalidate>${texts.cancel}</button>`,
    html`</form>`,
    html`<footer>${fillText(texts.footer, named)}</footer>`,
  ]);
  return renderFrame({
    status: 200,
    language,
    title: `${connect} · ${branding.name}`,
    body: page.framedBy === undefined ? body : inFrame(body, page, page.framedBy),
    framedBy: page.framedBy,
    ...(page.framedBy !== undefined && { script: consentAt ? SIZE_SCRIPT + CONSENT_SCRIPT : SIZE_SCRIPT }),
    ...lookOf(branding),
    images: [branding.logoUrl ?? "", toolkit.logo],
    goesTo: page.goesTo,
    ...(!page.preview && { languages: { keep: page.keep } }),
  });
}
