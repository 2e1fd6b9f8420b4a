/** The sentences of audit events. */
import { describe, expect, it } from "vitest";
import { operations } from "@/lib/api";
import { hasWords, type SentenceParts, toSentence } from "./to-sentence";

const base: SentenceParts = {
  action: "api_key.revoke",
  actor: { kind: "session", id: "usr_1", name: "Ada" },
  target: { id: "key_1", name: "ci" },
  outcome: "done",
  status: 200,
  changes: [],
};
const sentence = (parts: Partial<SentenceParts>) => toSentence({ ...base, ...parts });

describe("an audit event in words", () => {
  it("has words for every action that an operation names, and for those that are recorded besides", () => {
    const actions = operations.map(({ audit }) => audit).filter((audit) => audit !== "none");
    const besides = ["mcp_client.allow", "connected_account.disconnect", "connected_account.reconnect"];
    expect([...actions, ...besides].filter((action) => !hasWords(action))).toEqual([]);
  });

  it("names who did what to which object", () => {
    expect(sentence({})).toBe("Ada revoked the API key “ci”");
    expect(sentence({ target: { id: "key_1", name: null } })).toBe("Ada revoked the API key “key_1”");
    expect(sentence({ target: { id: null, name: null } })).toBe("Ada revoked the API key");
    expect(sentence({ action: "mcp_server.update" })).toBe("Ada changed the MCP server “ci”");
    expect(sentence({ action: "session.create" })).toBe("Ada created the session “ci”");
  });

  it("names programs and users of apps by kind, and people without a name by their ID", () => {
    const actor = (kind: string, name: string | null, id: string | null = "x_1") =>
      sentence({ actor: { kind, id, name } });
    expect(actor("apiKey", "backend")).toBe("The API key “backend” revoked the API key “ci”");
    expect(actor("endUser", null, "user-7")).toBe("The user “user-7” revoked the API key “ci”");
    expect(actor("session", null)).toBe("A member x_1 revoked the API key “ci”");
    expect(actor("anonymous", null, null)).toBe("A visitor revoked the API key “ci”");
  });

  it("tells a refusal and a failure from a change", () => {
    expect(sentence({ outcome: "refused", status: 403 })).toBe("Ada was not allowed to revoke the API key “ci”");
    expect(sentence({ outcome: "refused", status: 409 })).toBe(
      "Ada tried to revoke the API key “ci”, and was refused (409)",
    );
    expect(sentence({ outcome: "failed", status: 500 })).toBe(
      "Ada could not revoke the API key “ci”: the server failed (500)",
    );
  });

  it("shows one change with both values, and names several", () => {
    const role = [{ field: "role", from: "viewer", to: "admin" }];
    expect(sentence({ action: "member.change_role", changes: role })).toBe(
      "Ada changed the role of “ci” from “viewer” to “admin”",
    );
    const days = { field: "log_retention_days", from: "30", to: "7" };
    expect(sentence({ action: "project_config.update", changes: [days] })).toBe(
      "Ada changed the project settings: log retention days from “30” to “7”",
    );
    const name = { field: "display_name", from: null, to: "Engines" };
    expect(sentence({ action: "project_config.update", changes: [days, name] })).toBe(
      "Ada changed the project settings: log retention days, display name",
    );
  });

  it("shows an action without words by its name", () => {
    expect(sentence({ action: "new_thing.paint_over" })).toBe("Ada paint over the new thing “ci”");
  });
});
