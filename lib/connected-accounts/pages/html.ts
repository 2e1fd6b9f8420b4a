/** HTML whose values are escaped unless they are HTML themselves. Pure. */
import { html as template, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

/** HTML that is safe to stand in a page. At runtime an object: a plain string is always escaped. */
export type Html = HtmlEscapedString;

/** What may stand in a template; `undefined` leaves nothing. */
type Part = string | number | Html | undefined | readonly Part[];

/** A piece of a page. As none of its values is a promise, Hono's template has the result at once. */
export const html = (texts: TemplateStringsArray, ...values: readonly Part[]): Html =>
  template(texts, ...values) as Html;

/** The pieces that are there, put together with `between`. */
export const joined = (pieces: readonly (Html | undefined)[], between = "\n"): Html =>
  raw(pieces.filter((piece) => piece !== undefined).join(between));

/** A text that is HTML already: our own style and script. Never for a text from elsewhere. */
export const trusted = (text: string): Html => raw(text);
