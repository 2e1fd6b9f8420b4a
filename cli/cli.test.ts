/** Parts of the command line that need no server: completion, services, tables, arguments of tools. */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { inRoot } from "@/scripts/paths.mjs";
import { COMMANDS } from "./commands";
import { bashScript } from "./completion/bash";
import { fishScript } from "./completion/fish";
import { readCommands } from "./completion/read-commands";
import { zshScript } from "./completion/zsh";
import { nearestName } from "./nearest-name";
import { toMcpAddress } from "./mcp/mcp-address";
import { toArguments } from "./operate/backup-options";
import { locateDataFolder } from "./operate/load-script";
import { writeProfiles } from "./profile/profiles";
import { listArguments } from "./schema/list-arguments";
import { findTarget, requireTarget } from "./server/target";
import { toSegment } from "./server/to-segment";
import { toServiceFile } from "./service/service-file";
import { planService } from "./service/service-plan";
import { clipLine, columnsOf, tableLines, toPlainLines } from "./terminal/lay-out";
import { toJsonText } from "./terminal/json-text";

const folder = mkdtempSync(path.join(tmpdir(), "patchbay-cli-unit-"));
const isInstalled = (program: string): boolean => spawnSync(program, ["--version"]).error === undefined;

describe("completion", () => {
  /** What bash offers for a command line whose last word is being typed. */
  async function complete(...words: string[]): Promise<string[]> {
    const script = [
      bashScript(await readCommands(COMMANDS)),
      `COMP_WORDS=(patchbay ${words.map((word) => `'${word}'`).join(" ")})`,
      `COMP_CWORD=${words.length}`,
      '_patchbay; printf "%s\\n" "${COMPREPLY[@]}"',
    ].join("\n");
    return execFileSync("bash", ["-c", script], { encoding: "utf8" }).trim().split("\n");
  }

  it.each([
    [["to"], ["tools", "toolkits"]],
    [
      ["tools", "s"],
      ["search", "show"],
    ],
    [["call", "X", "--us"], ["--user"]],
    [["accounts", "list", "--status", "AC"], ["ACTIVE"]],
    [["completion", "z"], ["zsh"]],
    [["tools", "search", "words", "--to"], ["--toolkit"]],
  ])("bash completes %j with %j", async (words, offers) => {
    expect(await complete(...words)).toEqual(offers);
  });

  it("has scripts that zsh and fish can read, where they are installed", async () => {
    const commands = await readCommands(COMMANDS);
    const scripts = { zsh: zshScript(commands), fish: fishScript(commands) };
    for (const [shell, script] of Object.entries(scripts)) {
      expect(script).toContain("'Runs a tool'".slice(1, -1));
      const file = path.join(folder, `patchbay.${shell}`);
      writeFileSync(file, script);
      if (isInstalled(shell)) expect(spawnSync(shell, ["-n", file], { encoding: "utf8" }).stderr).toBe("");
    }
  });
});

describe("service", () => {
  const plan = planService(
    "/opt/patch bay",
    { PORT: "3100", PATCHBAY_SECRET: "a secret", HOST: 'a"b%$c' },
    { dataDir: "/data" },
  );

  it("writes a unit that systemd accepts, without secrets", () => {
    const unit = toServiceFile(
      "systemd",
      planService(folder, { PORT: "3100", PATCHBAY_SECRET: "a secret" }, { dataDir: "/data" }),
      {},
    );
    expect(unit.text).not.toContain("a secret");
    expect(unit.text).toContain('Environment="PORT=3100"');
    expect(unit.text).toContain("KillMode=mixed");
    const file = path.join(folder, unit.name);
    writeFileSync(file, unit.text);
    if (!isInstalled("systemd-analyze")) return;
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", "--user", file], { encoding: "utf8" });
    expect(stderr.split("\n").filter((line) => line.includes(unit.name))).toEqual([]);
    // Without a runtime folder of the user, systemd-analyze cannot look at any unit.
    if (!stderr.includes("Failed to initialize manager")) expect(status).toBe(0);
  });

  it("quotes what systemd and launchd would read otherwise", () => {
    expect(toServiceFile("systemd", plan, {}).text).toContain('Environment="HOST=a\\"b%%$c"');
    expect(toServiceFile("systemd", plan, {}).text).toContain('"/opt/patch bay/scripts/start.mjs"');
    const agent = toServiceFile("launchd", planService("/opt/a&b<c", {}, { dataDir: "/data" }), { HOME: "/Users/ada" });
    expect(agent.file).toBe("/Users/ada/Library/LaunchAgents/patchbay.server.plist");
    expect(agent.text).toContain("<string>/opt/a&amp;b&lt;c/scripts/start.mjs</string>");
    expect(() => toServiceFile("systemd", planService("/a\nb", {}, { dataDir: "/data" }), {})).toThrow("line break");
  });
});

