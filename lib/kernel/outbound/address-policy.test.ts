/** The address policy: every way to write a private address is refused. */
import { beforeAll, describe, expect, test, vi } from "vitest";
import { forgetSettings } from "@/test/setup/process-memory";

let policy: typeof import("./address-policy");

beforeAll(async () => {
  vi.stubEnv(
    "PATCHBAY_OUTBOUND_ALLOW",
    "gitlab.internal:443,10.1.0.0/16:*,localhost:4000,*.corp.example:8443,[::1]:99",
  );
  vi.stubEnv("PATCHBAY_SECRET", "a test secret of enough characters, not used elsewhere");
  forgetSettings();
  policy = await import("./address-policy");
});

describe("private forms", () => {
  test.each([
    "127.0.0.1",
    "127.8.9.1",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "192.0.2.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "240.0.0.1",
    "::1",
    "::",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::127.0.0.1",
    "fe80::1",
    "fc00::1",
    "fd12::1",
    "ff02::1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "2001::1",
    "2001:db8::1",
    "not an address",
    // IPv4-compatible
    "::7f00:1",
    "::808:808",
    // Azure's host, and clouds' metadata services
    "168.63.129.16",
    "::ffff:168.63.129.16",
    "100.100.100.200",
    "192.0.0.192",
    "fd00:ec2::254",
    // site-local, NAT64 in a network's own prefix, and IPv6 that is not handed out
    "fec0::1",
    "64:ff9b:1::7f00:1",
    "64:ff9b::8.8.8.8",
    "100::1",
    "1fff::1",
    "4000::1",
    "5f00::1",
    "e000::1",
    // within 2000::/3, and not of the internet
    "2002:808:808::1",
    "2001:0:808:808::1",
    "2001:2::1",
    "2001:20::1",
    "192.88.99.1",
    "203.0.113.9",
  ])("%s is not public", (address) => expect(policy.isPublicAddress(address)).toBe(false));
});

test.each(["1.1.1.1", "140.82.112.3", "2606:4700::1111", "2a00:1450:4001::200e", "168.63.129.15"])(
  "%s is public",
  (address) => expect(policy.isPublicAddress(address)).toBe(true),
);

test.each([
  ["gitlab.internal", "443", true],
  ["gitlab.internal", "80", false],
  ["10.1.2.3", "5000", true],
  ["10.2.0.1", "5000", false],
  ["localhost", "4000", true],
  ["a.corp.example", "8443", true],
  ["corp.example", "8443", false],
  ["evilcorp.example", "8443", false],
  ["::1", "99", true],
])("the operator's list decides %s:%s as %s", (host, port, allowed) =>
  expect(policy.isAllowedPrivate(host, port)).toBe(allowed),
);
