/** The operator's commands on an installation whose server does not run. The story of a release has the rest. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
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

  it("version names the kind of installation and Node", async () => {
    const { stdout } = await runPatchbay(["version", "--json"], { env });
    expect(json(stdout)).toMatchObject({ node: process.version, release: null });
  });
});
