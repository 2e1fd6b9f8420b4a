/** The API on a port, with real toolkits of the catalog and their emulated providers, for clients of every kind. */
import { fork } from "node:child_process";
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { getRequestListener } from "@hono/node-server";
import { toolkitHandlers } from "@/generated/handlers";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { watchKey } from "@/lib/access/keys/watch-key";
import { installCompiled } from "@/test/catalog/install-compiled";
import { forgetCatalog } from "@/lib/catalog/read/catalog";
import { setToolHandlers } from "@/lib/execution/handlers";
import { answerJson } from "@/lib/http/listener/answer-json";
import { createListener } from "@/lib/http/listener/create-listener";
import { isRealtime, realtimeServer } from "@/lib/realtime/realtime-server";
import { buildCatalog } from "@/scripts/catalog/build-catalog";
import { buildTriggers } from "@/scripts/catalog/build-triggers";
import { inRoot } from "@/scripts/paths.mjs";
import { openAllRoutes } from "./all-routes";
import { createTestOwner } from "../builders/owners";
import { APPS, CALLBACK } from "./oauth-providers";

export const ADA = "ada@example.com";
export const LOGIN = "octocat";
export const REPO = "hello-world";

const SEEDS = {
  google: {
    users: [{ email: ADA, name: "Ada Lovelace" }],
    messages: ["welcome", "second"].map((id) => ({
      id: `msg_${id}`,
      user_email: ADA,
      from: "welcome@example.com",
      to: ADA,
      subject: `About ${id}`,
      body_text: "Hello Ada.",
      label_ids: ["INBOX"],
    })),
    calendars: [{ id: "primary", user_email: ADA, summary: "Ada", primary: true, time_zone: "UTC" }],
    oauth_clients: [{ ...APPS.google, name: "Patchbay", redirect_uris: [CALLBACK] }],
  },
  slack: {
    team: { name: "Engines", domain: "engines" },
    users: [{ name: "ada", real_name: "Ada Lovelace", email: ADA }],
    // Slack finds a channel by its name with the sign; the emulator by the whole text.
    channels: [{ name: "#general", topic: "All" }],
    oauth_apps: [{ ...APPS.slack, name: "Patchbay", redirect_uris: [CALLBACK] }],
  },
  github: {
    users: [{ login: LOGIN, name: "The Octocat", email: "octocat@example.com" }],
    repos: [{ owner: LOGIN, name: REPO, auto_init: true }],
    oauth_apps: [{ ...APPS.github, name: "Patchbay", redirect_uris: [CALLBACK] }],
  },
};
type Urls = Record<keyof typeof SEEDS, string>;

export type Answer = { status: number; headers: Headers; body: Record<string, unknown> };

export type Api = {
  url: string;
  key: string;
  projectId: string;
  organizationId: string;
  urls: Urls;
  /** `path` with its version, as it is. */
  call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
  /** Connects a user by a token, at the emulated provider; returns the account's id. */
  connect: (toolkit: string, userId: string, more?: object) => Promise<string>;
  stop: () => Promise<void>;
};

/** The API on a port of the loopback address; 0 is a free port. */
export async function listen(port: number): Promise<{ server: Server; url: string }> {
  const door = openAllRoutes();
  const answer = getRequestListener((request) => door.fetch(request), { overrideGlobalObjects: false });
  const server = createListener({
    answer: (request, response) => {
      const match = door.find(request.method ?? "", (request.url ?? "").split("?")[0] ?? "");
      return match ? answerJson(match, request, response) : answer(request, response);
    },
    upgrade: realtimeServer(watchKey),
    upgrades: isRealtime,
  });
  await new Promise<void>((resolve) => {
    server.listen(port, "127.0.0.1", resolve);
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/**
 * Starts everything. The catalog has only the named toolkits, with their trigger types. The default port is a free
 * port.
 */
export async function startApi(toolkits: readonly string[], port = 0): Promise<Api> {
  const built = await buildCatalog(inRoot(), inRoot(".cache/catalog"), () => undefined);
  const files = built.toolkits.map(({ file }) => file);
  await installCompiled(
    files.filter((file) => toolkits.includes(path.basename(file).split(".")[0] ?? "")),
    built.categories,
    { triggers: buildTriggers(inRoot(), inRoot(".cache/catalog"), built) },
  );
  forgetCatalog();
  setToolHandlers(toolkitHandlers);
  const child = fork(inRoot("scripts/demo/emulate-child.mjs"), {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    execArgv: [],
  });
  child.send(SEEDS);
  const [urls] = (await once(child, "message")) as [Urls];
  const { server, url } = await listen(port);
  const { projectId, organizationId } = await createTestOwner();
  const { key } = await createApiKey(projectId, { name: "written" });
  const call: Api["call"] = async (method, urlPath, body, headers = { "x-api-key": key }) => {
    const answer = await fetch(url + urlPath, {
      method,
      redirect: "manual",
      headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: (text ? JSON.parse(text) : {}) as Answer["body"] };
  };
  const bases: Record<string, string> = { slack: `${urls.slack}/api`, github: urls.github };
  return {
    url,
    key,
    projectId,
    organizationId,
    urls,
    call,
    connect: async (toolkit, userId, more = {}) => {
      const base_url = bases[toolkit] ?? (toolkit === "googlecalendar" ? `${urls.google}/calendar/v3` : urls.google);
      const config = await call("POST", "/api/v3/auth_configs", {
        toolkit: { slug: toolkit },
        auth_config: { type: "use_custom_auth", authScheme: "BEARER_TOKEN", credentials: { base_url } },
      });
      const response = await call("POST", "/api/v3/connected_accounts", {
        auth_config: { id: (config.body.auth_config as { id: string }).id },
        connection: {
          user_id: userId,
          state: { authScheme: "BEARER_TOKEN", val: { token: "a-token-of-ada" } },
          ...more,
        },
      });
      if (response.status !== 201) throw new Error(JSON.stringify([config.body, response.body]));
      return response.body.id as string;
    },
    stop: async () => {
      if (child.connected) child.disconnect();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
