/** From what clients send to what is kept. */
import { describe, expect, it } from "vitest";
import { NEW_SESSION, withSettings, type Settings } from "./settings";

const applySettings = (settings: Settings) => withSettings(NEW_SESSION, settings);

describe("the settings of a session", () => {
  it("are those of a new session if none is sent", () => {
    expect(applySettings({})).toEqual(NEW_SESSION);
  });

  it("are returned with enabled and disabled, whichever form they were sent in", () => {
    expect(applySettings({ toolkits: ["gmail"] }).toolkits).toEqual({ enabled: ["gmail"] });
    expect(applySettings({ toolkits: { disable: ["gmail"] } }).toolkits).toEqual({ disabled: ["gmail"] });
    expect(applySettings({ toolkits: { enable: [] } }).toolkits).toEqual({ enabled: [] });
    expect(applySettings({ tools: { gmail: { tags: { disable: ["destructiveHint"] } } } }).tools).toEqual({
      gmail: { tags: { disabled: ["destructiveHint"] } },
    });
    expect(applySettings({ tags: ["readOnlyHint"] }).tags).toEqual({ enabled: ["readOnlyHint"] });
    expect(applySettings({ connected_accounts: { gmail: "ca_1", slack: ["ca_2"] } }).connected_accounts).toEqual({
      gmail: ["ca_1"],
      slack: ["ca_2"],
    });
    expect(applySettings({ manage_connections: false }).manage_connections.enabled).toBe(false);
    expect(applySettings({ sandbox: { enable: false } }).workbench.enable).toBe(false);
  });

  it("stay if a change omits them, end by null, and are replaced as a whole", () => {
    const former = applySettings({
      toolkits: ["gmail"],
      tools: { gmail: ["A"] },
      manage_connections: { callback_url: "https://a.example" },
    });
    expect(withSettings(former, { tags: ["readOnlyHint"] })).toMatchObject({ toolkits: { enabled: ["gmail"] } });
    const next = withSettings(former, {
      toolkits: null,
      tools: { slack: ["B"] },
      manage_connections: { callback_url: null },
    });
    expect(next.toolkits).toBeUndefined();
    expect(next.tools).toEqual({ slack: { enabled: ["B"] } });
    expect(next.manage_connections).toEqual(NEW_SESSION.manage_connections);
    expect(former.toolkits).toEqual({ enabled: ["gmail"] });
  });

  it("contain required approvals, from their own field or beside enabled names", () => {
    expect(applySettings({ require_approval: { toolkits: ["gmail"] } }).require_approval).toEqual({
      toolkits: ["gmail"],
    });
    const beside = applySettings({
      tools: { gmail: { require_approval: ["A"] } },
      tags: { require_approval: ["destructiveHint"] },
    });
    expect(beside.require_approval).toEqual({ tools: { gmail: ["A"] }, tags: ["destructiveHint"] });
    expect(beside.tools).toEqual({});
    expect(withSettings(beside, { require_approval: null }).require_approval).toBeUndefined();
  });

  it("return 422 if they contradict each other", () => {
    expect(() =>
      applySettings({ proxy_execute: { enable: false }, workbench: { enable_proxy_execution: true } }),
    ).toThrow(expect.objectContaining({ status: 422 }));
    expect(() => applySettings({ preload: { tools: "all" } })).toThrow(expect.objectContaining({ status: 422 }));
    expect(applySettings({ preload: { tools: "all" }, toolkits: ["gmail"] }).preload).toEqual({ tools: "all" });
    expect(applySettings({ preload: { tools: "all" }, tags: ["readOnlyHint"] }).preload).toEqual({ tools: "all" });
    expect(() => applySettings({ preload: { tools: "all" }, tags: { disable: ["readOnlyHint"] } })).toThrow();
  });
});
