/**
 * `patchbay workbench install`. Replacements for Debian's programs note how they are called, because the real programs
 * would change this machine.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { BASE, FULL } from "@/scripts/debian/workbench-packages.mjs";
import { bundleCli } from "@/scripts/start/set-up.mjs";
import { runPatchbay } from "@/test/servers/command-line";

const folder = mkdtempSync(path.join(tmpdir(), "patchbay-workbench-"));
const file = (name: string): string => path.join(folder, name);
const calls = (): string[] => (existsSync(file("calls")) ? readFileSync(file("calls"), "utf8").trim().split("\n") : []);

function writeProgram(name: string, script: string): void {
  writeFileSync(file(name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

/** A machine that has all packages but these. */
function lackPackages(...names: readonly string[]): void {
  writeFileSync(file("missing"), `${names.join("\n")}\n`);
}

const install = (...args: string[]) =>
  runPatchbay(["workbench", "install", ...args], { env: { PATH: `${folder}:${process.env.PATH}` } });

beforeAll(async () => {
  await bundleCli();
  writeProgram(
    "dpkg-query",
    `for name; do :; done; grep -qx "$name" "${file("missing")}" && exit 1; printf 'install ok installed'`,
  );
  writeProgram("apt-cache", `grep -vx pandoc "${file("missing")}"`);
  writeProgram(
    "apt-get",
    `echo "$*" >> "${file("calls")}"; echo "pmstatus:jq:50:Unpacking jq"
[ ! -e "${file("broken")}" ] || { echo "E: no network" >&2; exit 100; }`,
  );
});
beforeEach(() => {
  for (const name of ["calls", "broken"]) rmSync(file(name), { force: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const isRoot = process.getuid?.() === 0;
const LINE = "apt-get update && apt-get install -y --no-install-recommends";

describe.skipIf(!existsSync("/usr/bin/apt-get"))("on Debian and Ubuntu", () => {
  it("prints the line for what is missing, and runs nothing", async () => {
    lackPackages("jq", "pandoc");
    expect(await install("--print")).toEqual({ exitCode: 0, stdout: `${LINE} jq\n`, stderr: "" });
    expect((await install("--print", "--full")).stdout).toBe(`${LINE} jq pandoc\n`);
    expect(JSON.parse((await install("--print", "--json")).stdout)).toEqual({ text: `${LINE} jq` });
    expect(calls()).toEqual([]);
  });

  it("names all packages of both tiers on an empty machine, and says when none is missing", async () => {
    lackPackages(...BASE, ...FULL);
    expect((await install("--print", "--full")).stdout).toBe(`${LINE} ${[...BASE, ...FULL].join(" ")}\n`);
    lackPackages();
    expect((await install()).stdout).toBe("All packages of the workbench are installed.\n");
    expect(calls()).toEqual([]);
  });

  it.skipIf(!isRoot)("as root installs what this release of the system has, and names what it lacks", async () => {
    lackPackages("jq", "pandoc");
    const { exitCode, stdout } = await install("--full");
    expect(exitCode).toBe(0);
    expect(stdout).toContain("This system has no package of these names: pandoc");
    expect(stdout).toContain("The workbench finds them by itself within a minute");
    expect(calls()).toEqual([
      expect.stringMatching(/^update /),
      expect.stringMatching(/^install -y --no-install-recommends jq -o /),
    ]);
  });

  it.skipIf(!isRoot)("ends with 1 and the words of apt-get when that fails", async () => {
    lackPackages("jq");
    writeFileSync(file("broken"), "");
    const { exitCode, stderr } = await install();
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/apt-get update failed \(exit code 100\)\.[^]*E: no network/);
    expect(calls()).toHaveLength(1);
  });

  it("without root ends with 1 and the line to run", () => {
    lackPackages("jq");
    // The command of a release calls this script; the folder of sources may be closed to another user.
    const script = "process.getuid = () => 1000; await import(process.argv[1]);";
    const { status, stderr } = spawnSync(
      process.execPath,
      ["--input-type=module", "-e", script, "--", path.resolve("scripts/workbench-install.mjs")],
      { encoding: "utf8", env: { ...process.env, PATH: `${folder}:${process.env.PATH}` } },
    );
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: `Installing packages needs root. Run this line:\n  sudo sh -c '${LINE} jq'\n`,
    });
    expect(calls()).toEqual([]);
  });
});