describe("texts for a terminal", () => {
  it("fits a table into the width, without characters that a terminal obeys", () => {
    const rows = [{ name: "a".repeat(50), text: "\u001b[31m日本語 and more\u0007 words ".repeat(5) }];
    const columns = [
      { title: "NAME", valueOf: ({ name }: (typeof rows)[0]) => name },
      { title: "TEXT", valueOf: ({ text }: (typeof rows)[0]) => text, wraps: true },
    ];
    const lines = tableLines(rows, columns, { width: 40, hasColors: false });
    for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(40);
    expect(lines.join("")).not.toMatch(/\p{Cc}/u);
    expect(clipLine("日本語", 5)).toBe("日本…");
    expect(toJsonText("\u009b31m")).toBe('"\\u009b31m"');
  });

  it("knows the nearest name", () => {
    expect(nearestName("serach", ["search", "show"])).toBe("search");
    expect(nearestName("xyzzy", ["search", "show"])).toBeUndefined();
  });
});

it("lists the arguments of nested schemas", () => {
  const schema = {
    required: ["b"],
    properties: {
      a: { anyOf: [{ type: "string" }, { type: "null" }], default: "x" },
      b: { type: "array", items: { type: "object", required: ["c"], properties: { c: { enum: ["d", "e"] } } } },
    },
  };
  expect(listArguments(schema)).toEqual([
    { name: "b", type: "list of object", isRequired: true, description: "" },
    { name: "b[].c", type: "any", isRequired: true, description: 'One of "d", "e".' },
    { name: "a", type: "string", isRequired: false, description: 'Default: "x".' },
  ]);
});

