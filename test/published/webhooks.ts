/**
 * The published description of the operations on webhook subscriptions and the log of triggers. The realtime operations
 * are described as the official SDK reads them.
 */
import type { PublishedOperation } from "./published-operation";

export const publishedWebhooks: readonly PublishedOperation[] = [
  {
    id: "webhookSubscriptions.list",
    method: "GET",
    path: "/api/v3/webhook_subscriptions",
    status: 200,
    needs: "",
    takes: "limit cursor",
    answers:
      "items[].id items[].webhook_url items[].version items[].enabled_events items[].secret " +
      "items[].created_at items[].updated_at total_pages current_page total_items",
  },
  {
    id: "webhookSubscriptions.create",
    method: "POST",
    path: "/api/v3/webhook_subscriptions",
    status: 201,
    needs: "body:webhook_url body:enabled_events",
    takes: "",
    answers: "id webhook_url version enabled_events secret created_at updated_at",
  },
  {
    id: "webhookSubscriptions.retrieve",
    method: "GET",
    path: "/api/v3/webhook_subscriptions/{id}",
    status: 200,
    needs: "path:id",
    takes: "",
    answers: "id webhook_url version enabled_events secret created_at updated_at",
  },
  {
    id: "webhookSubscriptions.update",
    method: "PATCH",
    path: "/api/v3/webhook_subscriptions/{id}",
    status: 200,
    needs: "path:id",
    takes: "",
    answers: "id webhook_url version enabled_events secret created_at updated_at",
  },
  {
    id: "webhookSubscriptions.delete",
    method: "DELETE",
    path: "/api/v3/webhook_subscriptions/{id}",
    status: 200,
    needs: "path:id",
    takes: "",
    answers: "success",
  },
  {
    id: "webhookSubscriptions.rotateSecret",
    method: "POST",
    path: "/api/v3/webhook_subscriptions/{id}/rotate_secret",
    status: 200,
    needs: "path:id",
    takes: "",
    answers: "id secret",
  },
  {
    id: "webhookSubscriptions.listEventTypes",
    method: "GET",
    path: "/api/v3/webhook_subscriptions/event_types",
    status: 200,
    needs: "",
    takes: "",
    answers: "items[].event_type items[].description items[].supported_versions",
  },
  {
    id: "logs.triggers.list",
    method: "POST",
    path: "/api/v3/internal/trigger/logs",
    status: 200,
    needs: "",
    takes: "",
    answers:
      "nextCursor data[].id data[].connectionId data[].clientId data[].entityId data[].status " +
      "data[].appName data[].createdAt data[].type data[].meta.id data[].meta.type " +
      "data[].meta.createdAt data[].meta.updatedAt data[].meta.provider data[].meta.clientId " +
      "data[].meta.connectionId",
  },
  {
    id: "logs.triggers.retrieve",
    method: "GET",
    path: "/api/v3/internal/trigger/log/{id}",
    status: 200,
    needs: "path:id",
    takes: "",
    answers:
      "log.id log.connectionId log.clientId log.entityId log.status log.appName log.createdAt log.type " +
      "log.meta.id log.meta.type log.meta.createdAt log.meta.updatedAt log.meta.provider " +
      "log.meta.clientId log.meta.connectionId",
  },
  {
    id: "internal.sdk.realtime.credentials",
    method: "GET",
    path: "/api/v3/internal/sdk/realtime/credentials",
    status: 200,
    needs: "",
    takes: "",
    answers: "project_id pusher_key pusher_cluster",
  },
  {
    id: "internal.sdk.realtime.auth",
    method: "POST",
    path: "/api/v3/internal/sdk/realtime/auth",
    status: 200,
    needs: "",
    takes: "",
    answers: "auth",
  },
  {
    id: "org.project.webhook.retrieve",
    method: "GET",
    path: "/api/v3/org/project/webhook",
    status: 200,
    needs: "query:type",
    takes: "type",
    answers: "status url.type webhook_secret",
  },
  {
    id: "org.project.webhook.update",
    method: "POST",
    path: "/api/v3/org/project/webhook/update",
    status: 200,
    needs: "body:type body:webhook_url",
    takes: "",
    answers: "message success",
  },
  {
    id: "org.project.webhook.delete",
    method: "DELETE",
    path: "/api/v3/org/project/webhook",
    status: 200,
    needs: "body:type",
    takes: "",
    answers: "status",
  },
  {
    id: "org.project.webhook.refresh",
    method: "POST",
    path: "/api/v3/org/project/webhook/refresh",
    status: 200,
    needs: "",
    takes: "",
    answers: "message success webhook_secret",
  },
];
