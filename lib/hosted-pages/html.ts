/** HTML templates that escape their values, unless these are HTML themselves. Pure. */
import { html as template, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

/** Safe HTML. At runtime an object, so that a plain string is always escaped. */
export type Html = HtmlEscapedString;

/** A value of a template; `undefined` gives nothing. */
type Part = string | number | Html | undefined | readonly Part[];

/** A piece of a page. Its values are no promises, so Hono's template returns the result synchronously. */
export const html = (texts: TemplateStringsArray, ...values: readonly Part[]): Html =>
  template(texts, ...values) as Html;

/** Joins the pieces that are not undefined. */
export const joined = (pieces: readonly (Html | undefined)[], between = "\n"): Html =>
  raw(pieces.filter((piece) => piece !== undefined).join(between));

/** Marks our own style and script as HTML. Never use it for a text from elsewhere. */
export const trusted = (text: string): Html => raw(text);

/**
 * Fills the variables of a text with texts and pieces of a page, in one pass; both are escaped, but for the pieces'
 * tags.
 */
export const fillHtml = (text: string, values: Readonly<Record<string, string | Html>>): Html =>
  joined(
    text.split(/(\{\w+\})/).map((part) => html`${/^\{\w+\}$/.test(part) ? (values[part.slice(1, -1)] ?? part) : part}`),
    "",
  );