describe("keys", () => {
  const find = (values: Parameters<typeof findTarget>[0]["values"], variables: Record<string, string>) =>
    findTarget({ values, env: { HOME: folder, ...variables }, root: folder });

  it("go only to the server that they were set with", async () => {
    const env = { PATCHBAY_URL: "http://one:1", PATCHBAY_API_KEY: "key" };
    expect(await find({}, env)).toEqual({ url: "http://one:1", key: "key" });
    expect(await find({ url: "http://two:2/" }, env)).toEqual({ url: "http://two:2" });
    expect(await find({ url: "http://localhost:3000" }, env)).toEqual({ url: "http://localhost:3000" });
    expect((await find({ url: "http://two:2", key: "own" }, env)).key).toBe("own");
  });

  it("of the environment alone go to this machine and to the server of the profile", async () => {
    const env = { PATCHBAY_API_KEY: "key", XDG_CONFIG_HOME: path.join(folder, "keys") };
    writeProfiles(env, { default: { url: "https://stored", key: "stored" } });
    for (const url of ["http://localhost:3000", "http://127.0.0.1:1", "http://[::1]:1", "https://stored"])
      expect(await find({ url }, env)).toEqual({ url, key: "key" });
    for (const url of ["https://other", "http://127.0.0.1.other", "http://localhost.other"])
      expect(await find({ url }, env)).toEqual({ url });
    await expect(
      requireTarget({ values: { url: "https://other" }, env: { HOME: folder, ...env }, root: folder }),
    ).rejects.toThrow("The one in PATCHBAY_API_KEY is not sent there");
  });

  it("of a profile that an option names win over the environment, and so does its server", async () => {
    const env = { PATCHBAY_URL: "https://one", PATCHBAY_API_KEY: "key", XDG_CONFIG_HOME: path.join(folder, "named") };
    writeProfiles(env, { staging: { url: "https://staging", key: "stored" } });
    expect(await find({ profile: "staging" }, env)).toEqual({ url: "https://staging", key: "stored" });
    expect(await find({ profile: "staging", url: "https://one" }, env)).toEqual({ url: "https://one", key: "key" });
    await expect(find({ profile: "constructor" }, env)).rejects.toThrow('There is no profile "constructor".');
  });

  it("that no header can carry are refused without being shown", async () => {
    const problem = await find({ url: "http://one:1", key: "ak_se\ncret" }, {}).catch(String);
    expect(problem).toContain("The API key has characters that no key has.");
    expect(problem).not.toContain("ak_se");
    expect((await find({ url: "http://one:1", key: "ak_1\r\n" }, {})).key).toBe("ak_1");
  });

  it("of the environment do not go to an address of MCP on another host, and the reason is shown", async () => {
    const lines: string[] = [];
    const env = { HOME: folder, PATCHBAY_API_KEY: "key" };
    const read = async (address: string, values = {}) => {
      const request = { values, env, root: folder, err: (line: string) => void lines.push(line) };
      return (await toMcpAddress(address, undefined, request)).headers;
    };
    expect(await read("http://127.0.0.1:3000/v3/mcp/1")).toEqual({ "x-api-key": "key" });
    expect(await read("https://other/v3/mcp/1?signature=x")).toEqual({});
    expect(lines).toEqual([]);
    expect(await read("https://other/v3/mcp/1")).toEqual({});
    expect(lines).toEqual([expect.stringContaining("set PATCHBAY_URL=https://other too")]);
    expect(await read("https://other/v3/mcp/1", { key: "own" })).toEqual({ "x-api-key": "own" });
    await expect(read("https://ada:secret@other/v3/mcp/1")).rejects.toThrow("contain a user or password");
  });
});

it("passes a place that looks like an option on as a place", () => {
  const values = { "key-file": "-k", json: true, plain: false, data: "/data" };
  expect(toArguments(values, ["--plain"])).toEqual(["--key-file=-k", "--json", "--", "--plain"]);
});

it("refuses names that would lead to another path", () => {
  expect(toSegment("A/B")).toBe("A%2FB");
  for (const name of ["", ".", ".."]) expect(() => toSegment(name)).toThrow("is no slug");
});

it("finds the data folder as a start does, and reads no other setting", async () => {
  const program = path.join(folder, "program");
  mkdirSync(path.join(program, "scripts"), { recursive: true });
  cpSync(inRoot("scripts/paths.mjs"), path.join(program, "scripts/paths.mjs"));
  expect(await locateDataFolder(program, {})).toBe(path.join(program, "data"));
  writeFileSync(path.join(program, ".env"), "PATCHBAY_DATA_DIR=elsewhere\nPATCHBAY_SECRET_OF_A_TEST=secret\n");
  expect(await locateDataFolder(program, {})).toBe(path.join(program, "elsewhere"));
  expect(await locateDataFolder(program, { PATCHBAY_DATA_DIR: "/set" })).toBe("/set");
  expect(process.env).not.toHaveProperty("PATCHBAY_SECRET_OF_A_TEST");
});

it("shows problems on their lines without what a terminal obeys", () => {
  expect(toPlainLines("first \u001b[2Jline\nsecond\u009b31m\r\u0007line")).toBe("first line\nsecond line");
});
