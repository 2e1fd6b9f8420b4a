/** The project's webhook subscriptions, for names and choices: a project has 50 at most. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { query, type ResultOf } from "@/lib/contract/client";
import { webhooksApi } from "@/generated/addresses/webhooks";
import { TEST_RECEIVER_URL } from "@/lib/webhooks/constants";

export type Receiver = ResultOf<typeof webhooksApi.listWebhookSubscriptions>["items"][number];

export const useReceivers = () =>
  useQuery({ ...query(webhooksApi.listWebhookSubscriptions, { query: { limit: 50 } }), staleTime: 10_000 });

export const isTestReceiver = ({ webhook_url: url }: Pick<Receiver, "webhook_url">): boolean =>
  url === TEST_RECEIVER_URL;

/** An address without what all addresses have. */
export const shortUrl = (url: string): string =>
  url === TEST_RECEIVER_URL ? "Test endpoint" : url.replace(/^https?:\/\//, "").replace(/\/$/, "");
