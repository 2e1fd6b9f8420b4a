/**
 * Where the files of a session are: in `sessions/<project>/<session>/files`, and while its sandbox lives in the
 * sandbox's slot. They are moved as a whole, so that a move is never half done; files that a crash left in a slot are
 * recovered.
 */
import { execFile } from "node:child_process";
import { chmod, lstat, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { background, log } from "@/lib/kernel/process/log";
import type { LostVariables, Owner } from "../run-answer";
import { BARE } from "../host/packages";
import type { Folders } from "../host/folders";
import type { Slot } from "../sandbox/slot";

export type { Owner };

const run = promisify(execFile);
const PART = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;
const CRASHED = "the server ended without putting it away";

/** The folder of a session. The ids are ours; this check is a second line of defense. */
function folderOf({ state }: Folders, { projectId, sessionId }: Owner): string {
  if (!PART.test(projectId) || !PART.test(sessionId)) throw new Error("An id would leave the folder of the workbench.");
  return path.join(state, "sessions", projectId, sessionId);
}

/** Where the files of a session are at rest. */
export const restOf = (folders: Folders, owner: Owner): string => path.join(folderOf(folders, owner), "files");

/** False for a link: if the server is not root, code can replace its own folder by one. */
const isFolder = (file: string): Promise<boolean> =>
  lstat(file).then(
    (facts) => facts.isDirectory(),
    () => false,
  );

/** Writes a small file as a whole. */
async function writeJson(file: string, value: unknown): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(value), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

const readJson = (file: string): Promise<Values | null> =>
  readFile(file, "utf8").then(
    (text) => {
      const value: unknown = JSON.parse(text);
      return isObject(value) ? value : null;
    },
    () => null,
  );

const ownerFile = (folder: string): string => path.join(folder, "owner.json");
const namesOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];

/** Writes down whose slot it is, and which variables it has: for whoever finds it after a crash. */
export const noteOwner = ({ folder }: Slot, owner: Owner, names: readonly string[]): Promise<void> =>
  writeJson(ownerFile(folder), { ...owner, names });

/** Moves the files of a session into the slot of its sandbox. */
export async function claimStore(folders: Folders, slot: Slot, owner: Owner): Promise<void> {
  const rest = restOf(folders, owner);
  await noteOwner(slot, owner, []);
  if (!(await isFolder(rest))) return;
  // Nothing runs in them now, so nobody can put a link in the way; links themselves are changed, not what they lead to.
  if (slot.userId !== null) await run("chown", ["-RhP", `${slot.userId}:${slot.userId}`, rest], { env: BARE });
  await chmod(rest, 0o700);
  await rename(rest, slot.files);
}

/**
 * Moves files back to the folder of their session. If that folder already exists, because it was made while the sandbox
 * was unknown (after a crash or a failed end), they become a folder next to it, so that neither is lost.
 */
async function moveToRest(files: string, rest: string): Promise<void> {
  // The code can have closed it, and only a user with write permission for a folder can move it.
  await chmod(files, 0o700);
  try {
    await rename(files, rest);
  } catch (error) {
    if (!["ENOTEMPTY", "EEXIST"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    const isEmpty = (await readdir(files)).length === 0;
    if (!isEmpty) await rename(files, path.join(rest, `recovered_${Date.now().toString(36)}`));
  }
}

/** Moves them back, and notes what was lost with the sandbox. */
export async function returnStore(
  folders: Folders,
  slot: { files: string },
  owner: Owner,
  loss: LostVariables | null,
): Promise<void> {
  const folder = folderOf(folders, owner);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (await isFolder(slot.files)) await moveToRest(slot.files, restOf(folders, owner));
  if (loss) await writeJson(path.join(folder, "lost.json"), loss);
}

const lostFile = (folders: Folders, owner: Owner): string => path.join(folderOf(folders, owner), "lost.json");

/** How the session's last sandbox ended, with the variables that were lost, perhaps none; null where no sandbox was. */
export async function readLost(folders: Folders, owner: Owner): Promise<LostVariables | null> {
  const value = await readJson(lostFile(folders, owner));
  if (!value) return null;
  const time = new Date(typeof value.at === "string" ? value.at : 0);
  const loss = { reason: String(value.reason), variables: namesOf(value.variables), at: time };
  return value.withFiles === true ? { ...loss, withFiles: true } : loss;
}

/** The loss from the end of the session's last sandbox; returned once. */
export async function takeLost(folders: Folders, owner: Owner): Promise<LostVariables | null> {
  const loss = await readLost(folders, owner);
  if (loss) await rm(lostFile(folders, owner), { force: true });
  return loss && (loss.variables.length > 0 || loss.withFiles) ? loss : null;
}

/** Notes what is gone of a session that was elsewhere. */
export async function noteLost(folders: Folders, owner: Owner, loss: LostVariables): Promise<void> {
  await mkdir(folderOf(folders, owner), { recursive: true, mode: 0o700 });
  await writeJson(lostFile(folders, owner), loss);
}

/** Deletes all that a session has at rest. */
export const dropStore = (folders: Folders, owner: Owner): Promise<void> =>
  rm(folderOf(folders, owner), { recursive: true, force: true });

/**
 * Puts away what a crash left in the slots of sandboxes that are gone.
 * @param living the slots of this process
 */
export async function recoverStores(folders: Folders, living: ReadonlySet<string>): Promise<void> {
  const slots = path.join(folders.state, "slots");
  for (const name of await readdir(slots)) {
    if (living.has(name)) continue;
    const folder = path.join(slots, name);
    try {
      const record = await readJson(ownerFile(folder));
      const files = path.join(folder, "mnt", "files");
      if (record && typeof record.projectId === "string" && typeof record.sessionId === "string") {
        const owner = { projectId: record.projectId, sessionId: record.sessionId };
        const variables = namesOf(record.names);
        const loss = variables.length > 0 ? { reason: CRASHED, variables, at: new Date() } : null;
        if (await isFolder(files)) await returnStore(folders, { files }, owner, loss);
      }
      await rm(folder, { recursive: true, force: true });
    } catch (error) {
      // It stays for the next start; all other sessions go on.
      log.error(background("workbench"), "files of a session could not be put away", { error, slot: name });
    }
  }
}
