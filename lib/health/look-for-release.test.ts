/** Which release file is announced, and how the command names it. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { lookForRelease } from "./look-for-release";

const HERE = `${process.platform}-${process.arch}`;
const newFolder = (): string => mkdtempSync(path.join(tmpdir(), "patchbay-releases-"));

function addFiles(folder: string, ...names: string[]): void {
  for (const name of names) writeFileSync(path.join(folder, name), "");
}

it("announces the newest version for this machine, by numbers and not by letters", async () => {
  const folder = newFolder();
  addFiles(
    folder,
    ...["0.9.0", "0.10.1", "0.10.0"].map((version) => `patchbay-${version}-${HERE}.tgz`),
    "patchbay-9.0.0-plan9-mips.tgz",
    `patchbay-8.0.0-rc.1-${HERE}.tgz`,
    `patchbay-7.0.0-${HERE}.tgz.part`,
    "notes.txt",
  );
  mkdirSync(path.join(folder, "older"));
  const file = path.join(folder, `patchbay-0.10.1-${HERE}.tgz`);
  expect(await lookForRelease(folder, "0.9.0")).toEqual({
    running: "0.9.0",
    newer: { version: "0.10.1", file, command: `npm install -g ${file}` },
    problem: null,
  });
  expect((await lookForRelease(file, "0.9.0")).newer?.version).toBe("0.10.1");
});

it("says nothing of the same or an older version, or without a place", async () => {
  const folder = newFolder();
  addFiles(folder, `patchbay-0.1.0-${HERE}.tgz`);
  for (const running of ["0.1.0", "0.1.1", "1.0.0"])
    expect(await lookForRelease(folder, running)).toEqual({ running, newer: null, problem: null });
  expect(await lookForRelease(undefined, "0.1.0")).toEqual({ running: "0.1.0", newer: null, problem: null });
});

it("says what is wrong with the place", async () => {
  const folder = newFolder();
  expect((await lookForRelease(folder, "0.1.0")).problem).toMatch(/has no release for \w+-\w+\.$/);
  const missing = path.join(folder, "missing");
  expect((await lookForRelease(missing, "0.1.0")).problem).toBe(
    `PATCHBAY_RELEASE_FILE: ${missing} cannot be read (ENOENT).`,
  );
});

it("names a file so that a shell takes it as one word", async () => {
  const folder = path.join(newFolder(), "it's here");
  mkdirSync(folder);
  addFiles(folder, `patchbay-1.0.0-${HERE}.tgz`);
  const { newer } = await lookForRelease(folder, "0.1.0");
  expect(newer?.command).toMatch(/^npm install -g '\/.*\/it'\\''s here\/patchbay-1\.0\.0-[^']*\.tgz'$/);
});
