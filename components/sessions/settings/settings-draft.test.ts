/** A draft of a session's settings: read from the API's configuration, and sent as the changed settings. */
import { describe, expect, it } from "vitest";
import { ClientError } from "@/lib/contract/client";
import type { ToldConfig } from "../session-words";
import {
  errorsUnder,
  readChoice,
  readHints,
  readSettings,
  toChange,
  toEditable,
  toPathErrors,
  withApproval,
  withEntry,
  writeChoice,
  writeHints,
} from "./settings-draft";

const config: ToldConfig = {
  user_id: "ada",
  instant: false,
  toolkits: { enabled: ["gmail"] },
  tools: { gmail: { disabled: ["GMAIL_SEND"] }, github: { tags: { enabled: ["readOnlyHint"] } } },
  manage_connections: {
    enabled: true,
    callback_url: "https://app.example.com",
    enable_wait_for_connections: false,
    enable_connection_removal: true,
  },
  workbench: { enable: true, proxy_execution_enabled: true, sandbox_size: "standard" },
  multi_account: { enable: false, require_explicit_selection: true },
  preload: { tools: [] },
  search: { enable: true },
  execute: { enable_multi_execute: true },
  proxy_execute: { enable: false },
  permissions: { default: "ask_every_call" },
};

describe("a choice of names", () => {
  it("is read in every form that the operations accept, and written in one", () => {
    expect([["a"], { enable: ["a"] }, { disable: ["a"] }, null, "odd"].map(readChoice)).toEqual([
      { mode: "enable", names: ["a"] },
      { mode: "enable", names: ["a"] },
      { mode: "disable", names: ["a"] },
      { mode: "all", names: [] },
      { mode: "all", names: [] },
    ]);
    expect(writeChoice({ mode: "enable", names: [] })).toEqual({ enable: [] });
    expect(writeChoice({ mode: "all", names: ["a"] })).toBeUndefined();
  });

  it("omits sides of hints without entries, and names that are no hints", () => {
    expect(readHints(["readOnlyHint", "odd"])).toEqual({ enable: ["readOnlyHint"], disable: [] });
    expect(writeHints(readHints({ disable: ["destructiveHint"] }))).toEqual({ disable: ["destructiveHint"] });
    expect(writeHints({ enable: [], disable: [] })).toBeUndefined();
  });

  it("is removed with its last entry", () => {
    expect(withEntry({ a: "1" }, "b", "2")).toEqual({ a: "1", b: "2" });
    expect(withEntry({ a: "1" }, "a", undefined)).toBeUndefined();
  });
});

describe("rules of approvals", () => {
  it("are changed one by one, and leave no setting when the last is empty", () => {
    const both = withApproval({ require_approval: { tags: ["destructiveHint"] } }, { toolkits: ["gmail"] });
    expect(both).toEqual({ require_approval: { tags: ["destructiveHint"], toolkits: ["gmail"] } });
    expect(withApproval(both, { tags: [], tools: {} })).toEqual({ require_approval: { toolkits: ["gmail"] } });
    expect(withApproval({ require_approval: { toolkits: ["gmail"] } }, { toolkits: [] })).toEqual({});
  });
});

describe("a change", () => {
  it("sends nothing if nothing changed", () => {
    const before = toEditable(config);
    expect(toChange(before, structuredClone(before))).toEqual({});
  });

  it("uses the operation's names, and null for removed settings", () => {
    const before = toEditable(config);
    expect(before.toolkits).toEqual({ enable: ["gmail"] });
    expect(before.tools).toEqual({
      gmail: { disable: ["GMAIL_SEND"] },
      github: { tags: { enable: ["readOnlyHint"] } },
    });
    expect(before.workbench).toEqual({ enable: true, enable_proxy_execution: true, sandbox_size: "standard" });
    const { toolkits: _, experimental: __, ...rest } = before;
    const after = { ...rest, manage_connections: { enable: false }, search: { enable: false } };
    expect(toChange(before, after)).toEqual({
      toolkits: null,
      manage_connections: { enable: false, callback_url: null },
      search: { enable: false },
      experimental: { permissions: null },
    });
    const smaller = { ...before, default_response: { max_tokens: 500 } };
    expect(toChange(before, smaller)).toEqual({ default_response: { max_tokens: 500 } });
    expect(toChange(smaller, before)).toEqual({ default_response: null });
  });
});

describe("a refusal", () => {
  it("appears at the path of each setting", () => {
    const errors = toPathErrors(
      new ClientError("no", 422, {
        errors: [
          "toolkits.enable.0: there is no toolkit mial",
          "body.tools.gmail.enable.1: no: tool",
          "no path at all",
        ],
      }),
    );
    expect(errors).toEqual([
      { path: "toolkits.enable.0", text: "there is no toolkit mial" },
      { path: "tools.gmail.enable.1", text: "no: tool" },
    ]);
    expect(errorsUnder(errors, "toolkits").map(({ path }) => path)).toEqual(["toolkits.enable.0"]);
    expect(errorsUnder(errors, "tool")).toEqual([]);
    expect(toPathErrors(new Error("other"))).toEqual([]);
  });

  it("explains that a text is no JSON object", () => {
    expect(readSettings("{}")).toEqual({ settings: {} });
    expect(readSettings("[1]")).toEqual({ problem: "This must be a JSON object." });
    expect(readSettings("{")).toEqual({ problem: expect.stringContaining("Invalid JSON") });
  });
});
