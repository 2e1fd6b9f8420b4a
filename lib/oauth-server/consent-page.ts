/** The pages on which a person allows a client to use an MCP server. Pure. */
import { type Branding, renderFrame, toHead, type Page } from "@/lib/connected-accounts/pages/frame";
import { html, type Html, joined } from "@/lib/connected-accounts/pages/html";
import type { AuthorizeRequest, ServerFacts } from "./authorize-request";
import type { Client } from "./clients";
import type { OAuthError } from "./oauth-error";
import type { Person } from "./person";

const tools = (count: number): string => `${count} ${count === 1 ? "tool" : "tools"}`;

/** Where a client goes on, in words. */
function placeOf(redirectUri: string): string {
  const { protocol, hostname, host } = new URL(redirectUri);
  if (protocol === "https:") return `It goes on at ${host}.`;
  if (protocol === "http:") return `It runs on your own computer (${hostname}).`;
  return `It is an app on this device (${protocol.slice(0, -1)}).`;
}

/** What is known of a client: anybody can register any name. */
function toIdentity({ client, redirectUri }: AuthorizeRequest): Html {
  const who = client.provenHost
    ? `${client.provenHost} vouches for it.`
    : "It gave itself this name, and nobody has checked it.";
  return html`<p class="soft">${who} ${placeOf(redirectUri)}</p>`;
}

function toToolkit({ slug, name, count, first }: ServerFacts["toolkits"][number], choosable: boolean): Html {
  const names = first.map((tool) => html`<li>${tool.name} <code>${tool.slug}</code></li>`);
  const more = count - names.length;
  const title = `${name}: ${tools(count)}`;
  return joined([
    choosable
      ? html`<label class="check"><input type="checkbox" name="toolkit.${slug}" value="on" checked><span>${title}</span></label>`
      : html`<p class="check">${title}</p>`,
    html`<details><summary>Which tools of ${name}</summary><ul>`,
    ...names,
    more > 0 ? html`<li>and ${more} more</li>` : undefined,
    html`</ul></details>`,
  ]);
}

/** A member says for whom; an end user is who they are. */
const toUser = (person: Person, userId: string, problem: string | undefined): Html =>
  person.as === "end_user"
    ? html`<p>It acts as <b>${person.id}</b>, with the accounts that you have connected.</p>`
    : html`<div class="field"><label for="user_id">Act as the user</label><input id="user_id" name="user_id" value="${userId}" maxlength="500" required autocomplete="off" spellcheck="false" autocapitalize="none" aria-describedby="user_id-help"${problem ? html` aria-invalid="true"` : ""}><p class="help" id="user_id-help">Whose connected accounts it uses. Your own id stands here; as a member of the project you may act for every user.</p></div>`;

export type Consent = {
  request: AuthorizeRequest;
  branding: Branding;
  person: Person;
  userId: string;
  problem?: string | undefined;
};

export function toConsentPage({ request, branding, person, userId, problem }: Consent): Page {
  const { client, server, redirectUri } = request;
  const total = server.toolkits.reduce((sum, toolkit) => sum + toolkit.count, 0);
  const several = server.toolkits.length > 1;
  const title = `Allow ${client.name}?`;
  return renderFrame({
    status: problem ? 400 : 200,
    language: "en",
    title: `${title} · ${branding.name}`,
    body: joined([
      toHead(branding),
      html`<h1><span>${title}</span></h1>`,
      html`<p><b>${client.name}</b> wants to use the tools of <b>${server.name}</b> of ${branding.name} for you.</p>`,
      toIdentity(request),
      problem ? html`<p class="alert" role="alert">${problem}</p>` : undefined,
      html`<form method="post">`,
      toUser(person, userId, problem),
      html`<h2>${several ? `${tools(total)}: choose the apps` : tools(total)}</h2>`,
      ...server.toolkits.map((toolkit) => toToolkit(toolkit, several)),
      html`<input type="hidden" name="as" value="${person.as}:${person.id}">`,
      html`<button type="submit" name="decision" value="allow">Allow</button>`,
      html`<button type="submit" name="decision" value="deny" class="second" formnovalidate>Do not allow</button>`,
      html`</form>`,
      html`<footer>Go on only if you have just asked ${client.name} to connect. ${branding.name} can end this access at any time.</footer>`,
    ]),
    images: branding.logoUrl ? [branding.logoUrl] : [],
    goesTo: [redirectUri],
    accent: branding.accent,
  });
}

/** For a request that cannot be fulfilled; with the way back where it is known whose request it is. */
export const toRefusalPage = ({ status, message }: OAuthError, told?: { client: Client; back: string }): Page =>
  renderFrame({
    status,
    language: "en",
    title: "This client cannot be connected",
    body: joined([
      html`<h1>This client cannot be connected</h1>`,
      html`<p>${message}</p>`,
      told
        ? html`<p class="soft">${placeOf(told.back)}</p><a class="go" href="${told.back}" rel="noreferrer">Back to ${told.client.name}</a>`
        : html`<p>Go back to it and try again. If that does not help, tell those who made it.</p>`,
    ]),
  });

/** For a browser that nobody has signed in: the ways to change that. */
export function toStrangerPage(
  { client, server }: AuthorizeRequest,
  branding: Branding,
  { appUrl, loginUrl }: { appUrl: string | null; loginUrl: string },
): Page {
  return renderFrame({
    status: 200,
    language: "en",
    title: `Sign in · ${branding.name}`,
    body: joined([
      toHead(branding),
      html`<h1><span>Sign in to go on</span></h1>`,
      html`<p><b>${client.name}</b> wants to use the tools of <b>${server.name}</b>. First ${branding.name} has to know who you are.</p>`,
      appUrl
        ? html`<a class="go" href="${appUrl}">Continue with ${branding.name}</a>`
        : html`<p>If you use ${branding.name}: open the sign-in link that it gives you in this browser, then load this page again.</p>`,
      html`<p class="help">Members of the project: <a href="${loginUrl}">sign in to the dashboard</a>.</p>`,
    ]),
    images: branding.logoUrl ? [branding.logoUrl] : [],
    accent: branding.accent,
  });
}
