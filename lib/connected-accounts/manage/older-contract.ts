/** Operations under the addresses that programs from before version 3 of the API still call. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { ofFewKeys } from "@/lib/contract/few-keys";

const tag = "Connected Accounts";

export const olderConnectionsApi = {
  reinitiateConnection: operation({
    id: "reinitiateConnection",
    method: "POST",
    path: "/api/v1/connectedAccounts/{connectedAccountId}/reinitiate",
    summary: "Renew a connection, or get a new consent link for it (older form)",
    description: "Does what POST /api/v3/connected_accounts/{nanoid}/refresh does, and answers in the older words.",
    tag,
    auth: "project",
    permission: "connected_accounts:write",
    audit: "connected_account.refresh",
    own: true,
    deprecated: true,
    params: z.object({ connectedAccountId: z.string().min(1) }),
    body: z.object({
      /** Stays empty: what a person has to give, they give on the page of the link. */
      data: ofFewKeys(z.record(z.string(), z.unknown()).nullish()),
      redirectUri: z.string().max(2000).nullish(),
    }),
    response: z.object({
      connectionStatus: z.string(),
      connectedAccountId: z.string(),
      redirectUrl: z.string().nullable(),
    }),
  }),
  olderCallback: operation({
    id: "olderCallback",
    method: "GET",
    path: "/api/v1/auth-apps/add",
    summary: "Where OAuth providers send people back to (older address)",
    description: "Leads to the callback of today with the same query, for apps whose redirect URI ends here.",
    tag,
    auth: "none",
    permission: "public",
    audit: "none",
    own: true,
    deprecated: true,
    response: z.unknown(),
  }),
};
