/** The programs that act as a user at MCP servers: the list, the question before one ends, and how it ended. Pure. */
import type { Branding } from "@/lib/access/projects/branding";
import { toHead } from "@/lib/hosted-pages/to-marks";
import { lookOf, noticePage, renderFrame, type Page } from "@/lib/hosted-pages/render-frame";
import { fillHtml, html, type Html, joined } from "@/lib/hosted-pages/html";
import { fillText, consentTexts, connectionTexts } from "@/lib/hosted-pages/texts";
import type { Language } from "@/lib/hosted-pages/languages";
import { describeRedirect } from "@/lib/oauth-server/describe-redirect";
import type { Program } from "@/lib/oauth-server/find-users-programs";
import { backTo, LIST_PATH, ONE_STYLE } from "./connection-page";
import { ago, day } from "./relative-time";
import type { ListedProgram } from "./listed-program";

type About = { language: Language; chosen: string; branding: Branding; present: Date };

/** The address of one program's page. */
const pathOf = ({ id }: Program, query: string): string => `/my/programs/${encodeURIComponent(id)}${query}`;

/** The facts about a program's identity: the host that vouches for it, or where it continues. */
function toIdentity(program: Program, { language, branding }: About): string {
  const texts = connectionTexts(language);
  if (program.grantedAs === "machine") return fillText(texts.setUp, { app: branding.name });
  if (program.provenHost) return fillText(consentTexts(language).vouched, { host: program.provenHost });
  return [...new Set(program.redirectUris.map((uri) => describeRedirect(uri, language)))].join(" ");
}

function toRow(program: ListedProgram, about: About): Html {
  const { language, present, chosen: query } = about;
  const texts = connectionTexts(language);
  const { clientName, createdAt, lastUsedAt, serverName, uses } = program;
  const lastUse = lastUsedAt
    ? fillHtml(texts.lastUsed, { time: ago(lastUsedAt, present, language) })
    : html`${texts.programUnused}`;
  const identity = toIdentity(program, about);
  const end = fillText(texts.endOne, { program: clientName });
  const href = pathOf(program, query);
  const link = html`<a class="act" href="${href}" aria-label="${end}: ${serverName}">${texts.endAccess}</a>`;
  return html`<li class="row">${joined([
    html`<h3>${clientName}</h3>`,
    identity ? html`<p>${identity}</p>` : undefined,
    html`<p>${fillText(texts.uses, { server: serverName, toolkits: uses.join(", ") })}</p>`,
    html`<p class="soft">${fillHtml(texts.allowed, { date: day(createdAt, language) })} · ${lastUse}</p>`,
    html`<div class="acts">${link}</div>`,
  ])}</li>`;
}

/** The part of the list page; nothing where no program acts as the user. */
export function toPrograms(programs: readonly ListedProgram[], about: About): Html | undefined {
  if (programs.length === 0) return undefined;
  const texts = connectionTexts(about.language);
  return html`<section aria-labelledby="programs"><h2 id="programs">${texts.programs}</h2>
<p>${fillText(texts.programsHelp, { app: about.branding.name })}</p>
<ul class="rows">${programs.map((program) => toRow(program, about))}</ul></section>`;
}

/** Asks before a program ends. */
export function toAskProgramPage(program: ListedProgram, about: About): Page {
  const { language, chosen: query, branding } = about;
  const texts = connectionTexts(language);
  const named = { program: program.clientName };
  const title = fillText(texts.askEnd, named);
  const identity = toIdentity(program, about);
  const end = fillText(texts.endOne, named);
  const button = html`<button type="submit" name="action" value="end" class="end">${end}</button>`;
  return renderFrame({
    status: 200,
    language,
    title: `${title} · ${branding.name}`,
    body: joined([
      toHead(branding),
      html`<h1><span>${title}</span></h1>`,
      identity ? html`<p>${identity}</p>` : undefined,
      html`<p>${fillText(texts.uses, { server: program.serverName, toolkits: program.uses.join(", ") })}</p>`,
      html`<p>${fillText(texts.endMeans, named)}</p>`,
      html`<form method="post" action="${pathOf(program, query)}">${button}</form>`,
      backTo(query, texts.keep),
    ]),
    ...lookOf(branding),
    style: ONE_STYLE,
    languages: {},
  });
}

/** The page after the access of a program has ended. */
export function toEndedProgramPage({ clientName }: Program, { language, chosen: query, branding }: About): Page {
  const texts = connectionTexts(language);
  const [title, help] = [texts.programEnded, texts.programEndedHelp];
  return noticePage(200, language, [fillText(title, { program: clientName }), help], {
    branding,
    go: { href: LIST_PATH + query, words: texts.back },
    languages: {},
  });
}
