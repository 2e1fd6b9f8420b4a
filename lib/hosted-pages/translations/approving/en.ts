/** The texts of the pages of approvals in English. */
import type { ApprovingTexts } from "../translation";

export const en: ApprovingTexts = {
  title: "Allow this action?",
  wants: "An agent of {app} wants to run {tool} for the user {user}.",
  account: "It uses the account {account}.",
  details: "All details",
  countsOnce: "Your decision counts for this action only.",
  countsForSession: "If you allow it, the agent can use this tool for the rest of its session.",
  allow: "Allow",
  deny: "Deny",
  footer: "This link is for {approver} and works once. Continue only if you trust who sent it.",
  allowed: ["Allowed", "The action is being carried out."],
  denied: ["Denied", "The action will not run."],
  unknown: ["This link doesn’t work", "It is incomplete or invalid."],
  expired: ["This link has expired", "Nobody decided in time, so nothing was allowed."],
  replay: ["This link was used before", "It works only once."],
  decided: ["Already decided", "Someone has already decided about this action."],
  changed: [
    "The action has changed",
    "The details are different now, so this link doesn’t count. Nothing was allowed.",
  ],
  listTitle: "Your approvals",
  listIntro: "Agents of {app} want to carry out these actions for you. Nothing runs until you allow it.",
  none: "Nothing is waiting for your decision.",
  look: "Review",
  expires: "Expires {time}",
  identical: "Identical actions waiting: {count}",
  allowAll: "Allow all ({count})",
  back: "Your approvals",
  notFound: ["Approval not found", "It has expired, was already decided, or belongs to someone else."],
  notSignedIn: [
    "You’re not signed in",
    "Sign in to see your approvals. A sign-in lasts one hour.",
    "Return to the app and open your approvals.",
  ],
  over: [
    "Your sign-in has expired",
    "A sign-in lasts one hour.",
    "To get a new link, open your approvals in {app} again.",
  ],
  signedOut: ["You’re signed out", "To see your approvals again, open them in {app}."],
};
