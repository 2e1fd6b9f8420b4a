/** The next run removes the folder of a killed run, and keeps the folder of a run that is still active. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import { inRoot } from "../paths.mjs";
import { makeRunFolder } from "./run-folder.mjs";

const PREFIX = `patchbay-run-test-${process.pid}-`;
const CODE = `
import { makeRunFolder } from ${JSON.stringify(inRoot("scripts/check/run-folder.mjs"))};
console.log(makeRunFolder(${JSON.stringify(PREFIX)}));
setInterval(() => {}, 1000);`;

const children: ChildProcess[] = [];
const folders: string[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function startRun(): Promise<{ folder: string; kill: () => Promise<unknown> }> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", CODE], { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const folder = line.toString().trim();
  folders.push(folder);
  const kill = (): Promise<unknown> => {
    child.kill("SIGKILL");
    return once(child, "exit");
  };
  return { folder, kill };
}

it("removes what a killed run left, and nothing of one that runs or is only just being made", async () => {
  const [killed, living] = [await startRun(), await startRun()];
  const newFolder = path.join(tmpdir(), `${PREFIX}made`);
  mkdirSync(newFolder);
  await killed.kill();
  folders.push(makeRunFolder(PREFIX), newFolder);
  expect([killed.folder, living.folder, newFolder].map((folder) => existsSync(folder))).toEqual([false, true, true]);
});

it("leaves nothing of a run in the folder of temporary files, and nothing changes inside of another run", () => {
  const parent = mkdtempSync(path.join(tmpdir(), PREFIX));
  folders.push(parent);
  const code = `
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { useRunFolder } from ${JSON.stringify(inRoot("scripts/check/run-folder.mjs"))};
const end = useRunFolder("run-");
const first = tmpdir();
useRunFolder("run-")();
mkdtempSync(path.join(tmpdir(), "left-"));
console.log(JSON.stringify({ isSame: tmpdir() === first, isInside: path.dirname(first) === process.env.PARENT }));
end();`;
  const output = execFileSync(process.execPath, ["--input-type=module", "-e", code], {
    env: { ...process.env, TMPDIR: parent, PARENT: parent },
    encoding: "utf8",
  });
  expect(JSON.parse(output)).toEqual({ isSame: true, isInside: true });
  expect(readdirSync(parent)).toEqual([]);
});

it("holds all temporary files of the tests", () => {
  expect(existsSync(path.join(tmpdir(), "run.lock"))).toBe(true);
});
