/** Values as people paste them. */
import { expect, it } from "vitest";
import type { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { cleanPasted } from "./clean-pasted";

const scheme = {
  apply: [{ in: "header", name: "authorization", value: "Bearer {api_key}" }],
} as unknown as ToolkitAuthScheme;
const clean = (name: string, value: string, type: "string" | "text" = "string") =>
  cleanPasted(scheme, { name, type }, value);

it.each([
  ["subdomain", "acme.zendesk.com", "acme"],
  ["subdomain", "https://acme.zendesk.com/agent", "acme"],
  ["subdomain", "acme.zendesk.com/", "acme"],
  ["subdomain", " acme ", "acme"],
  ["subdomain", "evil.example/", "evil.example/"],
  ["domain", "https://acme.auth0.example/", "acme.auth0.example"],
  ["api_key", "Bearer tok", "tok"],
  ["api_key", "Authorization: bearer tok", "tok"],
  ["api_key", '"tok"', "tok"],
  ["api_key", "\u201ctok\u201d", "tok"],
  ["api_key", "\u200btok\ufeff\n", "tok"],
  ["token", "Token tok", "tok"],
  ["api_key", "Bearer two words", "Bearer two words"],
  ["username", "Bearer x", "Bearer x"],
  ["api_key", "tok", "tok"],
])("%s: %j becomes %j", (name, value, expected) => {
  expect(clean(name, value)).toBe(expected);
});

it("keeps texts of several lines unchanged", () => {
  expect(clean("private_key", ' "-----BEGIN\n" ', "text")).toBe(' "-----BEGIN\n" ');
});
