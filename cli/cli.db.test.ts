/** `bin/patchbay` as a person and as a script runs it: help, mistakes, tools, calls, accounts, profiles. */
import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "@/test/builders/triggers";
import { runPatchbay, startProduct, toEnvironment, type Result, type Product } from "@/test/servers/command-line";
import { describeRuntime } from "@/scripts/start/runtime-file.mjs";
import { connectLoopback } from "@/test/servers/loopback-provider";

let product: Product;
let account: string;
const folder = mkdtempSync(path.join(process.env.PATCHBAY_TEST_ROOT ?? tmpdir(), "patchbay-cli-"));

const run = (args: string[], options: { input?: string; env?: Record<string, string> } = {}): Promise<Result> =>
  runPatchbay(args, { ...options, env: { ...toEnvironment(product), ...options.env } });

beforeAll(async () => {
  product = await startProduct();
  account = await connectLoopback(product.projectId, "ada", "the-key-of-ada");
});
afterAll(() => product.stop());

describe("help and mistakes", () => {
  it("lists every command, and explains one", async () => {
    const all = await runPatchbay(["--help"]);
    expect(all).toMatchObject({ exitCode: 0, stderr: "" });
    for (const name of ["tools search", "call", "accounts list", "login", "completion"])
      expect(all.stdout).toContain(name);
    expect((await runPatchbay([])).stdout).toBe(all.stdout);
    const help = await runPatchbay(["call", "--help"]);
    expect(help.stdout).toMatch(/^Usage: patchbay call SLUG \[ARGUMENTS\] \[options\]\n/);
    expect(help.stdout).toContain("--account ID");
    const { stdout } = await runPatchbay(["call", "--help", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ name: "call", options: { user: { type: "string" } } });
  });

  it.each([
    [["tolls", "search", "x"], 'There is no command "tolls". Did you mean "tools"?'],
    [["tools", "serach", "x"], 'There is no command "tools serach". Did you mean "tools search"?'],
    [["xyzzy"], 'There is no command "xyzzy".'],
    [["call", "X", "--acount", "y"], 'There is no option --acount here. Did you mean "--account"?'],
    [["call", "X", "--user"], "The option --user needs a value."],
    [["call", "X", "--dry-run=yes"], "The option --dry-run takes no value."],
    [["accounts", "list", "--limit", "many"], "The option --limit takes a number from 1 to 10000."],
    [["call", "X", "--url", "ftp://x"], '"ftp://x" is not the URL of a server.'],
  ])("%j ends with code 2 and a sentence", async (args, sentence) => {
    const { exitCode, stdout, stderr } = await runPatchbay(args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr.split("\n")[0]).toContain(sentence);
  });

  it("shows its version", async () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    expect((await runPatchbay(["--version"])).stdout).toBe(`patchbay ${version}\n`);
  });

  it("says that no server runs, and that none answers", async () => {
    const { exitCode, stderr } = await runPatchbay(["tools", "show", "X"]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("No server runs on this machine");
    const url = `http://127.0.0.1:${await freePort()}`;
    const env = { PATCHBAY_URL: url, PATCHBAY_API_KEY: "x" };
    expect((await runPatchbay(["tools", "show", "X"], { env })).stderr).toBe(
      `The server at ${url} isn't responding (ECONNREFUSED).\n`,
    );
  });
});

