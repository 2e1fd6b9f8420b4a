import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { toLogCode, type Log } from "./log-code";

const ORIGIN = "https://patchbay.example.com";
const INPUT = { title: `It's "$HOME" \`id\` \\ 100%`, labels: ["a b", "*"] };

const LOG: Log = {
  id: "log_1",
  timestamp: "2026-11-28T05:00:00.000Z",
  type: "tool_execution",
  status: "success",
  level: "info",
  metadata: {
    tool_slug: "GITHUB_CREATE_AN_ISSUE",
    toolkit_slug: "github",
    version: "20250203_00",
    user_id: "ada",
    connected_account_id: "ca_1",
  },
  metrics: { duration_ms: 12 },
  parent: null,
  context: {},
  source: {},
  data: { request: { arguments: INPUT }, response: {} },
};

const withRequest = (request: unknown): Log => ({ ...LOG, data: { request } });

describe("toLogCode", () => {
  it("gives a curl command whose words the shell leaves as the call had them, with the key of the environment", () => {
    const code = toLogCode(LOG, "curl", ORIGIN) ?? "";
    const print = `"$NODE" -e 'console.log(JSON.stringify(process.argv.slice(1)))' --`;
    const env = { ...process.env, NODE: process.execPath, PATCHBAY_API_KEY: "ak_of_the_environment" };
    const text = execFileSync("sh", ["-c", code.replace(/^curl/, print)], { env, encoding: "utf8" });
    const words = JSON.parse(text) as string[];
    expect(code).toContain("$PATCHBAY_API_KEY");
    expect(words).toContain("x-api-key: ak_of_the_environment");
    expect(JSON.parse(words.at(-1) ?? "")).toEqual({
      user_id: "ada",
      version: "20250203_00",
      connected_account_id: "ca_1",
      arguments: INPUT,
    });
  });

  it.each(["typescript", "python"] as const)("gives %s code for the same call", (language) => {
    const code = toLogCode(LOG, language, ORIGIN) ?? "";
    expect(code).toContain("PATCHBAY_API_KEY");
    expect(code).toContain(JSON.stringify(INPUT.title));
    expect(code).toContain(`"ca_1"`);
  });

  it("names no user for a call that named only its account", () => {
    const { user_id: _user, ...metadata } = LOG.metadata;
    for (const language of ["curl", "typescript", "python"] as const) {
      const code = toLogCode({ ...LOG, metadata }, language, ORIGIN) ?? "";
      expect(code).not.toMatch(/user_?id/i);
    }
  });

  it("gives none for a proxied request, a meta tool, and a log without arguments", () => {
    expect(toLogCode({ ...LOG, type: "proxy_execution" }, "curl", ORIGIN)).toBeUndefined();
    const meta = { ...LOG, metadata: { ...LOG.metadata, toolkit_slug: "composio" } };
    expect(toLogCode(meta, "curl", ORIGIN)).toBeUndefined();
    for (const request of [undefined, null, [], "text", { arguments: [] }, {}])
      expect(toLogCode(withRequest(request), "curl", ORIGIN)).toBeUndefined();
  });
});
