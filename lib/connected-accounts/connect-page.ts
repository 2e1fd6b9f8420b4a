/** The hosted connect page: who asks, for what, the fields to fill in, one button. Pure. */
import type { AuthField } from "@/lib/catalog/auth-scheme";
import { scopeInWords } from "@/lib/contract/scope-words";
import { escapeHtml, framed, type Page } from "./page-frame";

/** How the project shows itself to end users. */
export type Branding = { name: string; logoUrl?: string };

export type ConnectPage = {
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

function toFieldHtml(field: AuthField, { values, errors }: Pick<ConnectPage, "values" | "errors">): string {
  const id = `field-${escapeHtml(field.name)}`;
  const error = errors.get(field.name);
  const value = field.isSecret ? "" : (values[field.name] ?? field.default ?? "");
  const described = [field.description ? `${id}-help` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  const attributes = [
    `id="${id}"`, `name="${escapeHtml(field.name)}"`, `type="${inputType(field)}"`, `value="${escapeHtml(value)}"`, `autocomplete="off"`, `spellcheck="false"`, `autocapitalize="none"`, `maxlength="${field.type === "text" ? 20_000 : 10_000}"`,
    field.required ? "required" : "", described ? `aria-describedby="${described}"` : "", error ? `aria-invalid="true"` : "", error && [...errors.keys()][0] === field.name ? "autofocus" : "", field.type === "number" ? `inputmode="decimal"` : "",
  ].filter(Boolean).join(" ");
  // A key file has many lines, which an input would join; masking dots would hide whether it was pasted whole.
  const control = field.type === "text" ? `<textarea ${attributes.replace(/ (?:type|value)="[^"]*"/g, "")} rows="6"></textarea>` : `<input ${attributes}>`;
  return [
    `<div class="field"><label for="${id}">${escapeHtml(field.displayName)}${field.required ? "" : ' <span class="soft">(optional)</span>'}</label>`,
    control,
    field.description ? `<p class="help" id="${id}-help">${escapeHtml(field.description)}</p>` : "",
    error ? `<p class="wrong" id="${id}-error">${escapeHtml(error)}</p>` : "",
    "</div>",
  ].filter(Boolean).join("\n");
}

function toScopesHtml({ branding, scopes }: ConnectPage): string {
  if (scopes.length === 0) return "";
  const items = scopes.map((scope) => `<li>${escapeHtml(scopeInWords(scope, "person"))} <code>${escapeHtml(scope)}</code></li>`);
  return `<h2>${escapeHtml(branding.name)} asks to</h2>\n<ul>\n${items.join("\n")}\n</ul>`;
}

function toIntroduction({ branding, toolkit, consentAt, fields }: ConnectPage): string {
  const asks = `${branding.name} wants to use your ${toolkit.name} account for you.`;
  if (consentAt) return `${asks} You continue at ${consentAt}, sign in there, and decide what to allow.`;
  return fields.length > 0 ? `${asks} What you fill in is stored encrypted and used for nothing else.` : asks;
}

/** The page; `status` is 400 when it tells of errors. */
export function toConnectPage(page: ConnectPage): Page {
  const { branding, toolkit, consentAt, hintUrl } = page;
  const logo = branding.logoUrl && isWebAddress(branding.logoUrl) ? branding.logoUrl : "";
  const failed = page.errors.size > 0 || page.problem !== undefined;
  const problem = page.problem ?? (page.errors.size > 0 ? "Some fields need your attention." : "");
  const body = [
    `<p class="who">${logo ? `<img src="${escapeHtml(logo)}" alt="">` : ""}<span>${escapeHtml(branding.name)}</span></p>`,
    `<h1>${isWebAddress(toolkit.logo) ? `<img class="logo" src="${escapeHtml(toolkit.logo)}" alt="">` : ""}<span>Connect ${escapeHtml(toolkit.name)}</span></h1>`,
    `<p>${escapeHtml(toIntroduction(page))}</p>`,
    toScopesHtml(page),
    problem ? `<p class="alert" role="alert">${escapeHtml(problem)}</p>` : "",
    page.preview ? "<form inert>" : `<form method="post">`,
    ...page.fields.map((field) => toFieldHtml(field, page)),
    page.fields.length > 0 && hintUrl && isWebAddress(hintUrl) ? `<p class="help"><a href="${escapeHtml(hintUrl)}" rel="noreferrer">Where to find this</a></p>` : "",
    `<button type="submit" name="action" value="connect">${consentAt ? `Continue to ${escapeHtml(toolkit.name)}` : `Connect ${escapeHtml(toolkit.name)}`}</button>`,
    `<button type="submit" name="action" value="cancel" class="plain" formnovalidate>Cancel</button>`,
    `</form>`,
    `<footer>Go on only if you came here from ${escapeHtml(branding.name)}. You can end the connection there at any time.</footer>`,
  ].filter(Boolean).join("\n");
  return framed({ status: failed ? 400 : 200, title: `Connect ${toolkit.name} · ${branding.name}`, body, images: [logo, toolkit.logo], goesTo: page.goesTo });
}
