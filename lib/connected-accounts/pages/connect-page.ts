/** The hosted connect page: who asks, for what, the fields to fill in, one button. Pure. */
import type { AuthField } from "@/lib/catalog/auth-scheme";
import { scopeInWords } from "@/lib/contract/scope-words";
import { escapeHtml, framed, type Page } from "./frame";
import { fill, type Language, textsOf } from "./texts";
import type { PageTexts } from "./translations/wording";

/** How the project shows itself to end users; `accent` is #rrggbb. */
export type Branding = { name: string; logoUrl?: string; accent?: string };

export type ConnectPage = {
  language: Language;
  popup?: boolean;
  branding: Branding;
  toolkit: { name: string; logo: string };
  /** The provider's host where a consent follows; undefined where the fields are all. */
  consentAt?: string;
  scopes: readonly string[];
  fields: readonly AuthField[];
  hintUrl?: string;
  /** What is filled in already; secrets are never among it. */
  values: Readonly<Record<string, string>>;
  /** One sentence a field that is missing or wrong. */
  errors: ReadonlyMap<string, string>;
  /** A problem of the whole form. */
  problem?: string;
  /** Addresses to which the form leads, for the content security policy. */
  goesTo: string[];
  /** Shown to the operator: nothing in it can be reached or sent. */
  preview?: true;
};

const isWebAddress = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

const inputType = ({ isSecret, type }: AuthField): string => (isSecret ? "password" : type === "url" ? "url" : "text");

/** Words of a toolkit or a provider: they stay as they are, and a screen reader is told so. */
const foreign = (text: string, language: Language): string =>
  language === "en" ? escapeHtml(text) : `<span lang="en">${escapeHtml(text)}</span>`;

/** A field's name: common ones in the person's language. */
export const fieldName = (field: Pick<AuthField, "displayName">, texts: PageTexts): string =>
  texts.fields[field.displayName as keyof PageTexts["fields"]] ?? field.displayName;

function toFieldHtml(
  field: AuthField,
  { values, errors, language }: Pick<ConnectPage, "values" | "errors" | "language">,
): string {
  const texts = textsOf(language);
  const own = fieldName(field, texts);
  const id = `field-${escapeHtml(field.name)}`;
  const error = errors.get(field.name);
  const value = field.isSecret ? "" : (values[field.name] ?? field.default ?? "");
  const described = [field.description ? `${id}-help` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  const attributes = [
    `id="${id}"`,
    `name="${escapeHtml(field.name)}"`,
    `type="${inputType(field)}"`,
    `value="${escapeHtml(value)}"`,
    `autocomplete="off"`,
    `spellcheck="false"`,
    `autocapitalize="none"`,
    `maxlength="${field.type === "text" ? 20_000 : 10_000}"`,
    field.required ? "required" : "",
    described ? `aria-describedby="${described}"` : "",
    error ? `aria-invalid="true"` : "",
    error && [...errors.keys()][0] === field.name ? "autofocus" : "",
    field.type === "number" ? `inputmode="decimal"` : "",
  ]
    .filter(Boolean)
    .join(" ");
  // A key file has many lines, which an input would join; masking dots would hide whether it was pasted whole.
  const control =
    field.type === "text"
      ? `<textarea ${attributes.replace(/ (?:type|value)="[^"]*"/g, "")} rows="6"></textarea>`
      : `<input ${attributes}>`;
  return [
    `<div class="field"><label for="${id}">${own === field.displayName ? foreign(own, language) : escapeHtml(own)}${field.required ? "" : ` <span class="soft">(${escapeHtml(texts.optional)})</span>`}</label>`,
    control,
    field.description ? `<p class="help" id="${id}-help">${foreign(field.description, language)}</p>` : "",
    error ? `<p class="wrong" id="${id}-error">${escapeHtml(error)}</p>` : "",
    "</div>",
  ]
    .filter(Boolean)
    .join("\n");
}

function toScopesHtml({ branding, scopes, language }: ConnectPage): string {
  if (scopes.length === 0) return "";
  const items = scopes.map(
    (scope) => `<li>${foreign(scopeInWords(scope, "person"), language)} <code>${escapeHtml(scope)}</code></li>`,
  );
  return `<h2>${escapeHtml(fill(textsOf(language).asksTo, { app: branding.name }))}</h2>\n<ul>\n${items.join("\n")}\n</ul>`;
}

function toIntroduction({ branding, toolkit, consentAt, fields, language }: ConnectPage): string {
  const texts = textsOf(language);
  const asks = fill(texts.wants, { app: branding.name, toolkit: toolkit.name });
  if (consentAt) return `${asks} ${fill(texts.continueAt, { host: consentAt })}`;
  return fields.length > 0 ? `${asks} ${texts.stored}` : asks;
}

/** The page; `status` is 400 when it tells of errors. */
export function toConnectPage(page: ConnectPage): Page {
  const { branding, toolkit, consentAt, hintUrl, language } = page;
  const texts = textsOf(language);
  const named = { app: branding.name, toolkit: toolkit.name };
  const connect = fill(texts.connect, named);
  const logo = branding.logoUrl && isWebAddress(branding.logoUrl) ? branding.logoUrl : "";
  const failed = page.errors.size > 0 || page.problem !== undefined;
  const problem = page.problem ?? (page.errors.size > 0 ? texts.attention : "");
  const body = [
    `<p class="who">${logo ? `<img src="${escapeHtml(logo)}" alt="">` : ""}<span>${escapeHtml(branding.name)}</span></p>`,
    `<h1>${isWebAddress(toolkit.logo) ? `<img class="logo" src="${escapeHtml(toolkit.logo)}" alt="">` : ""}<span>${escapeHtml(connect)}</span></h1>`,
    `<p>${escapeHtml(toIntroduction(page))}</p>`,
    toScopesHtml(page),
    problem ? `<p class="alert" role="alert">${escapeHtml(problem)}</p>` : "",
    page.preview ? "<form inert>" : `<form method="post">`,
    ...page.fields.map((field) => toFieldHtml(field, page)),
    page.fields.length > 0 && hintUrl && isWebAddress(hintUrl)
      ? `<p class="help"><a href="${escapeHtml(hintUrl)}" rel="noreferrer">${escapeHtml(texts.whereToFind)}</a></p>`
      : "",
    `<button type="submit" name="action" value="connect">${escapeHtml(consentAt ? fill(texts.continueTo, named) : connect)}</button>`,
    `<button type="submit" name="action" value="cancel" class="plain" formnovalidate>${escapeHtml(texts.cancel)}</button>`,
    `</form>`,
    `<footer>${escapeHtml(fill(texts.footer, named))}</footer>`,
  ]
    .filter(Boolean)
    .join("\n");
  return framed({
    status: failed ? 400 : 200,
    language,
    title: `${connect} · ${branding.name}`,
    body,
    images: [logo, toolkit.logo],
    goesTo: page.goesTo,
    accent: branding.accent,
    ...(!page.preview && { languages: { popup: page.popup ?? false } }),
  });
}
