/** Display texts for sessions. */
import { describe, expect, it } from "vitest";
import { toSessionQuery } from "./session-filters";
import { toCreateSnippet, toSandboxSnippet, type Language } from "./session-snippets";
import { toList, toSettings, toTagWords, toToolkitWords, type ToldConfig } from "./session-words";

const plain: ToldConfig = {
  user_id: "ada",
  instant: false,
  manage_connections: { enabled: true, enable_wait_for_connections: false, enable_connection_removal: true },
  workbench: { enable: false, proxy_execution_enabled: true, sandbox_size: "standard" },
  multi_account: { enable: false, require_explicit_selection: true },
  preload: { tools: [] },
  search: { enable: true },
  execute: { enable_multi_execute: true },
  proxy_execute: { enable: false },
};
const valueOf = (config: ToldConfig, name: string) =>
  toSettings(config).find((setting) => setting.name === name)?.value;

describe("toolkits in words", () => {
  it("name few, and count the rest", () => {
    expect(toList(["a", "b", "c"])).toBe("a, b, c");
    expect(toList(["a", "b", "c", "d", "e"])).toBe("a, b, c and 2 more");
    expect(toToolkitWords({ toolkits: null, without_toolkits: null })).toBe("All");
    expect(toToolkitWords({ toolkits: null, without_toolkits: ["x"] })).toBe("All but x");
    expect(toToolkitWords({ toolkits: [], without_toolkits: null })).toBe("None");
  });
});

describe("a configuration in words", () => {
  it("leaves out what says nothing", () => {
    expect(toSettings(plain).map(({ name }) => name)).not.toContain("Approval");
    expect(valueOf(plain, "Toolkits")).toBe("all");
    expect(valueOf(plain, "Workbench")).toBe("Off");
  });

  it("says rules and approvals", () => {
    const config: ToldConfig = {
      ...plain,
      tools: { gmail: { disabled: ["GMAIL_SEND"] } },
      require_approval: { tags: ["destructiveHint"] },
      permissions: { default: "ask_once_per_session" },
    };
    expect(valueOf(config, "Tools of gmail")).toBe("all but GMAIL_SEND");
    expect(valueOf(config, "Approval")).toBe("Each tool needs approval once. Needs approval: tools that delete data");
    expect(toTagWords({ enabled: ["readOnlyHint"], disabled: [] })).toBe("only tools that are read-only");
  });

  it("names toolkits and tools as people know them", () => {
    const config: ToldConfig = {
      ...plain,
      tools: { gmail: { disabled: ["GMAIL_SEND"] } },
      preload: { tools: ["GMAIL_SEND", "OWN_TOOL"] },
      require_approval: { toolkits: ["gmail"], tools: { gmail: ["GMAIL_SEND"] } },
      permissions: { default: "allow_all", overrides: { GMAIL_SEND: "always_deny", gmail: "ask_once" } },
    };
    const nameOf = (slug: string) => (slug === "gmail" ? "Gmail" : slug);
    const toolOf = (slug: string) => (slug === "GMAIL_SEND" ? "Send mail" : slug);
    const toolkitOf = (slug: string) => (slug.startsWith("GMAIL_") ? "gmail" : "");
    const settings = toSettings(config, { nameOf, toolOf, toolkitOf });
    const namedValueOf = (name: string) => settings.find((setting) => setting.name === name)?.value;
    expect(namedValueOf("Tools of Gmail")).toBe("all but Send mail");
    expect(namedValueOf("Preloaded tools")).toBe("Gmail: Send mail, OWN_TOOL");
    expect(namedValueOf("Approval")).toBe(
      "No approval needed. Gmail: Send mail (always deny), Gmail (ask once). " +
        "Needs approval: toolkits Gmail; Gmail: Send mail",
    );
  });
});

it("filters that do not exist are not asked for", () => {
  expect(toSessionQuery(new URLSearchParams("state=odd&made=meta&search=%20ada%20"))).toEqual({
    limit: 50,
    search: "ada",
    made_by: "meta_tool",
  });
});

it("snippets have the server's URL, and keep odd names as they are", () => {
  for (const language of ["typescript", "python", "curl"] satisfies Language[]) {
    const snippet = toCreateSnippet(language, { origin: "https://p.example", user: `o'"ada`, toolkits: ["gmail"] });
    expect(snippet).toContain("https://p.example");
    expect(snippet).toContain(language === "curl" ? `"o'\\''\\"ada"` : `"o'\\"ada"`);
  }
});

describe("the commands for a sandbox", () => {
  const parts = { origin: "https://patchbay.example.com", id: "trs_1", key: "sk_1" };

  it("call a tool of the session with its required arguments", () => {
    const tool = { slug: "GITHUB_GET_AN_ISSUE", required: ["owner", "repo"] };
    expect(
      toSandboxSnippet({ ...parts, tool })
        .split("\n")
        .at(-1),
    ).toBe(
      `python3 -c 'from workbench_helpers import *; ` +
        `print(run_composio_tool("GITHUB_GET_AN_ISSUE", {"owner":"...","repo":"..."}))'`,
    );
  });

  it("name no tool if the session has none to show", () =>
    expect(
      toSandboxSnippet({ ...parts, tool: null })
        .split("\n")
        .at(-1),
    ).toBe("python3 -c 'from workbench_helpers import *; help(run_composio_tool)'"));
});
