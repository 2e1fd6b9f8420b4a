/**
 * The pages that end users see while they connect, and the address to which providers send them back. Apart from the
 * other operations of the room, because the dashboard's pages load those.
 */
import { z } from "zod";
import { AuthScheme } from "@/lib/auth-configs/contract";
import { ofStoredFields } from "@/lib/contract/few-keys";
import { operation } from "@/lib/contract/operation";
import { MAX_CALLBACK_VALUE, MAX_ID, MAX_URL } from "@/lib/contract/texts";
import { CLIENT_DOCUMENT } from "../constants";

const tag = "Connected Accounts";
const internal = "/api/v3/internal/patchbay";

export const connectPagesApi = {
  finishOAuth: operation({
    id: "toolkits.auth.callback",
    method: "GET",
    path: "/api/v3/toolkits/auth/callback",
    summary: "Where OAuth providers send people back to",
    tag,
    auth: "none",
    permission: "public",
    audit: "none",
    own: true,
    description:
      "Register this address as the redirect URI of your OAuth app. " +
      "It answers with a redirect to the connection's callback_url " +
      "(to the verifier where the project has one), or with a page.",
    query: z.object({
      state: z.string().max(MAX_URL).optional(),
      code: z.string().max(MAX_CALLBACK_VALUE).optional(),
      error: z.string().max(MAX_CALLBACK_VALUE).optional(),
      error_description: z.string().max(MAX_CALLBACK_VALUE).optional(),
      iss: z.string().max(MAX_URL).optional(),
    }),
    response: z.unknown(),
  }),
  getClientDocument: operation({
    id: "oauth.clientDocument",
    method: "GET",
    path: CLIENT_DOCUMENT,
    summary: "Who this server is, for providers that read it at the address of a client ID",
    tag: "OAuth",
    auth: "none",
    permission: "public",
    audit: "none",
    own: true,
    description: "The address of this document is the client ID (OAuth Client ID Metadata Document). It has no secret.",
    response: z.object({
      client_id: z.string(),
      client_name: z.string(),
      client_uri: z.string(),
      redirect_uris: z.array(z.string()),
      grant_types: z.array(z.string()),
      response_types: z.array(z.string()),
      token_endpoint_auth_method: z.string(),
    }),
  }),
  completeAuth: operation({
    id: "postConnectedAccountsCompleteAuth",
    method: "POST",
    path: "/api/v3/connected_accounts/complete_auth",
    summary: "Complete a connection for the person whom your app has signed in",
    tag,
    auth: "project",
    permission: "connected_accounts:write",
    audit: "connected_account.complete_auth",
    own: true,
    description:
      "For projects with oauth_callback_verifier_url: your verifier gets session_uri in its query. " +
      "Send it with the id of the person who is signed in to your app. " +
      "It can be redeemed once, within ten minutes. " +
      "400 for another user than the connection's, which then fails; " +
      "404 for a session that is unknown, expired, used or another project's, and when the provider refuses.",
    body: z.object({
      session_uri: z.string().trim().min(1, "must be the session_uri that your verifier was given").max(500),
      user_id: z.string().trim().min(1, "must name a user").max(500),
    }),
    response: z.object({ connected_account_id: z.string(), toolkit_slug: z.string() }),
  }),
  previewConnectPage: operation({
    id: "previewConnectPage",
    method: "POST",
    path: `${internal}/connect_preview`,
    summary: "The hosted connect page as end users would see it, for an iframe",
    tag,
    auth: "project",
    permission: "connected_accounts:read",
    audit: "none",
    own: true,
    description: "Show html in a sandboxed iframe by srcdoc. Its form does nothing.",
    body: z.object({
      toolkit_slug: z.string().max(500).trim().toLowerCase().min(1),
      scheme: AuthScheme,
      scopes: z
        .array(z.string().max(500))
        .max(500)
        .optional()
        .meta({ description: "The scheme's default scopes unless told" }),
      /** Fields that the auth config fills already are not asked for. */
      given_fields: z.array(z.string().max(MAX_ID)).max(100).optional(),
      /** The project's look on the page; by default its current name and logo. */
      name: z.string().trim().max(100).optional(),
      accent_color: z.string().trim().max(20).optional(),
      language: z.enum(["en", "es", "de", "fr", "pt", "it", "zh", "ja"]).optional(),
      logo_url: z.string().trim().max(2000).optional(),
    }),
    response: z.object({ html: z.string() }),
  }),
  showConnectPage: operation({
    id: "connect.show",
    method: "GET",
    path: "/connect/{token}",
    summary: "The hosted connect page",
    tag,
    auth: "link",
    permission: "link",
    audit: "none",
    own: true,
    params: z.object({ token: z.string().max(MAX_ID) }),
    response: z.unknown(),
  }),
  submitConnectPage: operation({
    id: "connect.submit",
    method: "POST",
    path: "/connect/{token}",
    summary: "What the person filled in",
    tag,
    auth: "link",
    permission: "link",
    audit: "none",
    own: true,
    params: z.object({ token: z.string().max(MAX_ID) }),
    response: z.unknown(),
  }),
};

/** Operations under the addresses that programs from before version 3 of the API still call. */
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
    successor: "POST /api/v3/connected_accounts/{nanoid}/refresh",
    params: z.object({ connectedAccountId: z.string().min(1).max(MAX_ID) }),
    body: z.object({
      /** Stays empty: what a person has to give, they give on the page of the link. */
      data: ofStoredFields(z.record(z.string(), z.unknown()).nullish()),
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
