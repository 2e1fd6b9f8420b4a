import { describe, expect, it } from "vitest";
import { findServerErrors, KEY_PLACE, toServerBody, toServerDraft, type Probe } from "./server-draft";

const URL_TEXT = "https://mcp.acme.test/v1/mcp";
const probe = (more: Partial<Probe>): Probe => ({
  ...{ state: "open", name: null, discovery_url: null, problem: null, tools: [] },
  ...more,
});
const errorsOf = (draft: Parameters<typeof findServerErrors>[0]) =>
  Object.entries(findServerErrors(draft)).flatMap(([name, error]) => (error === undefined ? [] : [name]));

describe("an MCP server in the form", () => {
  it("needs no sign-in if it is open, and is named as it names itself", () => {
    const draft = toServerDraft(URL_TEXT, probe({ name: " Acme " }));
    expect(errorsOf(draft)).toEqual([]);
    expect(toServerBody(URL_TEXT, draft)).toEqual({
      user_id: "all",
      toolkit_config: { name: "Acme", mcp_url: URL_TEXT, auth_schemes: [{ mode: "NO_AUTH" }] },
    });
  });

  it("signs in at the server that it names, and otherwise with a key", () => {
    const oauth = toServerDraft(URL_TEXT, probe({ state: "locked", discovery_url: "https://id.acme.test" }));
    const key = toServerDraft(URL_TEXT, probe({ state: "locked" }));
    expect([oauth, key].map((draft) => toServerBody(URL_TEXT, draft).toolkit_config.auth_schemes)).toEqual([
      [{ mode: "DCR_OAUTH", discovery_url: "https://id.acme.test" }],
      [{ mode: "API_KEY", headers: { Authorization: `Bearer ${KEY_PLACE}` } }],
    ]);
  });

  it("asks for what is missing, and only for what is sent", () => {
    const empty = { ...toServerDraft(URL_TEXT, undefined), name: " ", header: "", value: "abc", discoveryUrl: "x" };
    expect(empty.signIn).toBe("none");
    expect(errorsOf(empty)).toEqual(["name"]);
    expect(errorsOf({ ...empty, signIn: "key", audience: "one" })).toEqual(["name", "header", "value", "userId"]);
    expect(errorsOf({ ...empty, signIn: "oauth" })).toEqual(["name", "discoveryUrl"]);
    expect(toServerBody(URL_TEXT, { ...empty, audience: "one", userId: " ada " }).user_id).toBe("ada");
  });
});
