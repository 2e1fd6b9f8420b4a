/** A provider on the loopback address for integration tests, with its toolkit, tools and a connected account. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createAuthConfig, type ToolAccess } from "@/lib/auth-configs/auth-configs";
import type { AnswerNames } from "@/lib/catalog/answers-file";
import type { ToolRequest } from "@/lib/catalog/tool-request";
import { installCompiled } from "@/test/catalog/install-compiled";
import { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { beginConnection } from "@/lib/connected-accounts/manage/begin-connection";
import { newId } from "@/lib/kernel/ids";

export type SeenRequest = { method: string; url: string; headers: IncomingMessage["headers"]; body: string };

export type Provider = {
  baseUrl: string;
  /** Requests in order of arrival. */
  seen: SeenRequest[];
  /** Answers the next requests; by default it echoes JSON. */
  answer: (request: SeenRequest, response: ServerResponse) => void;
  /** Forgets the requests and answers as at the start. */
  reset: () => void;
  close: () => Promise<void>;
};

const echo: Provider["answer"] = (request, response) => {
  response
    .writeHead(200, { "content-type": "application/json" })
    .end(JSON.stringify({ method: request.method, url: request.url, body: request.body }));
};

/** Starts a provider; each answer is what `answer` writes. */
export async function startProvider(): Promise<Provider> {
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .on("end", () => {
        const request = {
          method: incoming.method ?? "",
          url: incoming.url ?? "",
          headers: incoming.headers,
          body: Buffer.concat(chunks).toString("utf8"),
        };
        provider.seen.push(request);
        provider.answer(request, response);
      });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const provider: Provider = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: [],
    answer: echo,
    reset: () => {
      provider.seen.length = 0;
      provider.answer = echo;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return provider;
}

export type TestTool = {
  slug: string;
  tags?: string[];
  input: Record<string, unknown>;
  output?: Record<string, unknown>;
  request?: Omit<ToolRequest, "baseUrl">;
  handler?: string;
  answer?: AnswerNames;
  /** Former names of the tool. */
  aliases?: string[];
};

const API_KEY = ToolkitAuthScheme.parse({
  mode: "API_KEY",
  name: "Key",
  fields: {
    connectedAccountInitiation: [
      { name: "api_key", displayName: "Key", description: "Key", isSecret: true, aliases: ["generic_api_key"] },
    ],
  },
  apply: [{ in: "header", name: "authorization", value: "Bearer {api_key}" }],
});

/** Loads one toolkit `loopback` whose tools answer at `baseUrl`, through the catalog's own loader. */
export async function installLoopbackToolkit(baseUrl: string, tools: TestTool[], noAuth = false): Promise<void> {
  const file = path.join(
    mkdtempSync(path.join(process.env.PATCHBAY_TEST_ROOT ?? tmpdir(), "toolkit-")),
    "loopback.json",
  );
  const object = { type: "object", properties: {} };
  const toolkit = {
    slug: "loopback",
    name: "Loopback",
    description: "A provider for tests",
    baseUrl,
    categories: [],
    authSchemes: noAuth ? [] : [API_KEY],
    noAuth,
    version: "20260101_00",
    popularity: 0,
    meta: { hosts: [], headers: { "x-api-version": "7" }, attribution: [] },
    tools: tools.map(({ slug, tags = [], input, output = object, request, handler, answer, aliases = [] }) => ({
      slug,
      name: slug,
      description: slug,
      tags,
      scopes: [],
      inputSchema: input,
      outputSchema: output,
      important: false,
      deprecated: false,
      aliases,
      run: { ...(request ? { request: { ...request, baseUrl } } : { handler }), ...(answer && { answer }) },
    })),
  };
  const hash = newId("log")
    .slice(4)
    .split("")
    .map((char) => char.charCodeAt(0).toString(16))
    .join("")
    .padEnd(64, "0")
    .slice(0, 64);
  writeFileSync(file, JSON.stringify({ hash, toolCount: tools.length, toolkit }));
  await installCompiled([file], {});
}

/** Connects a user of a project to the toolkit, with a key. Gives the account's id. */
export async function connectLoopback(
  projectId: string,
  userId: string,
  key: string,
  options: { toolAccess?: ToolAccess; baseUrl?: string } = {},
): Promise<string> {
  const { id } = await createAuthConfig(projectId, {
    toolkitSlug: "loopback",
    managed: false,
    scheme: "API_KEY",
    ...(options.toolAccess && { toolAccess: options.toolAccess }),
  });
  const { account } = await beginConnection(projectId, {
    authConfigId: id,
    userId,
    values: { api_key: key, ...(options.baseUrl && { base_url: options.baseUrl }) },
  });
  return account.id;
}
