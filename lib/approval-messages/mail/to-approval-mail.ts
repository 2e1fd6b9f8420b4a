/** The mails about calls that wait, as text and simple HTML. Pure. */
import { html } from "@/lib/hosted-pages/html";
import { showHidden } from "@/lib/contract/display/show-hidden";
import type { Mail } from "./send-mail";

type AskedCall = { title: string; tool: string; user: string; app: string; url: string; expiresAt: Date };

/** Mail programs cut longer subjects anyway. */
const MOST_OF_SUBJECT = 150;

const toLine = (text: string): string =>
  [...showHidden(text).replaceAll(/\s+/g, " ")].slice(0, MOST_OF_SUBJECT).join("");

/** The call in words and one link. The arguments are only on the page of the link. */
export function toApprovalMail(to: string, { title, tool, user, app, url, expiresAt }: AskedCall): Mail {
  const words = showHidden(title);
  const until = `${expiresAt.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const asks = `An agent of ${showHidden(app)} wants to run ${tool} for the user ${showHidden(user)}:`;
  const next = "Open the link to see the call with all of its arguments, and to allow or deny it. Nothing runs before.";
  const limits = `The link is for you alone, works once, and expires at ${until}.`;
  return {
    to,
    subject: toLine(`Approval needed: ${title}`),
    text: [asks, words, next, url, limits].join("\n\n") + "\n",
    html: String(html`<!doctype html>
<html lang="en"><body style="font:16px/1.5 sans-serif">
<p>${asks}</p>
<p><b>${words}</b></p>
<p>${next}</p>
<p><a href="${url}">Review the call</a></p>
<p style="font-size:13px">${limits}</p>
</body></html>
`),
  };
}

/** The mail of the test button. */
export const toTestMail = (to: string, app: string): Mail => {
  const text = `Mails about waiting calls of ${showHidden(app)} reach you. There is nothing to do.`;
  return { to, subject: toLine(`Test of ${app}`), text: `${text}\n`, html: String(html`<p>${text}</p>`) };
};
