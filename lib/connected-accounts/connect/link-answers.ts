/**
 * What the page of a link shows after a form. It is stored with the link and shown at the link's own address, so that loading
 * the page again asks nobody anything, and going back leads to the form.
 */
import { db } from "@/lib/kernel/database/db";
import { hashToken, newToken } from "@/lib/kernel/ids";
import { openJson, sealJson } from "@/lib/kernel/process/vault";
import type { AccountValues } from "../account-values";
import type { LinkRow } from "../accounts/connect-links";
import type { ConnectAnswer } from "../pages/deliver-result";
import type { ConnectResult } from "../pages/callback-url";
import type { Visitor } from "@/lib/hosted-pages/visitor";

/** What the provider said of values that were not accepted. */
export type Said = { kind: "refused" } | { kind: "unclear"; status?: number };

/** `browser`: the hash of the one that typed the values; no other one is shown or given them. */
export type FormAnswer = { kind: "form"; browser: string; values: AccountValues; said?: Said; problem?: string };
export type LinkAnswer = FormAnswer | { kind: "end"; result: ConnectResult };

const place = ({ projectId, hash }: Pick<LinkRow, "projectId" | "hash">) => ({
  projectId,
  rowId: hash,
  column: "link_session.answer",
});

/** The answer that an address names by its number; undefined for an older one, or none. */
export function readAnswer(link: LinkRow, number: number | null): LinkAnswer | undefined {
  if (number === null || number !== link.answers || link.answer === null) return undefined;
  try {
    return openJson(link.answer, place(link)) as LinkAnswer;
  } catch {
    return undefined;
  }
}

/** The same of a form, for the browser that sent it; another one learns what is wrong, and nothing that was typed. */
export function readForm(
  link: LinkRow,
  { answer: number, browser }: Visitor,
): (FormAnswer & { isOwn: boolean }) | undefined {
  const answer = readAnswer(link, number);
  if (answer?.kind !== "form") return undefined;
  return { ...answer, isOwn: browser !== null && hashToken(browser) === answer.browser };
}

/** Stores an answer. @returns the address where it is shown */
async function store(link: LinkRow, token: string, answer: LinkAnswer, { language, popup }: Visitor): Promise<string> {
  const { answers } = await db.linkSession.update({
    where: { hash: link.hash, projectId: link.projectId },
    data: { answers: { increment: 1 }, answer: sealJson(answer, place(link)) },
    select: { answers: true },
  });
  const query = new URLSearchParams({ answer: String(answers), lang: language, ...(popup && { popup: "1" }) });
  return `/connect/${token}?${query}`;
}

type Opened = { link: LinkRow; token: string; visitor: Visitor };

/** Shows the form again, with what is to be corrected. */
export async function answerForm(
  { link, token, visitor }: Opened,
  answer: Omit<FormAnswer, "kind" | "browser">,
): Promise<ConnectAnswer> {
  const browser = visitor.browser ?? newToken("br_");
  const redirectTo = await store(link, token, { ...answer, kind: "form", browser: hashToken(browser) }, visitor);
  return { redirectTo, browser };
}

/** Shows how it ended. */
export const answerEnd = async ({ link, token, visitor }: Opened, result: ConnectResult): Promise<ConnectAnswer> => ({
  redirectTo: await store(link, token, { kind: "end", result }, visitor),
});
