/** The websocket and the stream by which programs listen to a project's events. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";

const tag = "Realtime";
const read = { tag, auth: "project", permission: "triggers:read", audit: "none" } as const;

export const realtimeApi = {
  getRealtimeCredentials: operation({
    id: "internal.sdk.realtime.credentials",
    method: "GET",
    path: "/api/v3/internal/sdk/realtime/credentials",
    ...read,
    summary: "Get the URL of the project's event websocket",
    response: z.object({ project_id: z.string(), pusher_key: z.string(), pusher_cluster: z.string() }),
  }),
  authorizeRealtime: operation({
    id: "internal.sdk.realtime.auth",
    method: "POST",
    path: "/api/v3/internal/sdk/realtime/auth",
    ...read,
    summary: "Allow a connection of the websocket to listen to the project's channel",
    description: "The body is a form or JSON with socket_id and channel_name.",
    response: z.object({ auth: z.string() }),
  }),
  getCliRealtimeCredentials: operation({
    id: "cli.realtime.credentials",
    method: "GET",
    path: "/api/v3/cli/realtime/credentials",
    ...read,
    summary: "Get the URL of the project's event websocket, for command lines",
    response: z.object({ project_id: z.string(), pusher_key: z.string(), pusher_cluster: z.string() }),
  }),
  authorizeCliRealtime: operation({
    id: "cli.realtime.auth",
    method: "POST",
    path: "/api/v3/cli/realtime/auth",
    ...read,
    summary: "Allow a connection of the websocket to listen to the project's channel, for command lines",
    body: z.object({ channel_name: z.string().max(200), socket_id: z.string().max(100) }),
    response: z.object({ auth: z.string() }),
  }),
  streamEvents: operation({
    id: "streamEvents",
    method: "GET",
    path: "/api/v3/internal/patchbay/events/stream",
    ...read,
    permission: "observability:read",
    own: true,
    summary: "Follow the project's events as server-sent events: messages of triggers, and what happens to accounts",
    response: z.string(),
  }),
};
