/** Files of a session as the server handles them, where the code in the sandbox lays traps. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, it } from "vitest";
import { deleteStored, listFiles, openStored, usageOf, writeStored } from "./store";

let outside: string;
let store: { root: string; owner: null };

beforeEach(() => {
  const folder = mkdtempSync(path.join(tmpdir(), "store-"));
  outside = path.join(folder, "outside");
  store = { root: path.join(folder, "files"), owner: null };
  for (const folder of [outside, store.root, path.join(store.root, "sub")]) mkdirSync(folder);
  writeFileSync(path.join(outside, "secret.txt"), "secret");
  writeFileSync(path.join(store.root, "sub", "a.txt"), "one");
});

const write = (name: string, text: string) => writeStored(store, name, [Buffer.from(text)]);
async function read(name: string): Promise<string | null> {
  const storedFile = await openStored(store, name);
  return storedFile && (await storedFile.file.readFile("utf8").finally(() => storedFile.file.close()));
}

it("files are written, listed with folders above them, read and deleted", async () => {
  expect(await write("/mnt/files/new/deep/b.txt", "two")).toBe(true);
  expect((await listFiles(store)).map(({ path: name, size }) => [name, size])).toEqual([
    ["new/deep/b.txt", 3],
    ["sub/a.txt", 3],
  ]);
  expect((await listFiles(store, "sub")).map(({ path: name }) => name)).toEqual(["sub/a.txt"]);
  expect([await read("new/deep/b.txt"), await read("nothing")]).toEqual(["two", null]);
  expect([await deleteStored(store, "sub/a.txt"), await deleteStored(store, "sub/a.txt")]).toEqual([true, false]);
  expect((await usageOf(store)).whole).toBe(true);
});

it("returns 400 for paths that would leave the folder", async () => {
  for (const name of ["../outside/secret.txt", "sub/../../outside/secret.txt", "a\0b", `${"x/".repeat(40)}x`])
    await expect(openStored(store, name), name).rejects.toMatchObject({ kind: "BadRequest" });
});

it("links are never followed, neither for a file nor for a folder on the way to it", async () => {
  symlinkSync(path.join(outside, "secret.txt"), path.join(store.root, "link.txt"));
  symlinkSync(outside, path.join(store.root, "folder"));
  expect([await read("link.txt"), await read("folder/secret.txt")]).toEqual([null, null]);
  expect(await listFiles(store, "folder")).toEqual([]);
  expect((await listFiles(store)).map(({ path: name }) => name)).toEqual(["sub/a.txt"]);
  expect(await deleteStored(store, "folder/secret.txt")).toBe(false);
  expect(await write("folder/secret.txt", "changed")).toBe(false);
  // A write replaces the link itself.
  expect(await write("link.txt", "mine")).toBe(true);
  expect([readFileSync(path.join(outside, "secret.txt"), "utf8"), await read("link.txt")]).toEqual(["secret", "mine"]);
});

it("a special file is neither opened nor waited for", async () => {
  execFileSync("mkfifo", [path.join(store.root, "pipe")]);
  expect([await read("pipe"), await read("sub"), await write("sub", "x")]).toEqual([null, null, false]);
});

it("a folder that the server cannot read counts as too much, because it may contain anything", async () => {
  chmodSync(path.join(store.root, "sub"), 0);
  const isRoot = process.getuid?.() === 0;
  expect((await usageOf(store)).whole).toBe(isRoot);
});

it("names that are no text hide nothing from the quota, and cannot be requested", async () => {
  const odd = Buffer.concat([Buffer.from(`${store.root}/`), Buffer.from([0xff])]);
  const { bytes } = await usageOf(store);
  mkdirSync(odd);
  writeFileSync(Buffer.concat([odd, Buffer.from([0x2f, 0xfe])]), "x".repeat(8192));
  writeFileSync(Buffer.concat([odd, Buffer.from("/plain")]), "x".repeat(8192));
  const after = await usageOf(store);
  expect([after.whole, after.files, after.bytes >= bytes + 16_384]).toEqual([true, 5, true]);
  expect((await listFiles(store)).map((file) => file.path)).toEqual(["sub/a.txt"]);
});
