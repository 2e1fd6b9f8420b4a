/** The frame of all pages for end users: no script, one style, escaped texts, their language. */
import { createHash } from "node:crypto";
import type { Branding } from "@/lib/access/projects/branding";
import { html, type Html, joined, trusted } from "./html";
import { isWebAddress, type MarkedToolkit, toHead, toMarks } from "./to-marks";
import type { Language } from "./languages";
import { toLanguages, type LanguageChoice } from "./to-languages";
import { FRAME_STYLE, STYLE, toBrandStyle } from "./style";
import { isUrl } from "@/lib/kernel/text/is-url";
import type { NoticeText } from "./translations/translation";

/** A page, as the route sends it. */
export type Page = {
  status: number;
  html: string;
  policy: string;
  /** The origin whose pages can frame this page. */
  framedBy?: string | undefined;
};

const hashed = (text: string): string => `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;

/** The style with that of the page itself, and with a project's color. */
const styleFor = ({ accent, style = "", framedBy }: Pick<Framed, "accent" | "style" | "framedBy">): string =>
  STYLE + style + (framedBy === undefined ? "" : FRAME_STYLE) + toBrandStyle(accent);

const originOf = (url: string): string[] => (isWebAddress(url) ? [new URL(url).origin] : []);

/**
 * The source of a form's target in the policy. A policy knows no IPv6 addresses, and contains only the scheme of an
 * app's own URL.
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
function policy({ images = [], goesTo = [], script, framedBy }: Framed, style: string): string {
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
    `frame-ancestors ${framedBy ?? "'none'"}`,
    "base-uri 'none'",
  ].join("; ");
}

type Framed = {
  status: number;
  language: Language;
  title: string;
  body: Html;
  images?: string[];
  /** The picture of the browser's tab. */
  icon?: string | undefined;
  goesTo?: string[];
  accent?: string | undefined;
  /** Style rules of this kind of page. */
  style?: string;
  script?: string;
  /** The only origin whose pages can frame this page; no origin can if left out. */
  framedBy?: string | undefined;
  languages?: LanguageChoice | undefined;
};

/** Renders a page with its frame. */
export function renderFrame(page: Framed): Page {
  const { status, language, title, body, script, languages, icon = "/icon.svg" } = page;
  const style = styleFor(page);
  const whole = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="${icon}">
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
  return { status, html: String(whole), policy: policy(page, style), framedBy: page.framedBy };
}

/** The parts of a project's look that the frame itself needs. */
export const lookOf = (branding: Branding | undefined): Pick<Framed, "images" | "accent" | "icon"> => ({
  images: branding?.logoUrl ? [branding.logoUrl] : [],
  icon: branding?.logoUrl && isWebAddress(branding.logoUrl) ? branding.logoUrl : undefined,
  accent: branding?.accent,
});

type Step = { href: string; words: string };

/** Further parts of a page with a message: the app that it belongs to, and the next step. */
type NoticeParts = {
  branding?: Branding | undefined;
  /** The end of a connection: the toolkit, and whether it is connected. */
  end?: { toolkit: MarkedToolkit; ok: boolean } | undefined;
  /** The account at the provider. */
  account?: string | undefined;
  go?: Step | undefined;
  /** A further step. */
  second?: Step | undefined;
  languages?: LanguageChoice | undefined;
  framedBy?: string | undefined;
};

/** The content of a page with one message. */
export function toNotice(
  [title, ...sentences]: NoticeText,
  { branding, end, account, go, second }: Omit<NoticeParts, "languages" | "framedBy">,
): Html {
  return joined([
    end && branding ? toMarks(branding, end.toolkit, end.ok ? "done" : "failed") : toHead(branding),
    html`<h1${end ? html` class="center"` : ""}>${title}</h1>`,
    account ? html`<p class="account">${account}</p>` : undefined,
    ...sentences.map((sentence) => html`<p${end ? html` class="center"` : ""}>${sentence}</p>`),
    go ? html`<a class="go" href="${go.href}">${go.words}</a>` : undefined,
    second ? html`<a class="go second" href="${second.href}">${second.words}</a>` : undefined,
  ]);
}

/** A page with one message: the end of a connection without a callback URL, or an invalid link. */
export const noticePage = (
  status: number,
  language: Language,
  text: NoticeText,
  { languages, framedBy, ...parts }: NoticeParts = {},
): Page =>
  renderFrame({
    status,
    language,
    title: parts.branding ? `${text[0]} · ${parts.branding.name}` : text[0],
    body: toNotice(text, parts),
    ...lookOf(parts.branding),
    images: [parts.branding?.logoUrl ?? "", parts.end?.toolkit.logo ?? ""],
    languages,
    framedBy,
  });
