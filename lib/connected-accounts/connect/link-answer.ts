/**
 * The answer to the form of a link. It is stored with the link and shown at the link's own address, so that a reload
 * sends no request to the provider, and going back leads to the form.
 */
import { db } from "@/lib/kernel/database/db";
import { hashToken, newToken } from "@/lib/kernel/ids";
import { openJson, sealJson } from "@/lib/kernel/process/vault";
import type { AccountValues } from "../account-values";
import type { LinkRow } from "../accounts/connect-links";
import type { ConnectAnswer } from "../pages/deliver-result";
import type { ConnectResult } from "../pages/callback-url";
import type { Visitor } from "@/lib/hosted-pages/visitor";

/** Why values were not accepted: the provider refused them, or could not be asked. */
export type Rejection = { kind: "refused" } | { kind: "unclear"; status?: number };

/** `browser`: the hash of the cookie of the browser that sent the values; no other browser sees or reuses them. */
export type FormAnswer = { kind: "form"; browser: string; values: AccountValues; said?: Rejection; problem?: string };
/** `browser`: the hash of the cookie of the browser in which the connection ended; older answers have none. */
type EndAnswer = { kind: "end"; result: ConnectResult; browser?: string };
export type LinkAnswer = FormAnswer | EndAnswer;

const sealContext = ({ projectId, hash }: Pick<LinkRow, "projectId" | "hash">) => ({
  projectId,
  rowId: hash,
  column: "link_session.answer",
});

/** The last answer; undefined without one. */
function openAnswer(link: LinkRow): LinkAnswer | undefined {
  if (link.answer === null) return undefined;
  try {
    return openJson(link.answer, sealContext(link)) as LinkAnswer;
  } catch {
    return undefined;
  }
}

/** The answer with the number in the address; undefined if it does not exist, or if there is a newer answer. */
const readAnswer = (link: LinkRow, number: number | null): LinkAnswer | undefined =>
  number === null || number !== link.answers ? undefined : openAnswer(link);

/**
 * How the connection ended, for the browser in which it did; for an answer without a browser, for everybody with its
 * number. A used-up link shows it without the number.
 */
export function readResult(
  link: LinkRow,
  { answer: number, browser }: Visitor,
): { result: ConnectResult; isOwn: boolean } | undefined {
  const answer = number === null && link.usedAt !== null ? openAnswer(link) : readAnswer(link, number);
  if (answer?.kind !== "end") return undefined;
  const isOwn = browser !== null && answer.browser === hashToken(browser);
  const isOlder = answer.browser === undefined && number !== null;
  return isOwn || isOlder ? { result: answer.result, isOwn } : undefined;
}

/**
 * The answer if it is a form. `isOwn`: whether this browser sent it; another browser sees the errors without the
 * values.
 */
export function readForm(
  link: LinkRow,
  { answer: number, browser }: Visitor,
): (FormAnswer & { isOwn: boolean }) | undefined {
  const answer = readAnswer(link, number);
  if (answer?.kind !== "form") return undefined;
  return { ...answer, isOwn: browser !== null && hashToken(browser) === answer.browser };
}

/** Stores an answer. @returns the address where it is shown */
async function store(
  link: LinkRow,
  token: string,
  answer: LinkAnswer,
  { language, popup, frame }: Visitor,
): Promise<string> {
  const { answers } = await db.linkSession.update({
    where: { hash: link.hash, projectId: link.projectId },
    data: { answers: { increment: 1 }, answer: sealJson(answer, sealContext(link)) },
    select: { answers: true },
  });
  const query = new URLSearchParams({
    answer: String(answers),
    lang: language,
    ...(popup && { popup: "1" }),
    ...(frame && { frame: "1" }),
  });
  return `/connect/${token}?${query}`;
}

type LinkVisit = { link: LinkRow; token: string; visitor: Visitor; framedBy?: string | undefined };

/** Stores the form with its errors. @returns a redirect to the page that shows it again */
export async function answerWithForm(
  { link, token, visitor, framedBy }: LinkVisit,
  answer: Omit<FormAnswer, "kind" | "browser">,
): Promise<ConnectAnswer> {
  const browser = visitor.browser ?? newToken("br_");
  const redirectTo = await store(link, token, { ...answer, kind: "form", browser: hashToken(browser) }, visitor);
  return { redirectTo, browser, inFrame: framedBy !== undefined };
}

/** Stores the result of the connection. @returns a redirect to the page that shows it, which this browser can reload */
export async function answerWithResult(
  { link, token, visitor }: LinkVisit,
  result: ConnectResult,
): Promise<ConnectAnswer> {
  const browser = visitor.browser ?? newToken("br_");
  const redirectTo = await store(link, token, { kind: "end", result, browser: hashToken(browser) }, visitor);
  return { redirectTo, browser };
}
