/** The place of one sandbox on the disk: made before it starts, removed after its end. */
import { chmod, chown, mkdir, rm } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import path from "node:path";
import { type Folders, WALKED } from "../host/folders";
import { returnUserId, takeUserId } from "../host/take-user-id";

export type Slot = {
  /** Random: nobody else on the machine can guess the path. */
  id: string;
  userId: number | null;
  folder: string;
  /** Becomes /mnt inside. */
  mount: string;
  /** Becomes /mnt/files: the store of a session is moved here. */
  files: string;
  socketFolder: string;
  socket: string;
  /** The way to the proxy, where there is one. */
  egress: string;
};

async function makeFolder(folder: string, mode: number, owner: number | null): Promise<void> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, mode);
  if (owner !== null) await chown(folder, owner, owner);
}

/** Makes the folders of a sandbox. */
export async function makeSlot({ state, run }: Folders): Promise<Slot> {
  const id = `sb_${randomBytes(8).toString("hex")}`;
  const folder = path.join(state, "slots", id);
  const socketFolder = path.join(run, id);
  const slot: Slot = {
    id,
    userId: takeUserId(),
    folder,
    mount: path.join(folder, "mnt"),
    files: path.join(folder, "mnt", "files"),
    socketFolder,
    socket: path.join(socketFolder, "helpers.sock"),
    egress: path.join(socketFolder, "egress.sock"),
  };
  for (const walked of [folder, socketFolder]) await makeFolder(walked, WALKED, null);
  // The code can write into files, but cannot create anything next to it that no quota would count.
  await makeFolder(slot.mount, 0o755, null);
  await makeFolder(slot.files, 0o700, slot.userId);
  return slot;
}

/** Removes the folders, and gives the user id back. */
export async function dropSlot({ folder, socketFolder, userId }: Slot): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await rm(socketFolder, { recursive: true, force: true });
  returnUserId(userId);
}
