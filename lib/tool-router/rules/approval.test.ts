/** What wants an approval does not run unasked. */
import { expect, it } from "vitest";
import { NEW_SESSION, withSettings, type Settings } from "../config/settings";
import { executionRefusalOf, proxiedRefusalOf } from "./approval";

const SEND = { slug: "GMAIL_SEND", toolkitSlug: "gmail", tags: ["openWorldHint"] };
const session = (settings: Settings) => ({ config: withSettings(NEW_SESSION, settings) });
const refusal = (settings: Settings) => executionRefusalOf(session(settings), SEND);
const permissions = (value: object): Settings => ({ experimental: { permissions: value as never } });

it("runs where nobody wants to be asked", () => {
  expect(refusal({})).toBeNull();
  expect(refusal(permissions({ default: "allow_all" }))).toBeNull();
  expect(refusal(permissions({ default: "ask_every_call", overrides: { GMAIL_SEND: "always_allow" } }))).toBeNull();
  expect(refusal({ require_approval: { toolkits: ["slack"] } })).toBeNull();
  expect(proxiedRefusalOf(session({}), "gmail")).toBeNull();
});

it.each<[string, Settings]>([
  ["a toolkit", { require_approval: { toolkits: ["gmail"] } }],
  ["a tool", { require_approval: { tools: { gmail: ["GMAIL_SEND"] } } }],
  ["a hint", { require_approval: { tags: ["openWorldHint"] } }],
  ["every call", permissions({ default: "ask_every_call" })],
  ["each session", permissions({ default: "ask_once_per_session" })],
  ["one tool", permissions({ default: "allow_all", overrides: { GMAIL_SEND: "ask_always" } })],
  ["one toolkit", permissions({ default: "allow_all", overrides: { gmail: "ask_once" } })],
  ["a denied tool", permissions({ default: "allow_all", overrides: { GMAIL_SEND: "always_deny" } })],
])("does not run where somebody wants to be asked for %s, and no request of one's own either", (_, settings) => {
  expect(refusal(settings)).toMatch(/require_approval|permissions/);
  expect(proxiedRefusalOf(session(settings), "gmail")).toMatch(/require_approval|permissions/);
});

it("what is required holds against an override that allows", () => {
  const both = { ...permissions({ default: "allow_all", overrides: { GMAIL_SEND: "always_allow" } }) };
  expect(refusal({ ...both, require_approval: { toolkits: ["gmail"] } })).not.toBeNull();
});

it("names that every object has are no rules", () => {
  for (const name of ["__proto__", "constructor", "toString"])
    expect(
      executionRefusalOf(session({ require_approval: { tools: { gmail: [] } } }), {
        ...SEND,
        slug: name,
        toolkitSlug: name,
      }),
    ).toBeNull();
});
