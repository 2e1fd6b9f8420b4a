/** Who opens a page on the way to a connection: the language, the browser, and whether the page is a popup of an app. Pure. */
import { chooseLanguage, type Language } from "./texts";

export type Visitor = {
  language: Language;
  /** The cookie by which this browser is told from others; null before it has one. */
  browser: string | null;
  /** The page was opened by `Patchbay.connect` and tells the opener how it ended. */
  popup: boolean;
  /** A click on one of our own pages led here, and not the end of another connection, whose address an app chose. */
  fromOwnPage: boolean;
  requestId: string;
};

/** What a request says of its visitor. */
export type VisitorFacts = {
  search: URLSearchParams;
  acceptLanguage: string | null;
  browser: string | null;
  fromOwnPage: boolean;
  requestId: string;
};

export const toVisitor = ({ search, acceptLanguage, browser, fromOwnPage, requestId }: VisitorFacts): Visitor => ({
  requestId,
  language: chooseLanguage(search.get("lang"), acceptLanguage),
  browser,
  popup: search.get("popup") === "1",
  fromOwnPage: fromOwnPage && !search.has("connected_account_id"),
});
