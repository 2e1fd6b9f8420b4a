/** Base URLs of tools: variables of the connection, and values that try to break out. */
import { describe, expect, it } from "vitest";
import type { ToolRequest } from "@/lib/catalog/tool-request";
import { fillBaseUrl } from "@/lib/connected-accounts/credentials/fill-base-url";
import { toRequest } from "./http-tool";

const base: ToolRequest = { method: "GET", baseUrl: "https://api.example.com", path: "/x", parameters: [] };

describe("base URLs", () => {
  it("fill variables from the connection, then from the defaults", () => {
    expect(
      fillBaseUrl("https://{subdomain}.example.com/api/{region}/", { subdomain: "acme" }, { region: "eu west" }),
    ).toBe("https://acme.example.com/api/eu%20west");
    expect(fillBaseUrl("https://{domain}/v1", { domain: "müller.example:8443" })).toBe(
      "https://xn--mller-kva.example:8443/v1",
    );
    expect(fillBaseUrl("https://{subdomain}.example.com", { subdomain: "Müller" })).toBe(
      "https://xn--mller-kva.example.com",
    );
    expect(() => fillBaseUrl("https://{subdomain}.example.com", { subdomain: "ü/evil.example#" })).toThrow(/subdomain/);
    expect(() => fillBaseUrl("https://{subdomain}.example.com", { subdomain: "a\u2100b" })).toThrow(/subdomain/);
    expect(fillBaseUrl("{instance_url}/v1", { instance_url: "https://x.example.com/" })).toBe(
      "https://x.example.com/v1",
    );
  });
  it.each([["evil.com/"], ["evil.com#"], ["a@evil.com"], ["evil.com?"], ["a b"], [""], [undefined], ["a\\b"]])(
    "refuse %j as a subdomain (400)",
    (subdomain) => {
      expect(() => fillBaseUrl("https://{subdomain}.example.com", { subdomain })).toThrow(/subdomain/);
    },
  );
  it("return 400 for an invalid instance URL", () => {
    expect(() => fillBaseUrl("{u}/v1", { u: "javascript:alert(1)" })).toThrow(/u, which must be/);
  });
  it("come first from the connection", () => {
    expect(toRequest(base, {}, { baseUrl: "http://127.0.0.1:4000/p/" }).url).toBe("http://127.0.0.1:4000/p/x");
  });
});
