/** The first question of programs from before version 3: the project of their key. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { Anything, OLDER } from "../older.contract";

const text = z.string();
const moment = z.string();

export const olderProjectApi = {
  getClientInfo: operation({
    ...OLDER,
    id: "v1.client.info",
    method: "GET",
    path: "/api/v1/client/auth/client_info",
    permission: "toolkits:read",
    audit: "none",
    summary: "Get the project of the key",
    successor: "GET /api/v3/auth/session/info",
    response: z.object({
      client: z.object({
        id: text,
        autoId: z.number().int(),
        name: text,
        email: text,
        plan: text,
        triggersEnabled: z.boolean(),
        isNewWebhook: z.boolean(),
        createdAt: moment,
        updatedAt: moment,
        webhookURL: text.nullable(),
      }),
      apiKey: z.object({
        id: text,
        name: text,
        clientId: text,
        memberId: text,
        key: text,
        apiKey: text,
        lastUsed: moment.nullable(),
        createdAt: moment,
        updatedAt: moment,
        member: Anything,
      }),
    }),
  }),
  authorizeOlderChannel: operation({
    ...OLDER,
    id: "v1.client.pusherAuth",
    method: "POST",
    path: "/api/v1/client/auth/pusher_auth",
    permission: "triggers:read",
    audit: "none",
    summary: "Allow a connection of the websocket to listen to the project's channel",
    description: "The body is a form with socket_id and channel_name.",
    successor: "POST /api/v3/internal/sdk/realtime/auth",
    response: z.object({ auth: z.string() }),
  }),
  getOlderOpenApi: operation({
    ...OLDER,
    auth: "none",
    id: "v1.openapi",
    method: "GET",
    path: "/api/v1/openapi.json",
    permission: "public",
    audit: "none",
    summary: "The API from before version 3 as an OpenAPI document",
    successor: "GET /api/openapi.json",
    response: Anything,
  }),
};
