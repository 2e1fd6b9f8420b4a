/** Tests the request bodies of the auth config forms. */
import { describe, expect, it } from "vitest";
import { toChangeBody, toNewBody, toolsDiffer, type ToolChoice } from "./config-body";
import type { Method } from "./methods";

const scheme = (mode: string): Method["scheme"] => ({
  mode,
  name: "Scheme",
  fields: {
    auth_config_creation: { required: [], optional: [] },
    connected_account_initiation: { required: [], optional: [] },
  },
  required_scopes: [],
  scopes: { default: ["repo"], available: ["repo", "gist"] },
});
const method = (managed = false): Method => ({ key: "OAUTH2", managed, scheme: scheme("OAUTH2"), title: "", text: "" });
const none: ToolChoice = { allowed: [], asked: [] };

describe("toNewBody", () => {
  it("sends proxy and credentials apart, and leaves the usual scopes to the server", () => {
    const values = { name: "Mine", client_id: "id", proxy_url: "https://proxy.example", proxy_auth_key: "user:word" };
    expect(toNewBody("github", method(), values, { scopes: ["repo"], tools: none })).toEqual({
      toolkit: { slug: "github" },
      auth_config: {
        type: "use_custom_auth",
        authScheme: "OAUTH2",
        name: "Mine",
        credentials: { client_id: "id" },
        proxy_config: { proxy_url: "https://proxy.example", proxy_auth_key: "user:word" },
      },
    });
  });
  it("sends no key without a proxy, and neither to a managed auth config", () => {
    expect(
      toNewBody("github", method(), { proxy_auth_key: "key" }, { scopes: [], tools: none }).auth_config,
    ).not.toHaveProperty("proxy_config");
    expect(
      toNewBody("github", method(true), { proxy_url: "https://proxy.example" }, { scopes: [], tools: none })
        .auth_config,
    ).toEqual({ type: "use_composio_managed_auth", credentials: {} });
  });
  it("sends the scopes and the tools that were chosen", () => {
    expect(
      toNewBody("github", method(), {}, { scopes: ["gist"], tools: { allowed: ["A"], asked: ["B"] } }).auth_config,
    ).toMatchObject({
      credentials: { scopes: ["gist"] },
      tool_access_config: { tools_available_for_execution: ["A"], tools_for_connected_account_creation: ["B"] },
    });
  });
});

describe("toChangeBody", () => {
  const before = {
    scopes: ["repo"],
    tools: { allowed: ["A"], asked: [] } as ToolChoice,
    texts: { name: "Mine", client_id: "id", client_secret: "", proxy_url: "https://proxy.example", proxy_auth_key: "" },
    secrets: new Set(["client_secret", "proxy_auth_key"]),
  };
  const customConfig = { is_composio_managed: false };
  const same = { scopes: before.scopes, tools: before.tools };
  const change = (values: Partial<typeof before.texts>, choice = same) =>
    toChangeBody(customConfig, { ...before.texts, ...values }, choice, before);

  it("sends nothing but the name when nothing else differs", () =>
    expect(change({})).toEqual({ type: "custom", name: "Mine" }));
  it("removes the proxy whose address was emptied", () =>
    expect(change({ proxy_url: "" })).toMatchObject({ proxy_config: null }));
  it("leaves it to the server whether the stored key may go to another address", () =>
    expect(change({ proxy_url: "https://other.example" })).toMatchObject({
      proxy_config: { proxy_url: "https://other.example" },
    }));
  it("sends a new key with the address it belongs to", () =>
    expect(change({ proxy_auth_key: "new" })).toEqual({
      type: "custom",
      name: "Mine",
      proxy_config: { proxy_url: "https://proxy.example", proxy_auth_key: "new" },
    }));
  it("sends only the choice of tools that differs", () => {
    expect(change({}, { ...same, tools: { allowed: ["A"], asked: ["B"] } })).toMatchObject({
      tool_access_config: { tools_for_connected_account_creation: ["B"] },
    });
    expect(change({}, { ...same, tools: { allowed: [], asked: [] } })).toMatchObject({
      tool_access_config: { tools_available_for_execution: [] },
    });
  });
  it("sends scopes and tools alone for a managed one", () => {
    expect(
      toChangeBody(
        { is_composio_managed: true },
        { ...before.texts, proxy_url: "" },
        { ...same, scopes: ["gist"] },
        before,
      ),
    ).toEqual({ type: "default", name: "Mine", scopes: ["gist"] });
  });
});

it("tells whether two choices of tools differ", () => {
  expect([
    toolsDiffer(none, { allowed: [], asked: [] }),
    toolsDiffer(none, { allowed: [], asked: ["A"] }),
    toolsDiffer(none, { allowed: ["A"], asked: [] }),
  ]).toEqual([false, true, true]);
});