describe("tools", () => {
  it("searches in plain words, as a table and as JSON", async () => {
    const { exitCode, stdout, stderr } = await run(["tools", "search", "create", "an issue"], {
      env: { COLUMNS: "60" },
    });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(stdout).toMatch(/^TOOL +ACCOUNT +WHAT IT DOES\nLOOPBACK_CREATE_ISSUE +connected/);
    for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(60);
    const asJson = await run(["--json", "tools", "search", "create an issue", "--toolkit", "loopback"]);
    const { steps } = JSON.parse(asJson.stdout) as { steps: { primary: { slug: string }[] }[] };
    expect(steps[0]?.primary[0]?.slug).toBe("LOOPBACK_CREATE_ISSUE");
  });

  it("names the app that has no account for the user", async () => {
    const { stdout, stderr } = await run(["tools", "search", "create an issue", "--user", "bob"]);
    expect(stdout).toContain("not connected");
    expect(stderr).toBe("To connect an account: patchbay connect loopback\n");
  });

  it("shows a tool with its arguments, and says that there is none", async () => {
    const { stdout } = await run(["tools", "show", "LOOPBACK_CREATE_ISSUE"]);
    expect(stdout).toContain("needs an account of loopback");
    expect(stdout).toMatch(/ARGUMENT +TYPE +REQUIRED +DESCRIPTION\ntitle +string +yes/);
    const { exitCode, stderr } = await run(["tools", "show", "LOOPBACK_CREATE_ISUE"]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('There is no tool "LOOPBACK_CREATE_ISUE"');
  });
});

describe("call", () => {
  const ISSUE = JSON.stringify({ title: "Broken" });

  it.each([
    ["the command line", [ISSUE], undefined],
    ["standard input", ["-"], ISSUE],
    ["a file", [`@${path.join(folder, "arguments.json")}`], undefined],
  ])("runs a tool with arguments from %s", async (_, args, input) => {
    writeFileSync(path.join(folder, "arguments.json"), ISSUE);
    const { exitCode, stdout, stderr } = await run(
      ["call", "LOOPBACK_CREATE_ISSUE", ...args, "--user", "ada"],
      input === undefined ? {} : { input },
    );
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.stringMatching(/^Log: log_\S+\n$/) as string });
    expect(JSON.parse(stdout)).toMatchObject({ method: "POST", url: "/issues", body: ISSUE });
  });

  it("gives the whole answer as JSON", async () => {
    const { stdout } = await run(["call", "LOOPBACK_READ", '{"q":"x"}', "--account", account, "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ successful: true, error: null, data: { url: "/read?q=x" } });
  });

  it("ends with code 3 if the provider refuses", async () => {
    product.provider.answer = (_, response) => response.writeHead(422).end('{"message":"\u001b[31mNo such title"}');
    const { exitCode, stdout, stderr } = await run(["call", "LOOPBACK_CREATE_ISSUE", ISSUE, "--user", "ada"]);
    product.provider.reset();
    expect(exitCode).toBe(3);
    expect(stdout + stderr).not.toContain("\u001b");
    expect(stderr).toMatch(/Log: log_\S+\n$/);
    expect(stdout).toContain("No such title");
  });

  it("ends with code 1 if the server refuses, with the ID of the request as JSON", async () => {
    const { exitCode, stdout, stderr } = await run(["call", "LOOPBACK_CREATE_ISSUE", ISSUE, "--user", "bob", "--json"]);
    expect(exitCode).toBe(1);
    const { error } = JSON.parse(stdout) as { error: { message: string; status: number; request_id: string } };
    expect(error).toMatchObject({ status: expect.any(Number) as number, request_id: expect.any(String) as string });
    expect(stderr).toBe(`${error.message}\n`);
  });

  it.each([
    [["{title: 1}"], "The argument is not JSON"],
    [["[1]"], "The argument must be a JSON object"],
    [["@missing.json"], "missing.json cannot be read (ENOENT)."],
    [["{}", "more"], "Put the arguments into one JSON object"],
  ])("refuses the arguments %j with code 2", async (args, sentence) => {
    const { exitCode, stderr } = await run(["call", "LOOPBACK_READ", ...args]);
    expect({ exitCode, first: stderr.split("\n")[0] }).toEqual({
      exitCode: 2,
      first: expect.stringContaining(sentence) as string,
    });
  });
});

describe("accounts and profiles", () => {
  it("lists accounts", async () => {
    const { stdout } = await run(["accounts", "list", "--user", "ada"]);
    expect(stdout).toMatch(new RegExp(`^ACCOUNT +TOOLKIT +USER +STATUS.*\\n${account} +loopback +ada +ACTIVE`));
    const asJson = await run(["accounts", "list", "--json", "--status", "active", "--limit", "1"]);
    expect(JSON.parse(asJson.stdout)).toMatchObject({ items: [{ id: account }], total_items: 1 });
  });

  it("stores a key that only its owner can read, and sends it to its own server only", async () => {
    const env = { XDG_CONFIG_HOME: path.join(folder, "config") };
    const login = await runPatchbay(["login", "--url", product.url], { env, input: `${product.key}\n` });
    expect(login).toMatchObject({ exitCode: 0, stdout: "" });
    const file = path.join(folder, "config/patchbay/profiles.json");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(login.stderr).not.toContain(product.key);
    expect((await runPatchbay(["tools", "show", "LOOPBACK_READ"], { env })).exitCode).toBe(0);
    const elsewhere = await runPatchbay(["tools", "show", "LOOPBACK_READ", "--url", "http://127.0.0.1:9"], { env });
    expect(elsewhere.stderr).toContain("There is no API key for http://127.0.0.1:9.");
    expect((await runPatchbay(["logout"], { env })).exitCode).toBe(0);
    expect(readFileSync(file, "utf8")).not.toContain(product.key);
  });

  it("refuses a wrong key without storing it", async () => {
    const env = { XDG_CONFIG_HOME: path.join(folder, "none") };
    const { exitCode, stderr } = await runPatchbay(["login", "--url", product.url], { env, input: "ak_wrong\n" });
    expect(exitCode).toBe(1);
    expect(stderr).not.toContain("ak_wrong");
    expect(() => statSync(path.join(folder, "none/patchbay/profiles.json"))).toThrow("ENOENT");
  });

  it("finds the server of the data folder", async () => {
    const { port } = new URL(product.url);
    describeRuntime(folder, { port: Number(port) });
    const env = { PATCHBAY_DATA_DIR: folder, PATCHBAY_API_KEY: product.key };
    expect((await runPatchbay(["tools", "show", "LOOPBACK_READ"], { env })).exitCode).toBe(0);
  });
});
