import { expect, it } from "vitest";
import type { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { assertNoneMistyped } from "./connection-values";

const field = (name: string, aliases: string[] = []) => ({ name, aliases, required: true });
const scheme = {
  name: "API key",
  fields: { connectedAccountInitiation: [field("api_key", ["generic_api_key"]), field("subdomain")] },
} as unknown as ToolkitAuthScheme;
const missing = scheme.fields.connectedAccountInitiation;
const check = (input: Record<string, unknown>) => () => assertNoneMistyped(scheme, missing, input);

it("returns 400 with the right name for a required field under a mistyped name", () => {
  expect(check({ apikey: "re_1" })).toThrow(
    "connection.state.val.apikey: is not a field of API key. Did you mean api_key?",
  );
  expect(check({ sudbomain: "a" })).toThrow("Did you mean subdomain?");
});

it("ignores extra, known and empty fields, and names that are longer or shorter", () => {
  const input = { status: "ACTIVE", domain: "a", token: "t", generic_api_key: "k", apikey: "", state_prefix: "x" };
  expect(check(input)).not.toThrow();
  expect(() => assertNoneMistyped(scheme, [], { apikey: "re_1" })).not.toThrow();
});
