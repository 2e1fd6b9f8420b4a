/**
 * Auth configs with a proxy, against a real CONNECT proxy on loopback; and auth configs that allow only chosen tools.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAuthConfig } from "@/lib/auth-configs/auth-configs";
import { beginConnection } from "@/lib/connected-accounts/manage/begin-connection";
import { type ConnectProxy, startConnectProxy } from "@/test/servers/connect-proxy";
import {
  connectLoopback,
  installLoopbackToolkit,
  startProvider,
  type Provider,
} from "@/test/servers/loopback-provider";
import { createTestOwner } from "@/test/builders/owners";
import { executeProxy, type ProxyInput } from "./execute-proxy";
import { ON } from "@/test/builders/origin";

const KEY = "proxy-user:planted-proxy-key-01";
let provider: Provider;
let proxy: ConnectProxy;
let projectId: string;

beforeAll(async () => {
  provider = await startProvider();
  await installLoopbackToolkit(provider.baseUrl, []);
  ({ projectId } = await createTestOwner());
  proxy = await startConnectProxy(KEY);
});
afterAll(async () => {
  proxy.stop();
  await provider.close();
});

const send = (accountId: string, endpoint = "/user") =>
  executeProxy(
    { projectId, settings: { storePayloads: true } },
    { connected_account_id: accountId, endpoint, method: "GET" } as ProxyInput,
    { ...ON, source: {} },
  );

async function accountBehind(key: string): Promise<string> {
  const config = await createAuthConfig(projectId, {
    toolkitSlug: "loopback",
    managed: false,
    scheme: "API_KEY",
    proxy: { url: proxy.url, key },
  });
  return (
    await beginConnection(projectId, {
      authConfigId: config.id,
      userId: `behind-${key}`,
      values: { api_key: "key-of-ada-0123456789" },
    })
  ).account.id;
}

describe("an auth config with a proxy", () => {
  it("sends its accounts' requests through the proxy; only the proxy gets the proxy's key", async () => {
    const answer = await send(await accountBehind(KEY));
    expect(answer.status).toBe(200);
    expect(proxy.tunnels).toEqual([
      {
        target: provider.baseUrl.replace("http://", ""),
        authorization: `Basic ${Buffer.from(KEY).toString("base64")}`,
      },
    ]);
    expect(provider.seen[0]?.headers).not.toHaveProperty("proxy-authorization");
    expect(JSON.stringify([answer, provider.seen])).not.toContain("planted-proxy-key-01");
  });

  it("returns 502 when the proxy refuses, and sends nothing around it", async () => {
    provider.reset();
    const answer = await send(await accountBehind("proxy-user:wrong"));
    expect([answer.status, JSON.stringify(answer.data)]).toEqual([
      502,
      expect.stringContaining("proxy of the auth config answered 407") as string,
    ]);
    expect(provider.seen).toEqual([]);
  });

  it("returns 400 for a proxy at a private address that the operator has not allowed", async () => {
    await expect(
      createAuthConfig(projectId, {
        toolkitSlug: "loopback",
        managed: false,
        scheme: "API_KEY",
        proxy: { url: "http://10.1.2.3:3128" },
      }),
    ).rejects.toThrow(/proxy_config.proxy_url: 10.1.2.3 is not a public address/);
  });
});

it("an auth config with a list of allowed tools does not allow proxied requests (403)", async () => {
  const id = await connectLoopback(projectId, "restricted", "key-0123456789", {
    toolAccess: { tools_available_for_execution: ["LOOPBACK_GET"] },
  });
  provider.reset();
  await expect(send(id)).rejects.toMatchObject({
    status: 403,
    message: expect.stringContaining("only chosen tools") as string,
  });
  expect(provider.seen).toEqual([]);
});
