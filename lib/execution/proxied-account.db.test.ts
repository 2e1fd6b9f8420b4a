/** Requests of accounts whose auth config names a proxy, through a real CONNECT proxy on loopback; and accounts that may use chosen tools alone. */
import { createServer, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAuthConfig } from "@/lib/auth-configs/auth-configs";
import { beginConnection } from "@/lib/connected-accounts/create-account";
import { connectLoopback, installLoopbackToolkit, startProvider, type Provider } from "@/test/loopback-provider";
import { createTestOwner } from "@/test/owners";
import { proxyExecute, type ProxyInput } from "./proxy";

const KEY = "proxy-user:planted-proxy-key-01";
let provider: Provider;
let proxy: Server;
let projectId: string;
const tunnels: { target: string; authorization: string | undefined }[] = [];

beforeAll(async () => {
  provider = await startProvider();
  await installLoopbackToolkit(provider.baseUrl, []);
  ({ projectId } = await createTestOwner());
  proxy = createServer((_, response) => response.writeHead(400).end());
  proxy.on("connect", (request, socket) => {
    const authorization = request.headers["proxy-authorization"];
    tunnels.push({ target: request.url ?? "", authorization });
    if (authorization !== `Basic ${Buffer.from(KEY).toString("base64")}`) return void socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
    const [host, port] = (request.url ?? "").split(":");
    const upstream = connect(Number(port), host, () => { socket.write("HTTP/1.1 200 OK\r\n\r\n"); upstream.pipe(socket).pipe(upstream); });
    upstream.on("error", () => socket.destroy());
    socket.on("error", () => upstream.destroy());
  });
  await new Promise<void>((resolve) => { proxy.listen(0, "127.0.0.1", resolve); });
});
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await provider.close();
});

const send = (accountId: string, endpoint = "/user") =>
  proxyExecute({ projectId, settings: { storePayloads: true } }, { connected_account_id: accountId, endpoint, method: "GET" } as ProxyInput, { source: {} });

async function accountBehind(key: string): Promise<string> {
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const config = await createAuthConfig(projectId, { toolkitSlug: "loopback", managed: false, scheme: "API_KEY", proxy: { url, key } });
  return (await beginConnection(projectId, { authConfigId: config.id, userId: `behind-${key}`, values: { api_key: "key-of-ada-0123456789" } })).account.id;
}

describe("an auth config with a proxy", () => {
  it("sends its accounts' requests through it, with the key for the proxy alone", async () => {
    const answer = await send(await accountBehind(KEY));
    expect(answer.status).toBe(200);
    expect(tunnels).toEqual([{ target: provider.baseUrl.replace("http://", ""), authorization: `Basic ${Buffer.from(KEY).toString("base64")}` }]);
    expect(provider.seen[0]?.headers).not.toHaveProperty("proxy-authorization");
    expect(JSON.stringify([answer, provider.seen])).not.toContain("planted-proxy-key-01");
  });

  it("502: says that the proxy refused, and sends nothing around it", async () => {
    provider.reset();
    const answer = await send(await accountBehind("proxy-user:wrong"));
    expect([answer.status, JSON.stringify(answer.data)]).toEqual([502, expect.stringContaining("proxy of the auth config answered 407") as string]);
    expect(provider.seen).toEqual([]);
  });

  it("400: refuses a proxy at a private address that the operator has not allowed", async () => {
    await expect(createAuthConfig(projectId, { toolkitSlug: "loopback", managed: false, scheme: "API_KEY", proxy: { url: "http://10.1.2.3:3128" } })).rejects.toThrow(/proxy_config.proxy_url: 10.1.2.3 is not a public address/);
  });
});

it("403: an auth config that lets chosen tools be executed sends no requests of the caller's own", async () => {
  const id = await connectLoopback(projectId, "restricted", "key-0123456789", { toolAccess: { tools_available_for_execution: ["LOOPBACK_GET"] } });
  provider.reset();
  await expect(send(id)).rejects.toMatchObject({ status: 403, message: expect.stringContaining("only chosen tools") as string });
  expect(provider.seen).toEqual([]);
});
