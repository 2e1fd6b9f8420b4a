/** Proxied requests against a provider on loopback, with the real database. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { pool } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { findToolLogs, requireToolLog } from "@/lib/logs/find-tool-logs";
import { createTestOwner } from "@/test/builders/owners";
import {
  connectLoopback,
  installLoopbackToolkit,
  startProvider,
  type Provider,
} from "@/test/servers/loopback-provider";
import { executeProxy, type ProxyInput } from "./execute-proxy";
import { ON } from "@/test/builders/origin";

const KEY = "key-for-the-proxy-0123456789";

let provider: Provider;
let projectId: string;
let otherProjectId: string;
let accountId: string;

beforeAll(async () => {
  provider = await startProvider();
  await installLoopbackToolkit(`${provider.baseUrl}/api/v4`, []);
  ({ projectId } = await createTestOwner());
  ({ projectId: otherProjectId } = await createTestOwner());
  accountId = await connectLoopback(projectId, "ada", KEY);
});
afterAll(() => provider.close());
beforeEach(() => {
  provider.reset();
});

const run = (
  input: Partial<ProxyInput>,
  project = projectId,
  facts: { signal?: AbortSignal; timeoutMs?: number } = {},
) =>
  executeProxy(
    { projectId: project, settings: { storePayloads: true } },
    { connected_account_id: accountId, endpoint: "/user", method: "GET", ...input } as ProxyInput,
    { ...ON, source: {}, ...facts },
  );
const failure = async (work: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ApiError) return error;
  throw new Error(`expected a refusal, got ${String(error)}`);
};

describe("executeProxy", () => {
  it("sends a relative path with the account's credentials and returns status, data and headers", async () => {
    provider.answer = (_, response) => {
      response
        .writeHead(201, {
          "content-type": "application/json",
          "x-rate": "9",
          "set-cookie": "session=1",
          "x-echo": `Bearer ${KEY}`,
        })
        .end(`{"id":1,"token_seen":"${KEY}"}`);
    };
    const answer = await run({
      method: "POST",
      endpoint: "issues?a=1",
      body: { title: "x" },
      parameters: [
        { name: "b", value: "2 3", type: "query" },
        { name: "X-Extra", value: "y", type: "header" },
      ],
    });
    expect(provider.seen[0]).toMatchObject({
      method: "POST",
      url: "/api/v4/issues?a=1&b=2%203",
      body: '{"title":"x"}',
    });
    expect(provider.seen[0]?.headers).toMatchObject({
      authorization: `Bearer ${KEY}`,
      "x-extra": "y",
      "x-api-version": "7",
      "content-type": "application/json",
    });
    expect(answer).toMatchObject({
      status: 201,
      data: { id: 1, token_seen: "[redacted]" },
      headers: { "x-rate": "9" },
    });
    expect(answer.headers).not.toHaveProperty("set-cookie");
    expect(JSON.stringify(answer)).not.toContain(KEY);
  });

  it.each([
    ["/api/v4/user", "/api/v4/user"],
    ["//evil.example/x", "/api/v4/evil.example/x"],
    ["/\\evil.example/x", "/api/v4/evil.example/x"],
    ["user#x", "/api/v4/user"],
  ])("keeps %s on the base URL", async (endpoint, url) => {
    await run({ endpoint });
    expect(provider.seen[0]?.url).toBe(url);
  });

  it("accepts an absolute URL on the base URL's own origin", async () => {
    await run({ endpoint: `${provider.baseUrl}/other?x=1` });
    expect(provider.seen[0]?.url).toBe("/other?x=1");
  });

  it.each([
    ["https://example.com/x"],
    ["http://169.254.169.254/"],
    ["file:///etc/passwd"],
    ["https://127.0.0.1:1@example.com/"],
    ["https://"],
  ])("does not send credentials to %s (400)", async (endpoint) => {
    const error = await failure(run({ endpoint }));
    expect([error.status, error.message]).toEqual([400, expect.stringContaining("its own hosts only")]);
  });

  it.each([
    ["Authorization", "header"],
    ["authorization", "header"],
    ["cookie", "header"],
    ["host", "header"],
    ["x\ny", "header"],
  ] as const)("refuses the parameter %j (400)", async (name, type) => {
    expect((await failure(run({ parameters: [{ name, value: "x", type }] }))).status).toBe(400);
    expect(provider.seen).toHaveLength(0);
  });

  it("logs refused requests too, without secrets in the address", async () => {
    // Of its own project: an earlier row can be of the same millisecond.
    const { projectId: newProjectId } = await createTestOwner();
    const connected_account_id = await connectLoopback(newProjectId, "ada", KEY);
    const endpoint = "https://ada:hidden@example.com/x?page=2&api_key=hidden";
    await failure(run({ connected_account_id, endpoint, method: "DELETE" }, newProjectId));
    const { rows } = await findToolLogs(newProjectId, { limit: 2 });
    expect(rows).toHaveLength(1);
    const { request } = await requireToolLog(newProjectId, rows[0]?.id ?? "");
    expect(request).toEqual({ http: { method: "DELETE", url: "https://example.com/x?page=2&api_key=%5Bredacted%5D" } });
  });

  it("returns refusals of the provider with their own status, and logs them as failed", async () => {
    provider.answer = (_, response) => {
      response.writeHead(403, { "content-type": "application/json" }).end('{"message":"no"}');
    };
    expect(await run({})).toMatchObject({ status: 403, data: { message: "no" } });
    const { rows } = await findToolLogs(projectId, { limit: 1 });
    expect(rows[0]).toMatchObject({ kind: "proxy", status: "failed", toolkit_slug: "loopback", account_id: accountId });
    expect(await requireToolLog(projectId, rows[0]?.id ?? "")).toMatchObject({
      request: { http: { method: "GET", url: `${provider.baseUrl}/api/v4/user` } },
      response: { status: 403, data: { message: "no" } },
    });
  });

  it("returns bytes as a URL and no data for an empty answer, and sends bytes unchanged", async () => {
    provider.answer = (_, response) => {
      response.writeHead(200, { "content-type": "image/png" }).end(Buffer.from([137, 80, 0, 255]));
    };
    expect((await run({})).binary_data).toMatchObject({
      url: expect.stringContaining("/files/") as string,
      content_type: "image/png",
      size: 4,
    });
    provider.answer = (_, response) => {
      response.writeHead(204).end();
    };
    expect(
      await run({
        method: "PUT",
        binary_body: { base64: Buffer.from("hello").toString("base64"), content_type: "text/x-test" },
      }),
    ).not.toHaveProperty("data");
    expect(provider.seen[1]).toMatchObject({ body: "hello" });
    expect(provider.seen[1]?.headers["content-type"]).toBe("text/x-test");
  });

  it("answers 502 for a provider that cannot be reached and 504 for one that does not answer in time", async () => {
    const unreachableAccount = await connectLoopback(projectId, "gone", KEY, { baseUrl: "http://127.0.0.1:1" });
    expect(await run({ connected_account_id: unreachableAccount })).toMatchObject({
      status: 502,
      data: { phase: "connect" },
    });
    provider.answer = () => undefined;
    expect(await run({}, projectId, { timeoutMs: 200 })).toMatchObject({ status: 504, data: { phase: "timeout" } });
  });

  it("returns 404 for another project's account, and 400 if no account is named", async () => {
    expect((await failure(run({}, otherProjectId))).status).toBe(404);
    expect((await failure(run({ connected_account_id: undefined }))).status).toBe(400);
  });

  it("uses inline credentials if the request has some", async () => {
    await run({
      connected_account_id: undefined,
      custom_connection_data: {
        authScheme: "API_KEY",
        toolkitSlug: "loopback",
        val: { api_key: "brought-along-0123456789" },
      },
    });
    expect(provider.seen[0]?.headers.authorization).toBe("Bearer brought-along-0123456789");
    const { rows } = await pool().query<{ row: string }>("SELECT tool_log::text AS row FROM tool_log");
    expect(rows.map((logRow) => logRow.row).join("\n")).not.toMatch(/brought-along|key-for-the-proxy/);
  });
});
