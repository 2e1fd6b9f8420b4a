/** The page that lists a user's connections, and the programs that act as them. Pure. */
import { toHead } from "@/lib/hosted-pages/to-marks";
import { lookOf, renderFrame, type Page } from "@/lib/hosted-pages/render-frame";
import { html, type Html, joined } from "@/lib/hosted-pages/html";
import { fillText, connectionTexts } from "@/lib/hosted-pages/texts";
import type { ListPage } from "./listed-connection";
import { LIST_PATH } from "./connection-page";
import { toPrograms } from "./programs-page";
import { toRow } from "./connection-row";
import { toLeaveForm } from "./to-leave-form";

export const LIST_STYLE = `
body{align-items:flex-start}
main{max-width:640px}
.row{margin:0;padding:20px 0;border-top:1px solid var(--edge)}
.rows{margin:20px 0 0;padding:0;list-style:none;border-bottom:1px solid var(--edge)}
.row h2,.row h3{display:flex;align-items:center;flex-wrap:wrap;gap:8px 12px;margin:0 0 4px;font-size:18px}
section{margin-top:32px}
section>h2{font-size:20px}
.row p{margin:0 0 4px}
.row details{margin-top:4px}
.row summary{min-height:44px;display:list-item;padding:10px 0}
.row details ul{padding-left:20px}
.calls li{margin-bottom:4px}
.state{padding:2px 10px;border:1px solid var(--line);border-radius:99px;font-size:13px;font-weight:600}
.state.on{border-color:var(--good);color:var(--good)}
.state.off{border-color:var(--wrong);color:var(--wrong)}
.acts{display:flex;flex-wrap:wrap;align-items:center;gap:4px 20px;margin-top:4px}
.acts button{width:auto;margin:8px 0}
.act{display:inline-block;min-height:44px;padding:10px 0;color:var(--soft);font-size:14px}
.turn{display:flex;flex-wrap:wrap;justify-content:space-between;gap:8px 16px;margin-top:16px}
.turn a{display:inline-block;min-height:44px;padding:10px 0}
.leave{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:8px 16px;margin-top:20px;font-size:14px}
.leave button{width:auto;margin:0}
.leave p{margin:0}
`;

function toTurns({ page, pages, language, chosen: query }: ListPage): Html | undefined {
  if (pages <= 1) return undefined;
  const texts = connectionTexts(language);
  const to = (n: number, words: string) =>
    html`<a href="${LIST_PATH}?page=${n}${query.replace("?", "&")}">${words}</a>`;
  return html`<div class="turn">${joined([
    html`<p class="soft">${fillText(texts.pages, { page: String(page), pages: String(pages) })}</p>`,
    page > 1 ? to(page - 1, texts.previous) : undefined,
    page < pages ? to(page + 1, texts.next) : undefined,
  ])}</div>`;
}

export function toListPage(page: ListPage): Page {
  const { branding, connections, language, goesTo } = page;
  const texts = connectionTexts(language);
  const words = fillText(connections.length > 0 ? texts.intro : texts.none, { app: branding.name });
  return renderFrame({
    status: 200,
    language,
    title: `${texts.title} · ${branding.name}`,
    body: joined([
      toHead(branding),
      html`<h1>${texts.title}</h1>`,
      html`<p>${words}</p>`,
      connections.length > 0
        ? html`<ul class="rows">${connections.map((connection) => toRow(connection, page))}</ul>`
        : undefined,
      toTurns(page),
      toPrograms(page.programs, page),
      toLeaveForm({ ...page, query: page.chosen, path: LIST_PATH }),
    ]),
    ...lookOf(branding),
    style: LIST_STYLE,
    images: [branding.logoUrl ?? "", ...connections.map(({ toolkit }) => toolkit.logo)],
    goesTo,
    languages: page.page > 1 ? { keep: { page: String(page.page) } } : {},
  });
}
