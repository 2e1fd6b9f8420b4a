/** A server with all routes and what the methods of the official SDKs need: apps, accounts, files, an MCP server. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { addTransferKey } from "@/lib/access/keyring/find-transfer-keys";
import { db } from "@/lib/kernel/database/db";
import { env } from "@/lib/kernel/process/env";
import { recordEvent } from "@/lib/webhooks/events/record-event";
import { answer, type Behavior, type HostileMcp, startHostileMcp } from "../servers/hostile-mcp";
import { ADA, type Api, LOGIN, REPO, startApi } from "../servers/api";
import { PUBLIC_URL, type PublicAddress, startPublicAddress } from "../servers/outside/public-address";

const TOOLKITS = ["github", "gmail", "hackernews", "openai", "slack", "composio"];

/** What a program that drives an SDK gets as JSON. */
type SdkDrive = {
  url: string;
  key: string;
  user: string;
  accounts: Record<string, string>;
  repository: { owner: string; repo: string };
  mail: string;
  /** An MCP server with the tool `write_note`. */
  mcp: string;
  /** A server that answers every request with what it was sent. */
  echo: string;
};

export type SdkStand = {
  drive: SdkDrive;
  /** The server on loopback. */
  url: string;
  address: PublicAddress;
  /** An event of a trigger of the user happens. */
  sendEvent: () => Promise<unknown>;
  stop: () => Promise<void>;
};

const inputSchema = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };
const tools = [{ name: "write_note", description: "Writes a note into the notebook.", inputSchema }];
const notes: Behavior = ({ id, method }, response) =>
  method === "tools/list" ? (answer(response, id, { tools }), true) : undefined;

/** Takes any request, and a file of OpenAI's; gives a recording for the content of a file. */
async function startEcho(): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (request.url === "/files/file-1/content")
        return response.writeHead(200, { "content-type": "audio/mpeg" }).end("a recording");
      const content = Buffer.concat(chunks).toString("latin1");
      response.writeHead(200, { "content-type": "application/json" });
      return response.end(
        JSON.stringify({ id: "file-1", object: "file", method: request.method, path: request.url, sent: content }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function connectByKey({ call }: Api, toolkit: string, userId: string, base_url: string): Promise<string> {
  const config = await call("POST", "/api/v3/auth_configs", {
    toolkit: { slug: toolkit },
    auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: { base_url } },
  });
  const val = { api_key: "key-of-ada-0123456789", generic_api_key: "key-of-ada-0123456789" };
  const account = await call("POST", "/api/v3/connected_accounts", {
    auth_config: { id: (config.body.auth_config as { id: string }).id },
    connection: { user_id: userId, state: { authScheme: "API_KEY", val } },
  });
  return account.body.id as string;
}

/** Starts everything; the server counts as one at a public address. */
export async function startSdkStand(): Promise<SdkStand> {
  const api = await startApi(TOOLKITS);
  const [echo, mcp, address] = await Promise.all([
    startEcho(),
    startHostileMcp({ notes }) as Promise<HostileMcp>,
    startPublicAddress(api.url, ["ws-patchbay.pusher.com"]),
  ]);
  Object.assign(env(), { publicUrl: PUBLIC_URL, realtimeCluster: "patchbay" });
  await addTransferKey(api.organizationId);
  const user = "ada";
  const accounts = {
    github: await api.connect("github", user),
    gmail: await api.connect("gmail", user),
    openai: await connectByKey(api, "openai", user, echo.url),
  };
  const trigger = {
    triggerSlug: "GMAIL_NEW_GMAIL_MESSAGE",
    triggerId: "ti_1",
    toolkitSlug: "gmail",
    userId: user,
    connectedAccountId: accounts.gmail,
    authConfigId: "ac_1",
  };
  const event = { type: "composio.trigger.message" as const, trigger, payload: { subject: "Hello" } };
  return {
    url: api.url,
    address,
    sendEvent: () => db.$transaction((tx) => recordEvent(tx, api.projectId, event)),
    drive: {
      url: PUBLIC_URL,
      key: api.key,
      user,
      accounts,
      repository: { owner: LOGIN, repo: REPO },
      mail: ADA,
      mcp: mcp.url("notes"),
      echo: echo.url,
    },
    stop: async () => {
      echo.server.closeAllConnections();
      echo.server.close();
      address.stop();
      await mcp.stop();
      await api.stop();
    },
  };
}
