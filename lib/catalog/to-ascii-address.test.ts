/** Addresses and hosts with letters of any language. */
import { expect, it } from "vitest";
import { toAsciiAddress, toAsciiHost } from "./to-ascii-address";

it.each([
  ["info@müller.example", "info@xn--mller-kva.example"],
  ["info@MÜLLER.example", "info@xn--mller-kva.example"],
  ["a@例え。テスト", "a@xn--r8jz45g.xn--zckzah"],
  ["info@Example.com", "info@Example.com"],
  ["ädä@example.com", "ädä@example.com"],
  ["ada müller", "ada müller"],
])("%s is sent as %s", (address, ascii) => {
  expect(toAsciiAddress(address)).toBe(ascii);
});

it.each(["müller.example/x", "a℀b.example", "mü ller.example", "mü:1", `${"ü".repeat(300)}.example`])(
  "%j is no name of a host",
  (host) => {
    expect(toAsciiHost(host)).toBeUndefined();
  },
);
