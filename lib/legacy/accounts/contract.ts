/** Connected accounts as before version 3. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { ofStoredFields } from "@/lib/contract/few-keys";
import { flagQuery, listQuery } from "@/lib/contract/page";
import { MAX_ID, MAX_URL, idParam } from "@/lib/contract/texts";
import { Anything, Deleted, OLDER, olderPage, pageQuery, Success } from "../older.contract";
import { IntegrationConfig } from "../integrations/contract";

export const OlderAccount = z
  .object({
    id: z.string(),
    status: z.enum(["INITIATED", "ACTIVE", "FAILED", "EXPIRED"]),
    createdAt: z.string(),
    updatedAt: z.string(),
    appUniqueId: z.string(),
    appName: z.string(),
    integrationId: z.string(),
    connectionParams: Anything.meta({ description: "Its secrets are masked, unless the project shows them" }),
    clientUniqueUserId: z.string(),
    entityId: z.string(),
    isDisabled: z.boolean(),
    enabled: z.boolean(),
    deleted: z.boolean(),
    labels: z.array(z.string()),
    member: Anything,
    memberInfo: Anything,
    meta: z.object({ app: Anything }),
    data: Anything,
    authConfig: Anything,
    invocationCount: z.string(),
  })
  .meta({ id: "OlderConnectedAccount" });

const ConnectionAnswer = z.object({
  connectionStatus: z.string(),
  connectedAccountId: z.string(),
  redirectUrl: z.string().nullable(),
});

const id = z.string().max(MAX_ID);
const user = z.string().trim().max(500).nullish();
const address = z.string().max(MAX_URL).nullish();
const data = ofStoredFields(z.record(z.string(), z.unknown()).nullish());
const labels = z.array(z.string().max(200)).max(100).nullish();
const params = z.object({ connectedAccountId: idParam("Id of the connected account, ca_...") });
const base = "/api/v1/connectedAccounts";
const accountPath = `${base}/{connectedAccountId}` as const;
const read = { method: "GET", permission: "connected_accounts:read", audit: "none" } as const;
const write = { permission: "connected_accounts:write" } as const;

export const olderAccountsApi = {
  listOlderAccounts: operation({
    ...OLDER,
    ...read,
    id: "v1.connectedAccounts.list",
    path: base,
    summary: "List connected accounts",
    successor: "GET /api/v3/connected_accounts",
    query: z.object({
      ...pageQuery,
      appNames: listQuery(id.toLowerCase()),
      status: id.optional(),
      integrationId: id.optional(),
      connectionId: id.optional(),
      user_uuid: listQuery(id),
      entityId: id.optional(),
      labels: listQuery(id),
      showActiveOnly: flagQuery,
      showDisabled: flagQuery,
    }),
    response: olderPage(OlderAccount),
  }),
  createOlderAccount: operation({
    ...OLDER,
    ...write,
    id: "v1.connectedAccounts.create",
    method: "POST",
    path: base,
    audit: "connected_account.create",
    summary: "Begin a connection with an integration",
    successor: "POST /api/v3/connected_accounts",
    body: z.object({
      integrationId: id.min(1, "must name an integration, ac_..."),
      data,
      entityId: user,
      userUuid: user,
      redirectUri: address,
      labels,
    }),
    response: ConnectionAnswer,
  }),
  initiateConnection: operation({
    ...OLDER,
    ...write,
    id: "v2.connectedAccounts.initiate",
    method: "POST",
    path: "/api/v2/connectedAccounts/initiateConnection",
    audit: "connected_account.create",
    summary: "Begin a connection with an app; its integration is made if there is none",
    successor: "POST /api/v3/connected_accounts",
    body: z.object({
      app: z.object({ uniqueKey: id.toLowerCase().nullish(), integrationId: id.nullish() }),
      config: IntegrationConfig.prefault({}),
      connection: z
        .object({
          entityId: user,
          initiateData: data,
          extra: z.object({ redirectURL: address, labels }).nullish(),
        })
        .prefault({}),
    }),
    response: z.object({
      integration: z.object({ id: z.string(), isNewIntegration: z.boolean() }),
      connectionResponse: ConnectionAnswer,
    }),
  }),
  getOlderAccount: operation({
    ...OLDER,
    ...read,
    id: "v1.connectedAccounts.get",
    path: accountPath,
    summary: "Get a connected account",
    successor: "GET /api/v3/connected_accounts/{nanoid}",
    params,
    response: OlderAccount,
  }),
  getOlderAccountInfo: operation({
    ...OLDER,
    ...read,
    id: "v1.connectedAccounts.info",
    path: `${accountPath}/info`,
    summary: "The address of the account's API",
    description:
      "Credentials never leave this server here: parameters is empty. Send requests by POST /api/v2/actions/proxy.",
    successor: "GET /api/v3/connected_accounts/{nanoid}",
    params,
    response: z.object({
      base_url: z.string(),
      parameters: z.array(z.object({ name: z.string(), in: z.string(), value: z.string() })),
      body: Anything,
    }),
  }),
  labelOlderAccount: operation({
    ...OLDER,
    ...read,
    id: "v1.connectedAccounts.data",
    method: "PATCH",
    path: `${accountPath}/data`,
    summary: "Set the labels of a connected account; there are none here, so only an empty list is accepted",
    successor: "PATCH /api/v3/connected_accounts/{nanoid}",
    params,
    body: z.object({ labels }),
    response: Success,
  }),
  deleteOlderAccount: operation({
    ...OLDER,
    ...write,
    id: "v1.connectedAccounts.delete",
    method: "DELETE",
    path: accountPath,
    audit: "connected_account.delete",
    summary: "Delete a connected account",
    successor: "DELETE /api/v3/connected_accounts/{nanoid}",
    params,
    response: Deleted,
  }),
  enableOlderAccount: operation({
    ...OLDER,
    ...write,
    id: "v1.connectedAccounts.enable",
    method: "POST",
    path: `${accountPath}/enable`,
    audit: "connected_account.change_status",
    summary: "Enable a connected account",
    successor: "PATCH /api/v3/connected_accounts/{nanoid}/status",
    params,
    response: Success,
  }),
  disableOlderAccount: operation({
    ...OLDER,
    ...write,
    id: "v1.connectedAccounts.disable",
    method: "POST",
    path: `${accountPath}/disable`,
    audit: "connected_account.change_status",
    summary: "Disable a connected account",
    successor: "PATCH /api/v3/connected_accounts/{nanoid}/status",
    params,
    response: Success,
  }),
};
