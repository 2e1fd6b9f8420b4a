/** The pages on which a person allows a program to use an MCP server. Pure. */
import type { Branding } from "@/lib/access/projects/branding";
import { toHead } from "@/lib/hosted-pages/to-marks";
import { lookOf, renderFrame, type Page } from "@/lib/hosted-pages/render-frame";
import { fillHtml, html, type Html, joined } from "@/lib/hosted-pages/html";
import { fillText, connectingTexts, consentTexts } from "@/lib/hosted-pages/texts";
import type { Language } from "@/lib/hosted-pages/languages";
import type { AuthorizeRequest, ServerFacts } from "./authorize-request";
import type { Client } from "./clients";
import type { OAuthError } from "./oauth-error";
import type { Person } from "./find-person";
import { describeRedirect } from "./describe-redirect";
import type { ConsentTexts } from "@/lib/hosted-pages/translations/translation";

/** The language of a page, and what of its address stays when that is changed. */
export type PageFacts = { language: Language; search: URLSearchParams };

const bold = (text: string): Html => html`<b>${text}</b>`;

/** A name of the catalog, which is not translated. */
const named = (text: string, language: Language): Html =>
  language === "en" ? html`${text}` : html`<span lang="en">${text}</span>`;

const tools = (count: number, { oneTool, tools }: ConsentTexts): string =>
  fillText(count === 1 ? oneTool : tools, { count: String(count) });

/** The facts about a client: anybody can register any name. */
function toIdentity({ client, redirectUri }: AuthorizeRequest, language: Language): Html {
  const { vouched, unchecked } = consentTexts(language);
  const who = client.provenHost ? fillText(vouched, { host: client.provenHost }) : unchecked;
  return html`<p class="soft">${who} ${describeRedirect(redirectUri, language)}</p>`;
}

function toToolkit(
  { slug, name, count, first }: ServerFacts["toolkits"][number],
  choosable: boolean,
  language: Language,
): Html {
  const texts = consentTexts(language);
  const names = first.map((tool) => html`<li>${named(tool.name, language)} <code>${tool.slug}</code></li>`);
  const more = count - names.length;
  const title = `${name}: ${tools(count, texts)}`;
  return joined([
    choosable
      ? html`<label class="check"><input type="checkbox" name="toolkit.${slug}" value="on" checked><span>${title}</span></label>`
      : html`<h2>${title}</h2>`,
    html`<details><summary>${fillText(texts.whichTools, { toolkit: name })}</summary><ul>`,
    ...names,
    more > 0 ? html`<li>${fillText(texts.more, { count: String(more) })}</li>` : undefined,
    html`</ul></details>`,
  ]);
}

/** One toolkit shows its own number of tools; above several toolkits there is the sum. */
function toToolkits({ toolkits }: ServerFacts, language: Language): Html[] {
  const texts = consentTexts(language);
  const total = toolkits.reduce((sum, toolkit) => sum + toolkit.count, 0);
  const several = toolkits.length > 1;
  const items = toolkits.map((toolkit) => toToolkit(toolkit, several, language));
  if (toolkits.length === 1) return items;
  const sum = tools(total, texts);
  return [html`<h2>${several ? fillText(texts.choose, { tools: sum }) : sum}</h2>`, ...items];
}

/** A member chooses the user; an end user acts for themselves. */
function toUser({ person, users, userId, problem, language }: Consent): Html {
  const texts = consentTexts(language);
  if (person.as === "end_user") return html`<p>${fillHtml(texts.actsAs, { user: bold(person.id) })}</p>`;
  const invalid = problem === "whichUser" ? html` aria-invalid="true"` : "";
  return joined(
    [
      html`<div class="field"><label for="user_id">${texts.actAs}</label>`,
      html`<input id="user_id" name="user_id" value="${userId}" maxlength="500" required autocomplete="off"`,
      html` list="users"`,
      html` spellcheck="false" autocapitalize="none" aria-describedby="user_id-help"${invalid}>`,
      html`<p class="help" id="user_id-help">${texts.actAsHelp}</p>`,
      html`<datalist id="users">`,
      ...users.map((user) => html`<option value="${user}"></option>`),
      html`</datalist></div>`,
    ],
    "",
  );
}

export type Consent = PageFacts & {
  request: AuthorizeRequest;
  branding: Branding;
  person: Person;
  /** The users to choose among. */
  users: readonly string[];
  userId: string;
  /** The problem that the person has to correct. */
  problem?: "whichUser" | "whichApp" | undefined;
};

