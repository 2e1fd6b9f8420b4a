/** Whose X-Forwarded-For is believed. */
import type { IncomingMessage } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { env } from "@/lib/kernel/process/env";
import { remembered } from "@/test/setup/process-memory";
import { dropUntrustedClaims } from "./forwarded-for";

const CLAIMED = {
  "x-forwarded-for": "203.0.113.9",
  "x-forwarded-host": "evil.example",
  "x-forwarded-proto": "https",
  "x-forwarded-port": "443",
  "x-real-ip": "203.0.113.9",
  forwarded: "for=203.0.113.9;proto=https",
};
const forget = () => {
  for (const name of ["env", "http.trusted-proxies"]) remembered.delete(name);
};
beforeEach(forget);
afterEach(() => {
  delete process.env.PATCHBAY_TRUSTED_PROXIES;
  forget();
});

function seenFrom(peer: string, sentHeaders: Record<string, string> = CLAIMED, proxies?: string) {
  if (proxies !== undefined) process.env.PATCHBAY_TRUSTED_PROXIES = proxies;
  const headers: Record<string, string> = { host: "x", ...sentHeaders };
  const rawHeaders = Object.entries({ Host: "x", ...sentHeaders }).flatMap(([name, value]) => [
    name.toUpperCase(),
    value,
  ]);
  dropUntrustedClaims({ headers, rawHeaders } as unknown as IncomingMessage, peer);
  return { headers, rawHeaders };
}

describe("trusted proxies", () => {
  it.each(["8.8.8.8", "::ffff:8.8.8.8", "2606:4700::1111", "10.0.0.2", "172.18.0.3", "192.168.1.1", "fe80::1", "::2"])(
    "do not include %s, unless it is named",
    (peer) => {
      expect(seenFrom(peer)).toEqual({ headers: { host: "x" }, rawHeaders: ["HOST", "x"] });
      forget();
      expect(seenFrom(peer, CLAIMED, `198.51.100.1 ${peer}`).headers).toEqual({ host: "x", ...CLAIMED });
    },
  );

  it.each(["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"])(
    "include loopback (%s), unless others are named",
    (peer) => {
      expect(seenFrom(peer).headers).toEqual({ host: "x", ...CLAIMED });
      forget();
      expect(seenFrom(peer, CLAIMED, "10.0.0.0/8").headers).toEqual({ host: "x" });
    },
  );

  it("include address blocks, and IPv4 addresses in IPv6 form", () => {
    for (const peer of ["10.255.0.1", "::ffff:10.255.0.1", "2001:db8:1::9"]) {
      forget();
      expect(seenFrom(peer, CLAIMED, "10.0.0.0/8,2001:db8:1::/48").headers["x-forwarded-for"]).toBe("203.0.113.9");
    }
    expect(env().trustedProxies).toHaveLength(2);
  });
});

describe("the client's address", () => {
  it.each([
    ["1.1.1.1, 203.0.113.9", "203.0.113.9"],
    ["1.1.1.1,203.0.113.9, 127.0.0.1 ,::1", "203.0.113.9"],
    ["203.0.113.9:4711", "203.0.113.9"],
    ["[2001:db8::1]:4711", "2001:db8::1"],
    ["2001:db8::1", "2001:db8::1"],
    ["127.0.0.2", "127.0.0.2"],
    ["1.1.1.1, unknown", "127.0.0.1"],
    ["1.1.1.1, unknown, 127.0.0.3", "127.0.0.3"],
    ["", "127.0.0.1"],
    ["', DROP TABLE", "127.0.0.1"],
  ])("is the nearest one of %j that is no trusted proxy: %s", (hops, client) => {
    expect(seenFrom("127.0.0.1", { "x-forwarded-for": hops }).headers["x-forwarded-for"]).toBe(client);
  });
});

it("does not change a request without such headers", () => {
  expect(seenFrom("8.8.8.8", { accept: "x" }).headers).toEqual({ host: "x", accept: "x" });
});
