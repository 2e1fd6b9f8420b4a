/** The operator's commands on an installation whose server does not run. The story of a release has the rest. */
import { spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { holdDataFolder } from "@/scripts/start/runtime-file.mjs";
import { runPatchbay } from "@/test/servers/command-line";

const newFolder = (): string =>
  mkdtempSync(path.join(process.env.PATCHBAY_TEST_ROOT ?? tmpdir(), "patchbay-operate-cli-"));
const json = (text: string): unknown => JSON.parse(text);

describe("without a server", () => {
  const env = { PATCHBAY_DATA_DIR: newFolder() };

  it("status ends with 1, and stop has nothing to stop", async () => {
    const status = await runPatchbay(["status", "--json"], { env });
    expect(status.exitCode).toBe(1);
    expect(json(status.stdout)).toMatchObject({ running: false, ready: false, data: env.PATCHBAY_DATA_DIR });
    const stop = await runPatchbay(["stop"], { env });
    expect(stop).toMatchObject({ exitCode: 1, stdout: "" });
    expect(stop.stderr).toContain(`Patchbay does not run on the data folder ${env.PATCHBAY_DATA_DIR}.`);
  });

  it("stop signals no process of this machine for a server in another container", async () => {
    const folder = newFolder();
    const release = holdDataFolder(folder);
    const other = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    // The ID is alive here, and another process wrote the file.
    writeFileSync(path.join(folder, "runtime.json"), JSON.stringify({ pid: other.pid, born: "another time" }));
    const { exitCode, stderr } = await runPatchbay(["stop"], { env: { PATCHBAY_DATA_DIR: folder } });
    release();
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: `The server of ${folder} runs in another container or on another machine: stop it there.\n`,
    });
    expect(other.signalCode).toBeNull();
    expect(other.kill("SIGKILL")).toBe(true);
  });

  it.each([
    [["stop", "--wait", "soon"], "The option --wait takes a number from 1 to 86400."],
    [["logout", "staging"], 'This command takes no arguments, such as "staging".'],
    [["accounts", "list", "ada"], 'This command takes no arguments, such as "ada".'],
  ])("%j ends with code 2, and does nothing", async (args, sentence) => {
    const { exitCode, stderr } = await runPatchbay(args, { env });
    expect({ exitCode, first: stderr.split("\n")[0] }).toEqual({ exitCode: 2, first: sentence });
  });

  it("migrate --check creates no database", async () => {
    const { exitCode, stdout } = await runPatchbay(["migrate", "--check"], { env });
    expect({ exitCode, stdout }).toEqual({
      exitCode: 0,
      stdout: "There is no database yet; the first start creates it.\n",
    });
  });

  it("doctor names a data folder below a file, and a secret that is too short", async () => {
    const folder = newFolder();
    writeFileSync(path.join(folder, "file"), "");
    const below = await runPatchbay(["doctor", "--json", "--data", path.join(folder, "file", "data")], { env });
    expect(below.exitCode).toBe(1);
    const findings = json(below.stdout) as { name: string; state: string; text: string }[];
    expect(findings.find(({ name }) => name === "Data folder")?.text).toContain("lies below a file");
    writeFileSync(path.join(folder, "secret"), "short");
    const short = await runPatchbay(["doctor"], { env: { PATCHBAY_DATA_DIR: folder } });
    expect(short.exitCode).toBe(1);
    expect(short.stdout).toMatch(/✗ Secret: .* has fewer than 32 characters/);
  });

  it("doctor tells of a newer release at the operator's place, and of nothing without a place", async () => {
    const releases = newFolder();
    const file = path.join(releases, `patchbay-99.0.0-${process.platform}-${process.arch}.tgz`);
    const findRelease = async (more: Record<string, string>) => {
      const { stdout } = await runPatchbay(["doctor", "--json"], { env: { PATCHBAY_DATA_DIR: newFolder(), ...more } });
      return (json(stdout) as { name: string; text: string; fix?: string }[]).find(({ name }) => name === "Release");
    };
    expect(await findRelease({})).toBeUndefined();
    expect((await findRelease({ PATCHBAY_RELEASE_FILE: releases }))?.text).toContain("has no release for");
    writeFileSync(file, "");
    expect(await findRelease({ PATCHBAY_RELEASE_FILE: releases })).toMatchObject({
      text: expect.stringContaining("version 99.0.0 is here") as string,
      fix: expect.stringContaining(`npm install -g ${file}`) as string,
    });
  });

  it("version names the kind of installation and Node", async () => {
    const { stdout } = await runPatchbay(["version", "--json"], { env });
    expect(json(stdout)).toMatchObject({ node: process.version, release: null });
  });
});
