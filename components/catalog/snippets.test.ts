/** Calls as code. */
import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { toPythonLiteral, toSnippet } from "./snippets";

const CALL = { origin: "http://localhost:3000", tool: "GITHUB_CREATE_AN_ISSUE", version: "20260105_00", user: "ada's", arguments: { title: "It's \"loose\" $HOME `id`\n", labels: [], open: true, milestone: null, n: { a: 1.5 } } };

it("survives the shell with quotes, dollars and line ends in the arguments", () => {
  const printed = execFileSync("/bin/sh", ["-c", toSnippet("curl", CALL).replace(/^curl.*\\\n.*\\\n.*\\\n {2}-d/, "printf %s")], { encoding: "utf8" });
  expect(JSON.parse(printed)).toEqual({ user_id: "ada's", version: "20260105_00", arguments: CALL.arguments });
});

it("names the account only where one was chosen", () => {
  expect(toSnippet("typescript", CALL)).not.toContain("connectedAccountId");
  expect(toSnippet("typescript", { ...CALL, account: "ca_1" })).toContain('connectedAccountId: "ca_1"');
  expect(toSnippet("python", { ...CALL, account: "ca_1" })).toContain('connected_account_id="ca_1"');
});

it("writes Python's own words for true, false and null", () => {
  expect(toPythonLiteral({ a: true, b: false, c: null, d: [1, "x"], e: {} })).toBe('{\n    "a": True,\n    "b": False,\n    "c": None,\n    "d": [\n        1,\n        "x",\n    ],\n    "e": {},\n}');
});
