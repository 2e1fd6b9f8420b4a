/** Files of sessions on their way between the places where they are at rest and in use. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { claimStore, recoverStores, restOf } from "./stores";

const owner = { projectId: "pr_one", sessionId: "trs_one" };

/** What a crash leaves: the files of a session in the slot of a sandbox that is gone. */
async function crashed() {
  const state = mkdtempSync(path.join(tmpdir(), "stores-"));
  const folders = { state, run: state, program: state };
  const folder = path.join(state, "slots", "sb_gone");
  const files = path.join(folder, "mnt", "files");
  mkdirSync(files, { recursive: true });
  const slot = { id: "sb_gone", userId: null, folder, files, mount: "", socketFolder: "", socket: "", egress: "" };
  await claimStore(folders, slot, owner);
  writeFileSync(path.join(files, "work.txt"), "of hours");
  return { folders, folder, rest: restOf(folders, owner) };
}

it("restores files that a crash left in a slot", async () => {
  const { folders, folder, rest } = await crashed();
  await recoverStores(folders, new Set());
  expect([readFileSync(path.join(rest, "work.txt"), "utf8"), existsSync(folder)]).toEqual(["of hours", false]);
});

it("restores files even if something was written for the session before", async () => {
  const { folders, folder, rest } = await crashed();
  mkdirSync(rest, { recursive: true });
  writeFileSync(path.join(rest, "new.txt"), "new");
  await recoverStores(folders, new Set());
  const [recovered = "", ...others] = readdirSync(rest).filter((name) => name !== "new.txt");
  expect([readFileSync(path.join(rest, "new.txt"), "utf8"), others]).toEqual(["new", []]);
  expect(readFileSync(path.join(rest, recovered, "work.txt"), "utf8")).toBe("of hours");
  expect(existsSync(folder)).toBe(false);
});

it("follows no link in the place of the files", async () => {
  const { folders, folder, rest } = await crashed();
  const files = path.join(folder, "mnt", "files");
  const outside = mkdtempSync(path.join(tmpdir(), "outside-"));
  chmodSync(outside, 0o755);
  rmSync(files, { recursive: true });
  symlinkSync(outside, files);
  await recoverStores(folders, new Set());
  expect([existsSync(rest), existsSync(folder), statSync(outside).mode & 0o777]).toEqual([false, false, 0o755]);
});
