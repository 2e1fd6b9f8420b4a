/** Helpers for the tests of files in executions: a provider that receives and returns files, and short calls. */
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { toolkitHandlers } from "@/generated/handlers";
import { GET } from "@/app/api/v3/internal/patchbay/files/[ticket]/[filename]/route";
import { receiveUpload } from "@/lib/files/uploads";
import { createUpload } from "@/lib/files/uploads";
import { env } from "@/lib/kernel/process/env";
import { ApiError } from "@/lib/kernel/errors";
import { createTestOwner } from "@/test/builders/owners";
import { connectLoopback, installLoopbackToolkit } from "@/test/servers/loopback-provider";
import { executeTool, type ExecutionInput } from "@/lib/execution/execute-tool";
import { setToolHandlers } from "@/lib/execution/handlers";
import { executeProxy, type ProxyInput } from "@/lib/execution/execute-proxy";
import { ON } from "./origin";

export type ReceivedRequest = { method: string; url: string; headers: IncomingHttpHeaders; body: Buffer };
export type Answer = (response: ServerResponse, request: ReceivedRequest) => void;

export const file = { type: "object", file_uploadable: true };
export const flat = (fields: { key: string; name: string; as?: "file" }[]) => ({
  mode: "flat" as const,
  contentType: "multipart/form-data",
  fields,
});
export const gmailFields = Object.fromEntries(
  ["recipient_email", "subject", "body"].map((name) => [name, { type: "string" }]),
);
export const TOOLS = [
  {
    slug: "LOOPBACK_FORM",
    input: { type: "object", properties: { file, files: { type: "array", items: file }, title: { type: "string" } } },
    request: {
      method: "POST" as const,
      path: "/form",
      parameters: [],
      body: flat([
        { key: "title", name: "title" },
        { key: "file", name: "file", as: "file" },
        { key: "files", name: "files[]", as: "file" },
      ]),
    },
  },
  {
    slug: "LOOPBACK_BYTES",
    input: { type: "object", properties: { content: file } },
    request: {
      method: "PUT" as const,
      path: "/bytes",
      parameters: [],
      body: { mode: "file" as const, contentType: "application/octet-stream", key: "content" },
    },
  },
  {
    slug: "LOOPBACK_DOWNLOAD",
    input: { type: "object", properties: {} },
    request: { method: "GET" as const, path: "/reports/summary", parameters: [], binary: true },
  },
  {
    slug: "LOOPBACK_READ",
    input: { type: "object", properties: {} },
    request: { method: "GET" as const, path: "/read", parameters: [] },
  },
  {
    slug: "LOOPBACK_SEND_EMAIL",
    input: { type: "object", properties: { ...gmailFields, attachment: file } },
    handler: "gmail/sendEmail",
  },
  { slug: "LOOPBACK_ATTACHMENT", input: { type: "object", properties: {} }, handler: "attachment" },
];

export let server: Server;
export let baseUrl: string;
export let requests: ReceivedRequest[] = [];
export let answer: Answer;
export const setAnswer = (next: Answer): void => {
  answer = next;
};
export let projectId: string;
export let otherProjectId: string;
export let accountId: string;

beforeAll(async () => {
  server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .on("end", () => {
        const request = {
          method: incoming.method ?? "",
          url: incoming.url ?? "",
          headers: incoming.headers,
          body: Buffer.concat(chunks),
        };
        requests.push(request);
        answer(response, request);
      });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await installLoopbackToolkit(baseUrl, TOOLS);
  setToolHandlers({
    ...toolkitHandlers,
    loopback: {
      attachment: () =>
        Promise.resolve({
          size: 3,
          file: { name: "a.bin", mimetype: "application/x-test", bytes: Buffer.from("abc") },
        }),
    },
  });
  ({ projectId } = await createTestOwner());
  ({ projectId: otherProjectId } = await createTestOwner());
  accountId = await connectLoopback(projectId, "ada", "key-of-ada-0123456789");
  await connectLoopback(otherProjectId, "ada", "key-of-another-ada-0123456789");
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests = [];
  answer = (response) => {
    response.writeHead(200, { "content-type": "application/json" }).end('{"ok":true}');
  };
});

export const FACTS = { ...ON, source: {} };
export const caller = (id: string) => ({ projectId: id, settings: { storePayloads: true } });
export const run = (slug: string, args: Record<string, unknown>, as = projectId) =>
  executeTool(caller(as), slug, { user_id: "ada", arguments: args } as ExecutionInput, FACTS);
export const proxy = (input: Partial<ProxyInput>) =>
  executeProxy(caller(projectId), { connected_account_id: accountId, endpoint: "/x", method: "GET", ...input }, FACTS);

export const md5 = (bytes: Buffer): string => createHash("md5").update(bytes).digest("hex");

/** Uploads a file as a client does, and returns the argument for it. */
export async function uploaded(bytes: Buffer, { name = "a.txt", mimetype = "text/plain" } = {}) {
  const { key, url } = await createUpload(projectId, {
    toolkitSlug: "loopback",
    toolSlug: "ANY",
    name,
    mimetype,
    md5: md5(bytes),
  });
  await receiveUpload(new URL(url).pathname.split("/").at(-2) ?? "", { body: [bytes], mimetype, length: bytes.length });
  return { name, mimetype, s3key: key };
}

export async function download(url: string): Promise<{ type: string | null; bytes: Buffer }> {
  const [ticket = "", filename = ""] = new URL(url).pathname.split("/").slice(-2);
  const response = await GET(new Request(url), { params: Promise.resolve({ ticket, filename }) });
  expect(response.status).toBe(200);
  return { type: response.headers.get("content-type"), bytes: Buffer.from(await response.arrayBuffer()) };
}

export const failure = async (work: Promise<unknown>): Promise<ApiError> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error("expected a refusal");
};

export const bytesAnswer =
  (bytes: Buffer, headers: Record<string, string>): Answer =>
  (response) => {
    response.writeHead(200, headers).end(bytes);
  };
export const spoolIsEmpty = () => {
  expect(readdirSync(path.join(env().dataDir, "files", ".partial"))).toEqual([]);
};

export type Reference = { s3url: string; mimetype: string; name: string; size: number; s3key: string };
export const referenceOf = ({ data }: { data: Record<string, unknown> }, name = "response_data"): Reference =>
  data[name] as Reference;
