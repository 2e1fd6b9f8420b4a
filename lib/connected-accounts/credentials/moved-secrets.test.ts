/** The texts sent in place of a secret that must stay, in each form in which it can be written. */
import { describe, expect, it } from "vitest";
import { toAuthScheme } from "@/lib/catalog/compile/requests/to-auth-scheme";
import type { AuthField } from "@/lib/catalog/toolkit-auth-scheme";
import type { ConnectionContext } from "./connection-context";
import { assertSecretsNotMoved, withoutMoved } from "./moved-secrets";
import { readConnectionValues } from "./connection-values";

const field = (name: string, more: Partial<AuthField> = {}): AuthField => ({
  name,
  displayName: name,
  description: name,
  type: "string",
  required: true,
  isSecret: false,
  aliases: [],
  ...more,
});
const scheme = toAuthScheme(
  "Acme",
  {
    mode: "BEARER_TOKEN",
    authConfigFields: [],
    connectionFields: [field("domain"), field("token", { isSecret: true, aliases: ["key"] })],
    defaultScopes: [],
    availableScopes: [],
    defaultUserScopes: [],
    availableUserScopes: [],
  },
  {},
);
const context = {
  scheme,
  given: {},
  toolkit: { baseUrl: "https://{domain}/api", meta: { hosts: [], headers: {}, attribution: [] } },
} as unknown as ConnectionContext;
const storedValues = { domain: "acme.example", token: "sk_live_0123456789abcdef" };

const move = (input: Record<string, unknown>) => ({
  stored: storedValues,
  after: readConnectionValues(scheme, input, storedValues),
  sent: input,
});

describe.each([
  ["a mask", "sk_l..."],
  ["a mask in quotes", '"sk_l..."'],
  ["a mask behind the name of a scheme", "Bearer sk_l..."],
  ["a mask with signs that nobody sees", "\u200bsk_l...\ufeff"],
  ["the mask of a short secret in quotes", "'...'"],
])("%s in place of a secret", (_, token) => {
  it.each(["token", "key", "api_key"])("is refused as %s if the host changes", (name) => {
    const change = move({ domain: "evil.example", [name]: token });
    expect(change.after.token).not.toBe("sk_l...");
    expect(() => assertSecretsNotMoved(context, change)).toThrow("connection.state.val.token: The stored value");
    expect(withoutMoved(context, change)).not.toHaveProperty("token");
  });
});

it("accepts a secret that is sent again, as people paste it", () => {
  for (const input of [{ token: "sk_live_other" }, { key: '"Bearer sk_live_0123456789abcdef"' }])
    expect(() => assertSecretsNotMoved(context, move({ domain: "evil.example", ...input }))).not.toThrow();
});

it("a placeholder in an entered address is no value, because nobody fills it", () => {
  // With its variable filled, the address would look like the address of the account.
  const led = { ...storedValues, domain: "acme.example/", base_url: "https://acme.example/a" };
  const input = { base_url: "https://{domain}.evil.example" };
  const change = { stored: led, after: readConnectionValues(scheme, input, led), sent: input };
  expect(() => assertSecretsNotMoved(context, change)).toThrow(
    "base_url would take it to https://_domain_.evil.example.",
  );
});
