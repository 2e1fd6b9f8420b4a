/** Code that people copy must run without changes. */
import { execFileSync } from "node:child_process";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { toServerName, toShellWord, toSnippet, type SnippetCall } from "./snippets";

const CALL: SnippetCall = {
  origin: "https://patchbay.example.com",
  toolkit: "github",
  tool: "GITHUB_CREATE_AN_ISSUE",
  version: "20250203_00",
  user: 'ada\'s "account"',
  arguments: {
    title: "It's $HOME `whoami` \\ \n new line",
    labels: ["a", true, null, 1.5],
    "odd-key": { empty: {}, none: [] },
  },
};

/** The arguments that the shell passes to a command, which prints them. */
const runShell = (code: string): string[] =>
  JSON.parse(
    execFileSync(
      "sh",
      ["-c", code.replace(/^curl/, `"$NODE" -e 'console.log(JSON.stringify(process.argv.slice(1)))' --`)],
      { env: { ...process.env, NODE: process.execPath, PATCHBAY_API_KEY: "ak_1" }, encoding: "utf8" },
    ),
  ) as string[];

describe("curl", () => {
  it("survives the shell with every quote, dollar and backslash as it was", () => {
    const words = runShell(toSnippet("curl", CALL));
    expect(words.slice(0, 7)).toEqual([
      "-X",
      "POST",
      "https://patchbay.example.com/api/v3/tools/execute/GITHUB_CREATE_AN_ISSUE",
      "-H",
      "x-api-key: ak_1",
      "-H",
      "content-type: application/json",
    ]);
    expect(JSON.parse(words.at(-1) ?? "")).toEqual({
      user_id: CALL.user,
      version: CALL.version,
      arguments: CALL.arguments,
    });
  });

  it("names the account when one is chosen", () =>
    expect(toSnippet("curl", { ...CALL, account: "ca_1" })).toContain(`"connected_account_id": "ca_1"`));
});

describe("TypeScript", () => {
  it("is valid and carries the arguments", () => {
    const code = toSnippet("typescript", CALL);
    const { diagnostics } = ts.transpileModule(code, {
      reportDiagnostics: true,
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
    });
    expect(diagnostics).toEqual([]);
    expect(code).toContain(`version: "20250203_00"`);
    expect(code).toContain(`"odd-key": {`);
  });

  it("says that it means latest, which the SDK asks for", () => {
    expect(toSnippet("typescript", { ...CALL, version: "latest" })).toContain("dangerouslySkipVersionCheck: true");
    expect(toSnippet("typescript", { ...CALL, version: "latest" })).not.toContain("version:");
  });
});

describe("Python", () => {
  it("writes its own words for true, false and null", () => {
    const code = toSnippet("python", {
      ...CALL,
      account: "ca_1",
      arguments: { on: true, off: false, none: null, text: "true" },
    });
    expect(code).toContain(`"on": True,`);
    expect(code).toContain(`"off": False,`);
    expect(code).toContain(`"none": None,`);
    expect(code).toContain(`"text": "true",`);
    expect(code).toContain(`connected_account_id="ca_1"`);
  });
});

describe("MCP", () => {
  it("is valid TypeScript that makes the server, asks for the user's address and carries the arguments", () => {
    const code = toSnippet("mcp", { ...CALL, account: "ca_1" });
    const { diagnostics } = ts.transpileModule(code, {
      reportDiagnostics: true,
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
    });
    expect(diagnostics).toEqual([]);
    for (const part of [
      `toolkits: ["github"]`,
      `allowedTools: ["GITHUB_CREATE_AN_ISSUE"]`,
      `composio.mcp.generate(${JSON.stringify(CALL.user)}`,
      `"connected_account_id", "ca_1"`,
      `"odd-key": {`,
    ])
      expect(code).toContain(part);
  });

  it("names the server so that the API takes it, and two tools never share one", () => {
    const tools = [
      "GITHUB_CREATE_AN_ISSUE",
      "GITHUB_LIST_REPOSITORY_ISSUES",
      "GITHUB_LIST_REPOSITORY_ISSUES_FOR_A_USER",
      "A",
    ];
    const names = tools.map(toServerName);
    for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9- ]{4,30}$/);
    expect(new Set(names).size).toBe(tools.length);
  });
});

describe("toShellWord", () => {
  it("ends and reopens the quotes around a single quote", () => expect(toShellWord("it's")).toBe(`'it'\\''s'`));
});
