/** The frame of all pages for end users: no script, one style, escaped texts, their language. */
import { createHash } from "node:crypto";
import type { Branding } from "@/lib/access/projects/branding";
import { html, type Html, joined, trusted } from "./html";
import { type Language, LANGUAGES } from "./languages";
import { connectingTexts } from "./texts";
import { readableOn } from "@/lib/contract/readable-on";
import { isUrl } from "@/lib/kernel/text/is-url";
import type { NoticeText } from "./translations/translation";

/** A page, as the route sends it. */
export type Page = { status: number; html: string; policy: string };

const STYLE = `
:root{color-scheme:light dark;--ground:#f4f5f7;--card:#fff;--ink:#14171c;--soft:#535b67;\
--line:#8b939f;--edge:#dfe2e7;--act:#1d4ed8;--on-act:#fff;--wrong:#b3261e}
@media(prefers-color-scheme:dark){:root{--ground:#0e1014;--card:#181b21;--ink:#f0f2f5;\
--soft:#aab1bd;--line:#6f7885;--edge:#2b3038;--act:#7da2ff;--on-act:#0b1020;--wrong:#ff8a80}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:flex;align-items:center;justify-content:center;\
padding:16px;background:var(--ground);color:var(--ink);\
font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{width:100%;max-width:440px;background:var(--card);border:1px solid var(--edge);\
border-radius:14px;padding:28px 24px;overflow-wrap:anywhere}
.who{display:flex;align-items:center;gap:10px;margin:0 0 20px;font-weight:600}
.who img,.logo{flex:none;width:32px;height:32px;object-fit:contain;border-radius:6px}
h1{display:flex;align-items:center;gap:12px;margin:0 0 12px;font-size:22px;line-height:1.3}
h2{margin:20px 0 6px;font-size:16px}
p{margin:0 0 12px}
.soft,.help{color:var(--soft)}
.help{margin:4px 0 0;font-size:14px}
ul{margin:0 0 12px;padding-left:20px}
code{font-size:13px;color:var(--soft)}
.field{margin:16px 0 0}
label{display:block;margin-bottom:4px;font-weight:600}
input,textarea{width:100%;min-height:44px;padding:8px 12px;border:1px solid var(--line);border-radius:8px;\
background:var(--ground);color:var(--ink);font:inherit}
input[aria-invalid=true],textarea[aria-invalid=true]{border-color:var(--wrong)}
.wrong{margin:4px 0 0;color:var(--wrong);font-size:14px}
.alert{padding:10px 12px;border:1px solid var(--wrong);border-radius:8px}
button,.go{display:block;width:100%;min-height:44px;margin-top:20px;padding:10px 16px;\
border:1px solid transparent;border-radius:8px;background:var(--brand,var(--act));\
color:var(--on-brand,var(--on-act));text-align:center;text-decoration:none;\
font:inherit;font-weight:600;cursor:pointer}
button.second,.go.second{margin-top:8px;border-color:var(--line);background:none;color:var(--ink)}
button.plain{margin-top:8px;background:none;color:var(--soft);font-weight:400}
a{color:var(--act)}
:focus-visible{outline:3px solid var(--act);outline-offset:2px}
footer{margin-top:20px;font-size:13px;color:var(--soft)}
.check{display:flex;align-items:center;gap:10px;min-height:44px;margin:12px 0 0;font-weight:600}
.check input{flex:none;width:20px;min-height:20px;margin:0}
summary{min-height:28px;cursor:pointer;color:var(--soft);font-size:14px}
nav ul{display:flex;flex-wrap:wrap;gap:0 4px;margin:16px -8px -8px;padding:0;list-style:none;font-size:13px}
nav a,nav b{display:inline-block;padding:4px 8px;min-height:28px}
nav b{color:var(--ink)}
`;

const hashed = (text: string): string => `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;

/**
 * The style with that of the page itself, and with a project's color on the main button; its words are black or white,
 * whichever is easier to read.
 */
const styleFor = ({ accent, style = "" }: Pick<Framed, "accent" | "style">): string =>
  accent && /^#[0-9a-f]{6}$/i.test(accent)
    ? `${STYLE}${style}:root{--brand:${accent};--on-brand:${readableOn(accent)}}
