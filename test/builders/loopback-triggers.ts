/** Trigger types of the loopback toolkit, written as files of toolkits are, and a project whose accounts use them. */
import { createHmac } from "node:crypto";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { installTriggers } from "@/lib/catalog/load/install-triggers";
import { parseYamlFile } from "@/lib/catalog/compile/sources/parse-yaml-file";
import { forgetCatalog } from "@/lib/catalog/read/catalog";
import { compileTriggers } from "@/lib/catalog/triggers/compile-triggers";
import { TriggerFile } from "@/lib/catalog/triggers/trigger-file";
import { createApiRouter } from "@/lib/http/api-door/api-router";
import type { Route } from "@/lib/http/api-door/define-route";
import { pool } from "@/lib/kernel/database/db";
import { installLoopbackToolkit, type TestTool } from "../servers/loopback-provider";
import { createTestOwner } from "./owners";

const ORIGIN = "http://localhost:3000";

const modules = (
  await Promise.all([
    import("@/app/api/v3/trigger_instances/[slug]/upsert/route"),
    import("@/app/api/v3/trigger_instances/active/route"),
    import("@/app/api/v3/trigger_instances/manage/[triggerId]/route"),
    import("@/app/api/v3/triggers_types/route"),
    import("@/app/api/v3/triggers_types/[slug]/route"),
    import("@/app/api/v3/internal/patchbay/triggers/[triggerId]/diagnosis/route"),
    import("@/app/api/v3/internal/patchbay/triggers/[triggerId]/sample/route"),
    import("@/app/api/v3/internal/patchbay/triggers/many/route"),
    import("@/app/api/v3/internal/patchbay/refused_requests/route"),
    import("@/app/api/v3/webhook_subscriptions/route"),
    import("@/app/api/v3/webhook_subscriptions/[id]/route"),
    import("@/app/api/v3/webhook_endpoints/route"),
    import("@/app/api/v3/webhook_endpoints/schema/route"),
    import("@/app/api/v3/webhook_endpoints/[nano_id]/route"),
    import("@/app/api/v3/trigger_instances/[slug]/[project_id]/handle/route"),
    import("@/app/api/v3/webhook_ingress/[toolkit]/[endpoint_id]/trigger_event/route"),
  ])
).flatMap((module) => Object.values(module) as Route[]);
const door = createApiRouter(modules);

/** Puts the toolkit `loopback` with these trigger types, and tools, into the catalog. */
export async function installLoopbackTriggers(baseUrl: string, yaml: string, tools: TestTool[] = []): Promise<void> {
  await installLoopbackToolkit(baseUrl, tools);
  const types = compileTriggers("loopback", parseYamlFile(TriggerFile, "test", yaml), "test");
  const client = await pool().connect();
  try {
    await installTriggers(client, types);
  } finally {
    client.release();
  }
  forgetCatalog();
}

export type Reply = { status: number; body: Record<string, unknown>; headers: Headers; text: string };
export type TriggerClient = {
  projectId: string;
  /** By the project's key, or by another one. */
  call: (method: string, path: string, body?: unknown, key?: string) => Promise<Reply>;
  /** Creates a trigger and returns its id. */
  upsert: (slug: string, account: string, config?: object) => Promise<string>;
  /** A trigger in the form of the API. */
  state: (id: string) => Promise<Record<string, unknown>>;
};

const ask = async (request: Request): Promise<Reply> => {
  const answer = await door.fetch(request);
  const text = await answer.text();
  const isJson = (answer.headers.get("content-type") ?? "").includes("json");
  const body = (isJson && text ? JSON.parse(text) : {}) as Reply["body"];
  return { status: answer.status, headers: answer.headers, body, text };
};

/** A new project with a key. */
export async function newTriggerClient(): Promise<TriggerClient> {
  const { projectId } = await createTestOwner();
  const { key: ownKey } = await createApiKey(projectId, { name: "tests" });
  const call: TriggerClient["call"] = (method, path, body, key = ownKey) =>
    ask(
      new Request(`${ORIGIN}/api/v3${path}`, {
        method,
        headers: { "x-api-key": key, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
  return {
    projectId,
    call,
    upsert: async (slug, account, config = {}) => {
      const { status, text, body } = await call("POST", `/trigger_instances/${slug}/upsert`, {
        connected_account_id: account,
        trigger_config: config,
      });
      if (status !== 200) throw new Error(`${status} ${text}`);
      return body.trigger_id as string;
    },
    state: async (id) => {
      const { body } = await call("GET", `/trigger_instances/active?trigger_ids=${id}&show_disabled=true`);
      return (body.items as { state: Record<string, unknown> }[])[0]?.state ?? {};
    },
  };
}

/** A request that a provider sends to one of our addresses. */
export const report = (
  url: string,
  raw: string,
  headers: Record<string, string> = {},
  method = "POST",
): Promise<Reply> => ask(new Request(url, { method, headers, ...(method === "POST" && { body: raw }) }));

/** The hex of an HMAC-SHA256. */
export const signed = (secret: string, text: string): string => createHmac("sha256", secret).update(text).digest("hex");
