/** What a killed process left in the temporary folder goes with the next start, and nothing else does. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { forgetSettings } from "@/test/setup/process-memory";
import { makeTemporaryFolder, removeLeftFolders, temporaryBase } from "./make-temporary-folder";

const { PATCHBAY_DATA_DIR: before } = process.env;
let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), "patchbay-folders-"));
  process.env.PATCHBAY_DATA_DIR = dataDir;
  forgetSettings();
});
afterEach(() => {
  rmSync(dataDir, { recursive: true });
  process.env.PATCHBAY_DATA_DIR = before;
  forgetSettings();
});

it("is removed by its owner, or by the next start", async () => {
  await removeLeftFolders();
  const [leftFolder, killed] = [await makeTemporaryFolder("pb-wb-"), await makeTemporaryFolder("patchbay-pages-")];
  writeFileSync(path.join(killed.folder, "socket"), "");
  await leftFolder.remove();
  expect([existsSync(leftFolder.folder), existsSync(killed.folder)]).toEqual([false, true]);
  await removeLeftFolders();
  expect(existsSync(killed.folder)).toBe(false);
  expect(readdirSync(path.join(dataDir, "temporary"))).toEqual([]);
});

it("an entry that names another folder removes nothing but itself", async () => {
  const precious = path.join(dataDir, "precious");
  mkdirSync(precious);
  mkdirSync(path.join(dataDir, "temporary"));
  writeFileSync(path.join(dataDir, "temporary", "pb-wb-a"), precious);
  writeFileSync(path.join(dataDir, "temporary", "precious"), precious);
  await removeLeftFolders();
  expect(existsSync(precious)).toBe(true);
  expect(readdirSync(path.join(dataDir, "temporary"))).toEqual([]);
});

it("is below the machine's temporary folder, unless a socket there would have too long a path for macOS", () => {
  const ofMac = "/var/folders/zz/zyxvpxvq6csfxvn_n0000000000000/T";
  expect(temporaryBase(ofMac)).toBe(ofMac);
  expect(temporaryBase(`/home/${"a".repeat(90)}`)).toBe("/tmp");
  expect(temporaryBase(`/home/${"\u00e9".repeat(40)}`)).toBe("/tmp");
});
