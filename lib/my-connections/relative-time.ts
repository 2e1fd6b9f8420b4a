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
export const dayOf = (time: Date, language: Language): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" }).format(time);

function inWords(time: Date, present: Date, language: Language): string {
  const seconds = Math.max(0, (present.getTime() - time.getTime()) / 1000);
  if (seconds > MOST_DAYS * 86_400) return dayOf(time, language);
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? ["second", 60];
  return format.format(-Math.floor(seconds / size) || 0, unit);
}

/** The time until then, at least a minute: another page shows what has ended. */
function fromNow(time: Date, present: Date, language: Language): string {
  const seconds = Math.max(60, (time.getTime() - present.getTime()) / 1000);
  const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? ["minute", 60];
  return new Intl.RelativeTimeFormat(language).format(Math.round(seconds / size), unit);
}

const toTime = (time: Date, language: Language, words: string): Html => {
  const exact = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
  return html`<time datetime="${time.toISOString()}" title="${exact.format(time)} UTC">${words}</time>`;
};

/** How long ago something was; the exact time is the title. */
export const ago = (time: Date, present: Date, language: Language): Html =>
  toTime(time, language, inWords(time, present, language));

/** Whether something was less than a minute ago. */
export const isNow = (time: Date, present: Date): boolean => present.getTime() - time.getTime() < 60_000;

/** The day on which something was. */
export const day = (time: Date, language: Language): Html => toTime(time, language, dayOf(time, language));

/** The day and the clock time, for what a day alone does not tell apart; how long ago, where that is not long. */
export const dayAndTime = (time: Date, present: Date, language: Language): Html => {
  const format = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
  const words = inWords(time, present, language);
  const distance = words === dayOf(time, language) ? "" : ` (${words})`;
  return toTime(time, language, `${format.format(time)} UTC${distance}`);
};

/** Languages that set a remark in brackets where others set it off by a comma. */
const BRACKETS: readonly Language[] = ["zh", "ja"];

/** In how long something will be, and at which clock time: the reader's own clock is not known. */
export const soon = (time: Date, present: Date, language: Language): Html => {
  const clock = new Intl.DateTimeFormat(language, { timeStyle: "short", timeZone: "UTC" }).format(time);
  const words = fromNow(time, present, language);
  return toTime(time, language, BRACKETS.includes(language) ? `${words}（${clock} UTC）` : `${words}, ${clock} UTC`);
};
