/** The things that wait for a person, as texts with the page where each is settled. Pure. */
import { pluralOf } from "@/lib/contract/count-of";
import type { ResultOf } from "@/lib/contract/client";
import type { overviewApi } from "@/generated/addresses/overview";

export type Attention = ResultOf<typeof overviewApi.getAttention>;

const KINDS = [
  { key: "approvals", singular: "call waits for approval", plural: "calls wait for approval", href: "/approvals" },
  {
    key: "accounts",
    singular: "account stopped working",
    plural: "accounts stopped working",
    href: "/connected-accounts?status=FAILED,EXPIRED",
  },
  { key: "triggers", singular: "trigger is failing", plural: "triggers are failing", href: "/triggers" },
  {
    key: "receivers",
    singular: "webhook endpoint was disabled",
    plural: "webhook endpoints were disabled",
    href: "/settings/webhooks",
  },
] as const;

/** `3 calls wait for approval`; kinds without anything are left out. */
export const toAttentionItems = (attention: Attention): { key: string; label: string; href: string }[] =>
  KINDS.flatMap(({ key, singular, plural, href }) => {
    const count = attention[key];
    return count === 0
      ? []
      : [{ key, href, label: `${count > 99 ? "99+" : count} ${pluralOf(count, singular, plural)}` }];
  });

export const countAttention = ({ approvals, accounts, triggers, receivers }: Attention): number =>
  approvals + accounts + triggers + receivers;

/** The kinds that have more than before. */
export const toNews = (now: Attention, before: Attention): string[] =>
  toAttentionItems(now)
    .filter(({ key }) => now[key as keyof Attention] > before[key as keyof Attention])
    .map(({ label }) => label);