`
    : STYLE + style;

const originOf = (url: string): string[] =>
  URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? [new URL(url).origin] : [];

/**
 * The source of a form's target in the policy. A policy knows no IPv6 addresses, and contains only the scheme of an app's
 * own URL.
 */
const targetOf = (url: string): string[] => {
  const [origin] = originOf(url);
  if (origin) return [origin.includes("[") ? "http:" : origin];
  return isUrl(url) ? [new URL(url).protocol] : [];
};

/**
 * The page's content security policy: it loads only its style and the given images.
 * @param goesTo URLs to which the form can lead. Chrome also checks every redirect after a form against form-action,
 *   and providers redirect to their own sign-in hosts. So if any URL is https, all https hosts are allowed.
 */
function policy({ images = [], goesTo = [], script }: Framed, style: string): string {
  const targets = goesTo.flatMap(targetOf);
  const formAction = [
    "'self'",
    ...targets.filter((origin) => !origin.startsWith("https://")),
    ...(targets.some((origin) => origin.startsWith("https://")) ? ["https:"] : []),
  ];
  const imageSources = images.flatMap(originOf);
  return [
    "default-src 'none'",
    `style-src ${hashed(style)}`,
    ...(script ? [`script-src ${hashed(script)}`] : []),
    `img-src 'self'${[...new Set(imageSources)].map((origin) => ` ${origin}`).join("")}`,
    `form-action ${[...new Set(formAction)].join(" ")}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}

/** Query parameters that links to other languages keep. */
type Languages = { keep?: Readonly<Record<string, string>> | URLSearchParams | undefined };

type Framed = {
  status: number;
  language: Language;
  title: string;
  body: Html;
  images?: string[];
  goesTo?: string[];
  accent?: string | undefined;
  /** Style rules of this kind of page. */
  style?: string;
  script?: string;
  languages?: Languages | undefined;
};

/** The other languages as links. They work without a script; only values that were not sent are lost. */
function toLanguages(present: Language, { keep = {} }: Languages): Html {
  const parameters = [...new URLSearchParams(keep)].filter(([name]) => name !== "lang");
  const items = Object.entries(LANGUAGES).map(([code, name]) => {
    const query = String(new URLSearchParams([["lang", code], ...parameters]));
    const link = html`<a href="?${query}" hreflang="${code}">${name}</a>`;
    return html`<li lang="${code}">${code === present ? html`<b aria-current="true">${name}</b>` : link}</li>`;
  });
  return html`<nav aria-label="${connectingTexts(present).languages}"><ul>
${joined(items)}
</ul></nav>`;
}

/** Renders a page with its frame. */
export function renderFrame(page: Framed): Page {
  const { status, language, title, body, script, languages } = page;
  const style = styleFor(page);
  const whole = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="/icon.svg">
<style>${trusted(style)}</style>
</head>
<body>
<main>
${joined([body, languages && toLanguages(language, languages)])}
</main>${
    script
      ? html`
<script>${trusted(script)}</script>`
      : ""
  }
</body>
</html>
`;
  return { status, html: String(whole), policy: policy(page, style) };
}

export const isWebAddress = (url: string): boolean => originOf(url).length > 0;

/** The head of a page whose app is not known. */
const PRODUCT = html`<p class="who"><img src="/icon.svg" alt=""><span>Patchbay</span></p>`;

/** The name and the logo of the app at the head of a page; of the product on a page that belongs to no app. */
export function toHead(branding: Branding | undefined): Html {
  if (!branding) return PRODUCT;
  const { name, logoUrl } = branding;
  return html`<p class="who">${logoUrl && isWebAddress(logoUrl) ? html`<img src="${logoUrl}" alt="">` : ""}<span>${name}</span></p>`;
}

/** The parts of a project's look that the frame itself needs. */
export const lookOf = (branding: Branding | undefined): Pick<Framed, "images" | "accent"> => ({
  images: branding?.logoUrl ? [branding.logoUrl] : [],
  accent: branding?.accent,
});

type Step = { href: string; words: string };

/** Further parts of a page with a message: the app that it belongs to, and the next step. */
type NoticeParts = {
  branding?: Branding | undefined;
  go?: Step | undefined;
  /** A further step. */
  second?: Step | undefined;
  languages?: Languages | undefined;
};

/** A page with one message: the end of a connection without a callback URL, or an invalid link. */
export const noticePage = (
  status: number,
  language: Language,
  [title, ...sentences]: NoticeText,
  { branding, go, second, languages }: NoticeParts = {},
): Page =>
  renderFrame({
    status,
    language,
    title: branding ? `${title} · ${branding.name}` : title,
    body: joined([
      toHead(branding),
      html`<h1>${title}</h1>`,
      ...sentences.map((sentence) => html`<p>${sentence}</p>`),
      go ? html`<a class="go" href="${go.href}">${go.words}</a>` : undefined,
      second ? html`<a class="go second" href="${second.href}">${second.words}</a>` : undefined,
    ]),
    ...lookOf(branding),
    languages,
  });
