// The folder of the sockets by which the processes of the server reach each other.
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";

/** A unix socket's path has at most 103 bytes on macOS; this is for `/process-64.sock`. */
const MAX_FOLDER_BYTES = 86;

/**
 * Makes the folder for one run, which only this user can open: in the data folder, or where its path would be too long,
 * below /tmp.
 * @returns {{ folder: string, remove: () => void }}
 */
export function makeSocketsFolder(dataDir) {
  const inData = path.join(dataDir, "processes");
  const isShort = Buffer.byteLength(inData) <= MAX_FOLDER_BYTES;
  const folder = isShort ? inData : mkdtempSync("/tmp/patchbay-processes-");
  if (isShort) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
