/** The messages in Slack about calls that wait. All texts of agents are plain text, without links or formats. Pure. */
import { showHidden } from "@/lib/contract/display/show-hidden";
import { cutText } from "@/lib/kernel/text/storable";

export type SlackMessage = { text: string; blocks: string };

export type AskedCall = {
  title: string;
  tool: string;
  user: string;
  /** The ID of the connected account that the call uses, if it names one. */
  account?: string | undefined;
  arguments: Readonly<Record<string, unknown>>;
  /** The page on which a member decides after signing in. */
  url: string;
  expiresAt: Date;
  /** The ID of the call, with the print of all that it does. */
  value: string;
};

/** Slack takes 3,000 characters in a section. */
const MOST_SECTION = 2_900;
const MOST_TITLE = 140;

const plain = (text: string) => ({ type: "plain_text", text, emoji: false });
const section = (text: string) => ({ type: "section", text: plain(text) });
/** Slack makes links and mentions of texts in angle brackets. */
const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const toMessage = (text: string, blocks: readonly object[]): SlackMessage => ({
  text: escaped(cutText(text, MOST_SECTION)),
  blocks: JSON.stringify(blocks),
});

const button = (action: "approve" | "deny", label: string, value: string) => ({
  type: "button",
  action_id: action,
  text: plain(label),
  value,
  style: action === "approve" ? "primary" : "danger",
});

/** A call that does not fit is allowed on its page only, where people see all of it. */
export function toAskMessage(call: AskedCall): SlackMessage {
  const { title, tool, user, account, arguments: args, url, expiresAt, value } = call;
  const words = showHidden(title);
  const wants = `An agent wants to run ${tool} for the user ${showHidden(user)}.`;
  const json = showHidden(JSON.stringify(args, null, 2));
  const fits = json.length <= MOST_SECTION;
  const until = Math.floor(expiresAt.getTime() / 1000);
  return toMessage(`Approval needed: ${words}`, [
    { type: "header", text: plain(cutText(words, MOST_TITLE)) },
    section(cutText(account === undefined ? wants : `${wants} It uses the account ${account}.`, MOST_SECTION)),
    section(fits ? json : `${cutText(json, MOST_SECTION - 200)}…\n\nThis is not all: review the call on its page.`),
    {
      type: "context",
      elements: [
        { type: "mrkdwn", text: `Expires <!date^${until}^{date_short_pretty} {time}|${expiresAt.toISOString()}>` },
      ],
    },
    {
      type: "actions",
      elements: [
        ...(fits ? [button("approve", "Allow", value)] : []),
        button("deny", "Deny", value),
        { type: "button", action_id: "review", text: plain("Review"), url },
      ],
    },
  ]);
}

/** The message after the decision, without buttons. */
export function toDecidedMessage(title: string, outcome: string): SlackMessage {
  const words = showHidden(title);
  return toMessage(`${outcome}: ${words}`, [section(cutText(words, MOST_SECTION)), section(showHidden(outcome))]);
}

export const toTestMessage = (app: string): SlackMessage =>
  toMessage(`Waiting calls of ${app} appear here.`, [section(`Waiting calls of ${showHidden(app)} appear here.`)]);
