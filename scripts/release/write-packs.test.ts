/** A packed release is unpacked to the same files, whoever does it and how often. */
import { spawn } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, statSync } from "node:fs";
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { inRoot } from "../paths.mjs";
import { packFiles } from "./write-packs.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "patchbay-packs-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const text = (name: string, content: string, isProgram = false) => ({ name, bytes: Buffer.from(content), isProgram });
const FILES = [
  text("bin/patchbay", "bin", true),
  text("dist/server.mjs", "server"),
  text("dist/empty.txt", ""),
  text("node_modules/pg/postgres", "program", true),
  text("node_modules/pg/package.json", "{}"),
  { name: "node_modules/pg/large", bytes: Buffer.alloc(30 * 2 ** 20, "x"), isProgram: false },
  text("package.json", "{}"),
];

/** The folder of a release as npm unpacks it. */
function newRelease(name: string): string {
  const root = path.join(folder, name);
  for (const { name: file, bytes } of packFiles(FILES)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), bytes);
  }
  cpSync(inRoot("bin/unpack.cjs"), path.join(root, "bin/unpack.cjs"));
  return root;
}

const unpack = (root: string, ...args: string[]): Promise<{ code: number | null; problem: string }> => {
  const child = spawn(process.execPath, [...args, path.join(root, "bin/unpack.cjs")]);
  let problem = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    problem += chunk;
  });
  return new Promise((resolve) => {
    child.once("close", (code) => resolve({ code, problem }));
  });
};

function expectUnpacked(root: string): void {
  for (const { name, bytes, isProgram } of FILES.filter((file) => !file.name.startsWith("bin/"))) {
    expect(readFileSync(path.join(root, name)).equals(bytes)).toBe(true);
    expect(statSync(path.join(root, name)).mode & 0o777).toBe(isProgram ? 0o755 : 0o644);
  }
  expect(readdirSync(root).sort()).toEqual(["bin", "dist", "node_modules", "package.json"]);
}

it("packs all but what npm and people look for, and the same files give the same bytes", () => {
  const archive = packFiles(FILES);
  expect(archive.map(({ name }) => name)).toEqual(["bin/patchbay", "package.json", "packs/00", "packs/01"]);
  expect(packFiles(FILES)).toEqual(archive);
});

it("unpacks everything with its modes, also while another process does, and does nothing afterwards", async () => {
  const root = newRelease("whole");
  expect(await Promise.all([unpack(root), unpack(root)])).toMatchObject([{ code: 0 }, { code: 0 }]);
  expectUnpacked(root);
  expect(await unpack(root)).toEqual({ code: 0, problem: "" });
});

it("goes on after a process that was ended on the way, and replaces an earlier version", async () => {
  const root = newRelease("again");
  mkdirSync(path.join(root, "dist"));
  for (const name of ["server.mjs", "of-the-earlier-version.mjs"]) writeFileSync(path.join(root, "dist", name), "old");
  await unpack(root);
  expectUnpacked(root);
  expect(readdirSync(path.join(root, "dist")).sort()).toEqual(["empty.txt", "server.mjs"]);
});

it("leaves nothing behind for a pack that is cut off", async () => {
  const root = newRelease("cut");
  const pack = path.join(root, "packs/00");
  writeFileSync(pack, readFileSync(pack).subarray(0, 20));
  expect((await unpack(root)).code).toBe(1);
  expect(readdirSync(root).sort()).toEqual(["bin", "package.json", "packs"]);
});

it.runIf(process.getuid?.() === 0)("says what to do to a user who may not write there", async () => {
  const root = newRelease("closed");
  for (const place of [folder, root]) chmodSync(place, 0o755);
  const preload = `data:text/javascript,${encodeURIComponent("process.setegid(65534); process.seteuid(65534);")}`;
  const { code, problem } = await unpack(root, "--import", preload);
  expect(code).toBe(1);
  expect(problem).toContain(`Run once as its owner: node ${path.join(root, "bin", "unpack.cjs")}`);
  expect(existsSync(path.join(root, "packs"))).toBe(true);
});
