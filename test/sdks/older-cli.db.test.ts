/** The command `composio` of composio-core, unmodified, signed in by the line that the page of API keys shows. */
import { mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { execFile, spawn } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { olderCliLine } from "@/components/access/keys/older-cli-line";
import { findOlderSdk, NPM_VERSIONS, npmFolder, prepareOlderSdks } from "@/scripts/check/older-sdks.mjs";
import { LOGIN, startApi, type Api } from "@/test/servers/api";

await prepareOlderSdks();
const [newest = ""] = NPM_VERSIONS;
const { isHere, without } = findOlderSdk(newest);
const run = promisify(execFile);

/** Of `add`: the name, the token, and what can be left out. */
const QUESTIONS: Question[] = [
  [/Integration name/, "mine"],
  [/token/i, "a-token-of-the-program"],
  [/\?/, ""],
];

let api: Api;
let accountId = "";
const home = mkdtempSync(path.join(tmpdir(), "older-cli-"));
const env = { ...process.env, HOME: home, TELEMETRY_DISABLED: "true", COMPOSIO_LOGGING_LEVEL: "error" };

beforeAll(async () => {
  api = await startApi(["github", "hackernews"]);
  // The program acts for the user "default".
  accountId = await api.connect("github", "default");
  await run("sh", ["-c", olderCliLine(api.url, api.key)], { env });
});
afterAll(() => api.stop());

type Question = [question: RegExp, answer: string];

/**
 * What a command prints, without colors.
 * @param questions in the order in which it asks them
 */
async function composio(args: readonly string[], questions: readonly Question[] = []): Promise<string> {
  const program = path.join(npmFolder(newest), "node_modules/composio-core/cli/index");
  const child = spawn(process.execPath, [program, ...args], { env: { ...env, NO_COLOR: "1", FORCE_COLOR: "0" } });
  const open = [...questions];
  let output = "";
  let position = 0;
  const read = (chunk: Buffer): void => {
    output += chunk.toString();
    const [question, answer] = open[0] ?? [];
    if (!question?.test(output.slice(position))) return;
    open.shift();
    position = output.length;
    child.stdin.write(`${answer}\n`);
  };
  child.stdout.on("data", read);
  child.stderr.on("data", read);
  if (questions.length === 0) child.stdin.end();
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect([args, code, code === 0 ? "" : output]).toEqual([args, 0, ""]);
  return output;
}

describe.skipIf(!isHere)(`composio of composio-core ${newest}${without}`, () => {
  it("is signed in by the line, in a file that only its owner can read", async () => {
    expect(await composio(["whoami"])).toContain(api.key);
    expect(await composio(["login", "-n"])).toContain("already authenticated");
    expect(statSync(path.join(home, ".composio/user_data.json")).mode & 0o777).toBe(0o600);
  });

  it("lists apps, integrations, connections and actions, and executes", async () => {
    expect(await composio(["apps"])).toMatch(/github\nhackernews\n/);
    expect(await composio(["connections"])).toContain(accountId);
    expect(await composio(["connections", "get", accountId])).toContain('appName: "github"');
    expect(await composio(["integrations"])).toMatch(/Id: ac_\w+\s+App: github/);
    expect(await composio(["actions", "-a", "github", "--limit", "3"])).toMatch(/(GITHUB_\w+\s+){3}/);
    const name = "GITHUB_GET_THE_AUTHENTICATED_USER";
    expect(await composio(["execute", name, "-p", "{}"])).toContain(`"login": "${LOGIN}"`);
  });

  it("adds, lists, disables and enables a trigger, and sets the callback address", async () => {
    expect(await composio(["triggers", "--app", "github"])).toContain("GITHUB_COMMIT_EVENT");
    const setUp: Question[] = [
      [/for owner/, LOGIN],
      [/for repo/, "hello-world"],
    ];
    expect(await composio(["triggers", "add", "github_commit_event"], setUp)).toMatch(/with id ti_\w+/);
    const active = await composio(["triggers", "active"]);
    expect(active).toContain("Trigger Name: GITHUB_COMMIT_EVENT");
    const [id = ""] = /ti_\w+/.exec(active) ?? [];
    expect(await composio(["triggers", "disable", id])).toContain(`${id} disabled`);
    expect(await composio(["triggers", "enable", id])).toContain(`${id} enabled`);
    expect(await composio(["triggers", "callback", "set", "https://example.com/hook"])).toContain("set to");
    expect(await composio(["triggers", "callback", "get"])).toContain("https://example.com/hook");
  });

  // It comes last: later commands would take the new account, whose token the provider does not know.
  it("adds an app by the answers to its questions", async () => {
    expect(await composio(["add", "hackernews", "-n"])).toContain("does not require authentication");
    const output = await composio(["add", "github", "-n", "-f", "-a", "BEARER_TOKEN"], QUESTIONS);
    expect(output).toContain("Connection created successfully");
    expect((await composio(["connections"])).match(/ca_/g)).toHaveLength(2);
  });

  it("signs out", async () => {
    await composio(["logout"]);
    expect(await composio(["apps"])).not.toContain("github");
  });
});
