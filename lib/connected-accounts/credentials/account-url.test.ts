import { expect, it } from "vitest";
import { toAccountUrl } from "./account-url";

const TOOLKIT = {
  slug: "t",
  baseUrl: "https://api.example/v1",
  meta: { hosts: ["files.example", "{shop}.shop.example"], headers: {}, attribution: [] },
};
const to = (endpoint: string, access: { baseUrl?: string; values?: Record<string, string> } = {}) =>
  toAccountUrl(endpoint, TOOLKIT as never, { values: {}, ...access });

it.each([
  ["/user", "https://api.example/v1/user"],
  ["user", "https://api.example/v1/user"],
  ["/v1/user?a=b", "https://api.example/v1/user?a=b"],
  ["//evil.example/user", "https://api.example/v1/evil.example/user"],
  ["\\\\evil.example\\user", "https://api.example/v1/evil.example/user"],
  ["https://api.example/other", "https://api.example/other"],
  ["https://files.example/x", "https://files.example/x"],
])("%s leads to %s", (endpoint, url) => expect(to(endpoint)).toBe(url));

it.each([
  // without TLS, on a host of the toolkit
  "http://files.example/x",
  "http://api.example/v1/user",
  "https://evil.example/x",
  "https://files.example.evil.example/x",
  "https://files.example:8443/x",
  "https://user:secret@files.example/x",
  "https://shop.example/x",
  "https://.shop.example/x",
  "file:///etc/passwd",
  "ftp://files.example/x",
  "https://",
])("%s gets no credentials (400)", (endpoint) =>
  expect(() => to(endpoint)).toThrow("are sent to its own hosts only (api.example, files.example), over https."),
);

it("a toolkit's host with a value of the connection in it is called over https only", () => {
  const access = { values: { shop: "acme" } };
  expect(to("https://acme.shop.example/x", access)).toBe("https://acme.shop.example/x");
  expect(() => to("http://acme.shop.example/x", access)).toThrow("over https");
  expect(() => to("https://evil.example/x", { values: { shop: "evil.example/#" } })).toThrow("over https");
});

it("an operator's own server without TLS is called at its own origin only", () => {
  const access = { baseUrl: "http://gitlab.internal:8080/api" };
  expect(to("http://gitlab.internal:8080/api/x", access)).toBe("http://gitlab.internal:8080/api/x");
  expect(() => to("http://gitlab.internal/api/x", access)).toThrow("over https");
});

it.each(["file:///etc", "//host", "host", "javascript:1", ""])("a stored base URL %j is refused (400)", (baseUrl) => {
  if (baseUrl === "") return expect(to("/x", { baseUrl })).toBe("https://api.example/v1/x");
  expect(() => to("/x", { baseUrl })).toThrow("The base_url of this connection is not an http(s) URL.");
});
