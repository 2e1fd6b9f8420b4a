/** Times on a page without scripts, which does not know the person's zone: distances, and days. Pure. */
import type { Language } from "@/lib/hosted-pages/languages";
import { html, type Html } from "@/lib/hosted-pages/html";

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;
/** Older times are shown as a date. */
const MOST_DAYS = 14;

/** The day on which something was, in words. */
export const dayOf = (at: Date, language: Language): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" }).format(at);

function inWords(at: Date, present: Date, language: Language): string {
  const seconds = Math.max(0, (present.getTime() - at.getTime()) / 1000);
  if (seconds > MOST_DAYS * 86_400) return dayOf(at, language);
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? ["second", 60];
  return format.format(-Math.floor(seconds / size) || 0, unit);
}

/** The time until then, at least a minute: another page shows what has ended. */
function fromNow(at: Date, present: Date, language: Language): string {
  const seconds = Math.max(60, (at.getTime() - present.getTime()) / 1000);
  const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? ["minute", 60];
  return new Intl.RelativeTimeFormat(language).format(Math.round(seconds / size), unit);
}

const toTime = (at: Date, language: Language, words: string): Html => {
  const exact = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
  return html`<time datetime="${at.toISOString()}" title="${exact.format(at)} UTC">${words}</time>`;
};

/** How long ago something was; the exact time is the title. */
export const ago = (at: Date, present: Date, language: Language): Html =>
  toTime(at, language, inWords(at, present, language));

/** The day on which something was. */
export const day = (at: Date, language: Language): Html => toTime(at, language, dayOf(at, language));

/** The day and the clock time, for what a day alone does not tell apart; how long ago, where that is not long. */
export const dayAndTime = (at: Date, present: Date, language: Language): Html => {
  const format = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
  const words = inWords(at, present, language);
  const distance = words === dayOf(at, language) ? "" : ` (${words})`;
  return toTime(at, language, `${format.format(at)} UTC${distance}`);
};

/** Languages that set a remark in brackets where others set it off by a comma. */
const BRACKETS: readonly Language[] = ["zh", "ja"];

/** In how long something will be, and at which clock time: the reader's own clock is not known. */
export const soon = (at: Date, present: Date, language: Language): Html => {
  const clock = new Intl.DateTimeFormat(language, { timeStyle: "short", timeZone: "UTC" }).format(at);
  const words = fromNow(at, present, language);
  return toTime(at, language, BRACKETS.includes(language) ? `${words}（${clock} UTC）` : `${words}, ${clock} UTC`);
};
