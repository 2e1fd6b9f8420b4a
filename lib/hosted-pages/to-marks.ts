/** The pictures at the head of a page: the app's mark, and that of the toolkit that is connected to it. Pure. */
import type { Branding } from "@/lib/access/projects/branding";
import { html, type Html, trusted } from "./html";

export const isWebAddress = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

export type MarkedToolkit = { name: string; logo: string };

/** The head of a page whose app is not known. */
const PRODUCT = html`<p class="who"><img src="/icon.svg" alt=""><span>Patchbay</span></p>`;

/** The name and the logo of the app at the head of a page; of the product on a page that belongs to no app. */
export function toHead(branding: Branding | undefined): Html {
  if (!branding) return PRODUCT;
  const { name, logoUrl } = branding;
  return html`<p class="who">${logoUrl && isWebAddress(logoUrl) ? html`<img src="${logoUrl}" alt="">` : ""}<span>${name}</span></p>`;
}

const drawing = (path: string): Html =>
  trusted(
    '<svg viewBox="0 0 24 24" width="22" height="22" fill="none" stroke="currentColor" stroke-width="2" ' +
      `stroke-linecap="round" stroke-linejoin="round">${path}</svg>`,
  );

/** The sign between the two marks: a chain before the connection, then how it ended. */
const SIGNS = {
  open: drawing(
    '<path d="M10 13.5a4.5 4.5 0 0 0 6.6.4l2.6-2.6a4.5 4.5 0 0 0-6.4-6.4l-1.2 1.2"/>' +
      '<path d="M14 10.5a4.5 4.5 0 0 0-6.6-.4l-2.6 2.6a4.5 4.5 0 0 0 6.4 6.4l1.2-1.2"/>',
  ),
  done: drawing('<path d="m5 12.5 4.5 4.5L19 7.5"/>'),
  failed: drawing('<path d="M7 7l10 10M17 7 7 17"/>'),
} as const;

/** A mark; the first letter of the name if there is no picture. */
const toMark = (name: string, picture: string | undefined): Html =>
  picture && isWebAddress(picture)
    ? html`<span class="mark"><img src="${picture}" alt="" width="32" height="32"></span>`
    : html`<span class="mark">${[...name.trim()][0]?.toUpperCase() ?? ""}</span>`;

/** The marks of the app and of the toolkit, with the sign between them. The heading names both. */
export const toMarks = ({ name, logoUrl }: Branding, toolkit: MarkedToolkit, sign: keyof typeof SIGNS = "open"): Html =>
  html`<div class="marks" aria-hidden="true">${toMark(name, logoUrl)}<span class="sign ${sign}">${SIGNS[sign]}</span>${toMark(toolkit.name, toolkit.logo)}</div>`;
