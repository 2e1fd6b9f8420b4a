import { expect, it } from "vitest";
import { isOwnHost } from "./is-own-host";

it.each([
  "127.0.0.1:9464",
  "127.0.0.1",
  "[::1]:9464",
  "localhost:9464",
  "LOCALHOST",
  "metrics.internal:9464",
  undefined,
])("takes the host %s on loopback", (host) => {
  expect(isOwnHost(host, "127.0.0.1", "metrics.internal")).toBe(true);
});

it.each([
  "site.example:9464",
  "site.example",
  "127.0.0.1.site.example:9464",
  "localhost.site.example",
  "localhost.",
  "[site.example]",
  "",
])('refuses the host "%s" on loopback', (host) => {
  for (const localAddress of ["127.0.0.1", "::1", "::ffff:127.0.0.1", "127.8.9.10"])
    expect(isOwnHost(host, localAddress, "0.0.0.0")).toBe(false);
});

it("takes the names of a network on its addresses", () => {
  expect(isOwnHost("patchbay.monitoring:9464", "10.0.0.7", "0.0.0.0")).toBe(true);
});
