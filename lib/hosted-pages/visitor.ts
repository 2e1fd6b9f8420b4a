/** The visitor of a connect page: the language, the browser, and whether the page is a popup of an app. Pure. */
import { chooseLanguage, type Language } from "./languages";

export type Visitor = {
  language: Language;
  /** The cookie that identifies this browser; null if it has none yet. */
  browser: string | null;
  /** Whether `Patchbay.connect` opened the page, which then sends the result to its opener. */
  popup: boolean;
  /** Whether an app wants to show the page in a frame. */
  frame: boolean;
  /** The number of the answer that the address names. */
  answer: number | null;
  /** Whether a click on one of our own pages led here, not the end of another connection (an app chooses its URL). */
  fromOwnPage: boolean;
  requestId: string;
};

/** The parts of a request that describe its visitor. */
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
  frame: search.get("frame") === "1",
  answer: /^[1-9]\d{0,5}$/.test(search.get("answer") ?? "") ? Number(search.get("answer")) : null,
  fromOwnPage: fromOwnPage && !search.has("connected_account_id"),
});
