/** Parts of a release that a person notices late: which packages npm looks for, and where data and settings are. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { inRoot } from "../paths.mjs";

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "patchbay-release-test-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The data folder and a setting, as scripts of an installation in the folder see them. */
function look(env: Record<string, string>): { dataDir: string; port?: string } {
  const script = `
    const { dataDirectory, loadEnvFile } = await import(${JSON.stringify(path.join(folder, "program/scripts/paths.mjs"))});
    loadEnvFile();
    console.log(JSON.stringify({ dataDir: dataDirectory(), port: process.env.PORT }));`;
  const options = {
    cwd: path.join(folder, "caller"),
    env: { PATH: process.env.PATH ?? "", HOME: folder, ...env } as unknown as NodeJS.ProcessEnv,
  };
  return JSON.parse(
    execFileSync(process.execPath, ["--input-type=module", "-e", script], options).toString(),
  ) as ReturnType<typeof look>;
}

it("keeps the data of a release outside of its folder, and reads settings from the data folder", () => {
  for (const name of ["program/scripts", "caller", "share/patchbay"])
    mkdirSync(path.join(folder, name), { recursive: true });
  cpSync(inRoot("scripts/paths.mjs"), path.join(folder, "program/scripts/paths.mjs"));
  expect(look({}).dataDir).toBe(path.join(folder, "program/data"));
  writeFileSync(path.join(folder, "program/release.json"), "{}");
  const share = path.join(folder, "share");
  writeFileSync(path.join(share, "patchbay/.env"), "PORT=4000");
  if (process.platform === "linux") {
    expect(look({}).dataDir).toBe(path.join(folder, ".local/share/patchbay"));
    expect(look({ XDG_DATA_HOME: share })).toEqual({ dataDir: path.join(share, "patchbay"), port: "4000" });
  }
  expect(look({ PATCHBAY_DATA_DIR: "here", PORT: "5000" })).toEqual({
    dataDir: path.join(folder, "caller/here"),
    port: "5000",
  });
});
