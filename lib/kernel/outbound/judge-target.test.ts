/** Addresses that people and clients give, and the way of requests through a proxy. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { startConnectProxy, type ConnectProxy } from "@/test/servers/connect-proxy";
import { startDnsServer } from "@/test/servers/dns-server";
import { ApiError } from "../errors";
import { assertReachable, send } from "./send";
import { forgetSettings } from "@/test/setup/process-memory";

afterEach(() => {
  vi.unstubAllEnvs();
  forgetSettings();
});

function refusal(url: string): string {
  try {
    assertReachable(url, "base_url");
    return "taken";
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    expect(error).toMatchObject({ kind: "BadRequest", message: expect.stringMatching(/^base_url: /) as string });
    return error.message;
  }
}

describe("an address that somebody gives", () => {
  it.each([
    "https://api.example.com",
    "https://api.example.com/v1/?a=b#c",
    "HTTPS://API.example.com:8443/",
    "http://example.com.",
    "https://bücher.example/ü",
    "https://xn--bcher-kva.example",
    "https://8.8.8.8",
    "https://[2606:4700::1111]/",
  ])("%s is taken", (url) => expect(refusal(url)).toBe("taken"));

  it.each([
    ["file:///etc/passwd", "must begin with https://"],
    ["//host.example/x", "must begin with https://"],
    ["/path", "must begin with https://"],
    ["host.example", "must begin with https://"],
    ["", "must begin with https://"],
    ["https:/host.example", "must begin with https://"],
    ["https:host.example", "must begin with https://"],
    ["https:///host.example", "must begin with https://"],
    ["https://", "must begin with https://"],
    ["https://?x", "must begin with https://"],
    ["javascript:alert(1)", "must begin with https://"],
    ["ftp://host.example", "must begin with https://"],
    ["https://host.example/\0", "control characters"],
    ["https://host\u0000.example", "control characters"],
    ["https://host.example/\r\nx: y", "control characters"],
    ["https://host\t.example", "control characters"],
    ["https://host.example/\u0085", "control characters"],
    ["https://host.example/a b", "spaces"],
    [" https://host.example", "spaces"],
    ["https://host.example/\u2028", "spaces"],
    ["https://host.example\\@evil.example", "backslashes"],
    ["https:\\\\host.example", "backslashes"],
    ["https://a:b@host.example", "user name or password"],
    ["https://a@host.example", "user name or password"],
    ["https://host.example:99999", "not a valid URL"],
    ["https://exa<mple.com", "not a valid URL"],
    ["https://%00.example", "not a valid URL"],
    [`https://host.example/${"a".repeat(2000)}`, "longer than 2000 characters"],
    ["http://0x7f.1/", "127.0.0.1 is not a public address"],
    ["http://2130706433/", "127.0.0.1 is not a public address"],
    ["http://0177.0.0.1/", "127.0.0.1 is not a public address"],
    ["http://127.1/", "127.0.0.1 is not a public address"],
    ["http://127.0.0.1./", "127.0.0.1 is not a public address"],
    ["http://①②⑦.0.0.1/", "127.0.0.1 is not a public address"],
    ["http://[::7f00:1]/", "is not a public address"],
    ["http://localhost./", "localhost is not a public address"],
    ["http://ⓛocalhost/", "localhost is not a public address"],
    ["http://168.63.129.16/", "is not a public address"],
  ])("400: %j is refused with the field's name", (url, words) => {
    vi.stubEnv("PATCHBAY_OUTBOUND_ALLOW", "");
    forgetSettings();
    expect(refusal(url)).toContain(words);
  });
});

describe("through a proxy of a project's own", () => {
  const KEY = "patchbay:key";
  let proxy: ConnectProxy;
  let dns: Awaited<ReturnType<typeof startDnsServer>>;
  beforeAll(async () => {
    proxy = await startConnectProxy(KEY);
    dns = await startDnsServer(({ name, type }) => {
      if (name === "unknown.example") return 3;
      return type === "A" ? [{ type, address: name.startsWith("private") ? "10.0.0.7" : "1.1.1.1" }] : [];
    });
  });
  afterAll(() => {
    proxy.stop();
    dns.close();
  });

  const ask = (url: string) => {
    vi.stubEnv("PATCHBAY_DNS_SERVERS", dns.address);
    forgetSettings();
    return send({ projectId: "p", method: "GET", url, proxy: { url: proxy.url, key: KEY }, timeoutMs: 5000 });
  };

  it.each(["http://private.example:81/", "http://10.0.0.7:81/", "http://x.localhost:81/"])(
    "no way to %s is asked for: it is not public and not on the operator's list",
    async (url) => {
      await expect(ask(url)).rejects.toMatchObject({ phase: "refused" });
      expect(proxy.tunnels).toEqual([]);
    },
  );

  it("a name that is unknown here is the proxy's to find", async () => {
    await expect(ask("http://unknown.example:81/")).rejects.toBeDefined();
    expect(proxy.tunnels.map(({ target }) => target)).toEqual(["unknown.example:81"]);
  });
});
