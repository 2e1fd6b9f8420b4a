/** Tests the list of allowed hosts as users type it. */
import { expect, it } from "vitest";
import { canBeListed, findWrongHost, toEntry, toHosts, withHost } from "./hosts";

it("reads one host a line, and passes over empty ones", () => {
  expect(toHosts(" api.example.com \n\n*.example.com\r\nmirror.example.com:8443\n")).toEqual([
    "api.example.com",
    "*.example.com",
    "mirror.example.com:8443",
  ]);
  expect(["", "api.example.com\n*.example.com", "API.example.com"].map(findWrongHost)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it("names the entry that is wrong, its form, and a list that is too long", () => {
  expect(findWrongHost("api.example.com\nhttps://x.example.com/a")).toBe(
    "“https://x.example.com/a” must be a host such as api.example.com, *.example.com or mirror.example.com:8443.",
  );
  expect(findWrongHost("10.0.0.1")).toContain("“10.0.0.1” must be a host");
  expect(findWrongHost(Array.from({ length: 101 }, (_, n) => `h${n}.example.com`).join("\n"))).toBe(
    "These are 101 hosts. The list has at most 100.",
  );
});

it("adds a host that was blocked once, with its port where it is another than that of https", () => {
  expect([toEntry({ host: "a.example.com", port: 443 }), toEntry({ host: "a.example.com", port: 8443 })]).toEqual([
    "a.example.com",
    "a.example.com:8443",
  ]);
  expect(withHost("a.example.com\n", "b.example.com")).toBe("a.example.com\nb.example.com");
  expect(withHost("a.example.com", "a.example.com")).toBe("a.example.com");
  expect(["a.example.com", "169.254.169.254", "fd00::1"].map(canBeListed)).toEqual([true, false, false]);
});