export function toConsentPage(consent: Consent): Page {
  const { request, branding, person, problem, language, search } = consent;
  const { client, server, redirectUri } = request;
  const texts = consentTexts(language);
  const facts = { client: client.name, app: branding.name };
  const title = fillText(texts.title, facts);
  const ends = fillText(person.as === "end_user" ? texts.endAnyTime : texts.appEnds, facts);
  return renderFrame({
    status: problem ? 400 : 200,
    language,
    title: `${title} · ${branding.name}`,
    body: joined([
      toHead(branding),
      html`<h1><span>${title}</span></h1>`,
      html`<p>${fillHtml(texts.wants, { ...facts, client: bold(client.name), server: bold(server.name) })}</p>`,
      toIdentity(request, language),
      problem ? html`<p class="alert" role="alert">${texts[problem]}</p>` : undefined,
      html`<form method="post">`,
      toUser(consent),
      ...toToolkits(server, language),
      html`<input type="hidden" name="as" value="${person.as}:${person.id}">`,
      html`<button type="submit" name="decision" value="allow">${texts.allow}</button>`,
      html`<button type="submit" name="decision" value="deny" class="second" formnovalidate>${texts.deny}</button>`,
      html`</form>`,
      html`<footer>${fillText(texts.footer, facts)} ${ends}</footer>`,
    ]),
    ...lookOf(branding),
    goesTo: [redirectUri],
    languages: { keep: search },
  });
}

/** What people read of a code of the protocol; its own words are for those who build the program. */
function inWords({ code, hints }: OAuthError, texts: ConsentTexts): string {
  if (hints.needsKey) return texts.needsKey;
  if (hints.unreadUrl) return fillText(texts.unreadClient, { host: new URL(hints.unreadUrl).host });
  if (code === "invalid_redirect_uri") return texts.foreignAddress;
  if (code === "invalid_client" || code === "invalid_client_metadata") return texts.unknownClient;
  if (code === "invalid_target") return texts.foreignTools;
  return code === "temporarily_unavailable" ? texts.tooMany : texts.oddRequest;
}

/** For a request that cannot be fulfilled; with the way back where it is known whose request it is. */
export function toRefusalPage(
  error: OAuthError,
  { language, search }: PageFacts,
  redirect?: { client: Client; back: string },
): Page {
  const texts = consentTexts(language);
  return renderFrame({
    status: error.status,
    language,
    title: texts.refused,
    body: joined([
      toHead(undefined),
      html`<h1>${texts.refused}</h1>`,
      html`<p>${inWords(error, texts)} ${texts.nothingAllowed}</p>`,
      redirect
        ? joined(
            [
              html`<p class="soft">${describeRedirect(redirect.back, language)}</p>`,
              html`<a class="go" href="${redirect.back}" rel="noreferrer">`,
              html`${fillText(texts.backTo, { client: redirect.client.name })}</a>`,
            ],
            "",
          )
        : html`<p>${error.hints.unreadUrl ? texts.askOperator : texts.tryThere}</p>`,
      joined(
        [
          html`<details><summary>${connectingTexts(language).details}</summary>`,
          html`<p class="help" lang="en"><code>${error.code}</code> ${error.message}</p></details>`,
        ],
        "",
      ),
    ]),
    languages: { keep: search },
  });
}

/** For a browser that nobody has signed in: the ways to change that. */
export function toStrangerPage(
  { client, server }: AuthorizeRequest,
  branding: Branding,
  { appUrl, loginUrl }: { appUrl: string | null; loginUrl: string },
  { language, search }: PageFacts,
): Page {
  const texts = consentTexts(language);
  const app = branding.name;
  const facts = { app, client: bold(client.name), server: bold(server.name) };
  const login = html`<a href="${loginUrl}">${texts.dashboard}</a>`;
  return renderFrame({
    status: 200,
    language,
    title: `${texts.signInTitle} · ${app}`,
    body: joined([
      toHead(branding),
      html`<h1><span>${texts.signInTitle}</span></h1>`,
      html`<p>${fillHtml(texts.signInWants, facts)}</p>`,
      appUrl
        ? html`<a class="go" href="${appUrl}">${fillText(texts.continueWith, { app })}</a>`
        : html`<p>${fillText(texts.openLink, { app })}</p>`,
      html`<p class="help">${fillHtml(texts.members, { link: login })}</p>`,
    ]),
    ...lookOf(branding),
    languages: { keep: search },
  });
}
