/** Budgets in words. Pure. */
import type { policiesApi } from "@/generated/addresses/policies";
import { countOf } from "@/lib/contract/count-of";
import type { ResultOf } from "@/lib/contract/client";
import { BY } from "./policy-words";

export type Budget = ResultOf<typeof policiesApi.listBudgets>["items"][number];

const SUBJECTS: Readonly<Record<Exclude<Budget["counted_by"], "all">, string>> = {
  user: "user",
  api_key: "API key",
  account: "connected account",
  session: "session",
  toolkit: "toolkit",
};

/** `200 calls a day for each user`. */
export const toTermsWords = ({ per_day: amount, unit, counted_by: by }: Budget): string =>
  `${amount.toLocaleString("en")} ${unit} a day for ${BY[by]}`;

/** The share of the budget that is used, from 0 to 1. */
export const toShare = ({ most_used: use, per_day: amount }: Budget): number => Math.min(1, use / amount);

/** `180 of 200 calls`. */
export const toUseWords = ({ most_used: use, per_day: amount, unit }: Budget): string =>
  `${use.toLocaleString("en")} of ${amount.toLocaleString("en")} ${unit}`;

/** Whose use is shown, where each subject has a budget of its own; an empty text for one budget of all calls. */
export function toSubjectWords({ counted_by: by, subjects, used_up: spent }: Budget): string {
  if (by === "all") return "";
  const noun = SUBJECTS[by];
  if (subjects === 0) return `No ${noun} today`;
  const most = subjects === 1 ? `By 1 ${noun}` : `Most used of ${countOf(subjects, noun)}`;
  return spent > 0 ? `${most}; ${spent.toLocaleString("en")} used up` : most;
}
