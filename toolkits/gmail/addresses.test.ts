/** Addresses out of headers that people and programs write. */
import { expect, it } from "vitest";
import { addressKey, otherAddresses, readAddresses } from "./addresses";

it.each([
  ["ada@example.com", ["ada@example.com"]],
  ['"Lovelace, Ada" <ada@example.com>, bob@example.com', ["Lovelace, Ada <ada@example.com>", "bob@example.com"]],
  ['"a \\"b\\" c" <a@example.com>', ['a "b" c <a@example.com>']],
  ["Bob (from work, mostly) <bob@example.com>", ["Bob <bob@example.com>"]],
  ["undisclosed-recipients:;", []],
  [
    "Team: ada@example.com, bob@example.com;, eve@example.com",
    ["ada@example.com", "bob@example.com", "eve@example.com"],
  ],
  ["=?UTF-8?B?w4Rkw6Q=?= <ada@example.com>", ["ada@example.com"]],
  ['"never closed, ada@example.com', ["never closed, ada@example.com"]],
  ["", []],
])("reads %s", (header, addresses) => {
  expect(readAddresses(header)).toEqual(addresses);
});

it("reads no more of a header than a message to hundreds of people has", () => {
  expect(readAddresses("a@example.com,".repeat(100_000)).length).toBeLessThan(4_000);
});

it("knows one address in all ways to write it", () => {
  expect(addressKey("Ada <INFO@Müller.example>")).toBe("info@xn--mller-kva.example");
  expect(otherAddresses(["Ada <a@x.example>", "A@x.example", "b@x.example"], ["B <B@X.example>"])).toEqual([
    "Ada <a@x.example>",
  ]);
});
