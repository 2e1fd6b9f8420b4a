/** The files of a session's workbench, whether its sandbox lives or not. */
import type { FileHandle } from "node:fs/promises";
import { ApiError } from "@/lib/kernel/errors";
import { env } from "@/lib/kernel/process/env";
import { log, type Origin } from "@/lib/kernel/process/log";
import { namesOf } from "./files/safe-path";
import { deleteStored, listFiles, openStored, type StoreFile, usageOf, writeStored } from "./files/store";
import type { Owner } from "./run-answer";
import { forward, isElsewhere } from "./forward/forward";
import { forwardTurn, takeTurns } from "./forward/forward-turn";
import { dropAtGateway } from "./gateway/control";
import {
  deleteGatewayFile,
  listGatewayFiles,
  MOST_FILE_BYTES,
  openGatewayFile,
  writeGatewayFile,
} from "./gateway/files";
import { atGateway, hasGateway } from "./gateway/ask-gateway";
import { findFolders, hasFolders } from "./host/folders";
import { findSandbox, storeOf } from "./sessions/sandboxes";
import { findOwnerElsewhere, forgetOwnership } from "./sessions/ownership";
import { endSandbox } from "./sessions/capacity";
import { noteBytes, reserveBytes } from "./sessions/session-bytes";
import { dropStore } from "./sessions/stores";
import { endWaits, inTurn } from "./turns";

/** Where files of a session are for its code. */
export const MOUNT = "/mnt/files";

/**
 * A path as its names alone, without /mnt/files in front.
 * @throws ApiError BadRequest for what is no path of a file
 */
export function toRelative(path: string): string {
  const names = namesOf(path);
  if (names.length > 0) return names.join("/");
  throw new ApiError("BadRequest", `${MOUNT} itself is no file.`, { suggestedFix: "Name a file below it." });
}

const noFile = (path: string): ApiError =>
  new ApiError("NotFound", `There is no file ${path.slice(0, 200)} in this session's workbench.`, {
    suggestedFix: "List the files of the session to see which there are.",
  });

/** All files of a session below a prefix, by path. @throws ApiError BadRequest for what is no path; TooManyRequests */
export const listSessionFiles = async (projectId: string, sessionId: string, prefix = ""): Promise<StoreFile[]> =>
  hasGateway()
    ? atGateway(() => listGatewayFiles({ projectId, sessionId }, prefix))
    : inTurn({ projectId, sessionId }, "list", async () => listFiles(await storeOf({ projectId, sessionId }), prefix));

/**
 * Opens a file for reading; the caller closes it.
 * @throws ApiError NotFound, BadRequest for what is no path
 */
export async function openSessionFile(
  projectId: string,
  sessionId: string,
  path: string,
): Promise<{ file: FileHandle; size: number }> {
  const storedFile = await (hasGateway()
    ? atGateway(() => openGatewayFile({ projectId, sessionId }, path))
    : openStored(await storeOf({ projectId, sessionId }), path));
  if (!storedFile) throw noFile(path);
  return storedFile;
}

/**
 * Writes a whole file into a session's workbench.
 * @throws ApiError PayloadTooLarge above the quota; Conflict if a folder has its name; BadRequest for an invalid path;
 *   TooManyRequests when too many wait
 */
export async function writeSessionFile(
  projectId: string,
  sessionId: string,
  path: string,
  content: Content,
): Promise<void> {
  const owner = { projectId, sessionId };
  if (hasGateway()) return writeThere(owner, path, content);
  if (await inFileTurn(owner, () => writeHere(owner, path, content))) return;
  throw new ApiError("Conflict", `${path.slice(0, 200)} cannot be written: a folder or a link is in the way.`, {
    suggestedFix: "Choose another name.",
  });
}

takeTurns((projectId, sessionId, work) => inTurn({ projectId, sessionId }, "file", work));

/** All processes of this copy of the app write the files of a session one after the other. */
const inFileTurn = <T>(owner: Owner, work: () => Promise<T>): Promise<T> =>
  isElsewhere() ? forwardTurn(owner.projectId, owner.sessionId, work) : inTurn(owner, "file", work);

/** False where something is in the way. */
async function writeHere(owner: Owner, path: string, { size, body }: Content): Promise<boolean> {
  const store = await storeOf(owner, true);
  const { bytes } = await usageOf(store);
  const { diskBytes } = env().workbench;
  if (bytes + size > diskBytes)
    throw new ApiError("PayloadTooLarge", `The files of this session would take more than ${diskBytes} bytes.`, {
      suggestedFix: "Delete files of the session, or let the operator raise PATCHBAY_WORKBENCH_DISK_MB.",
    });
  await reserveBytes(owner, path.slice(0, 200), bytes + size);
  try {
    return await writeStored(store, path, body);
  } finally {
    // A replaced file took room of its own only while it was replaced, and a failed one takes none.
    await noteBytes(owner, (await usageOf(store)).bytes);
  }
}

type Content = { size: number; body: AsyncIterable<Uint8Array> | Iterable<Uint8Array> };

async function writeThere(owner: Owner, path: string, { size, body }: Content): Promise<void> {
  if (size > MOST_FILE_BYTES)
    throw new ApiError("PayloadTooLarge", `The gateway takes files of at most ${MOST_FILE_BYTES} bytes.`, {
      suggestedFix: "Split the file.",
    });
  if (await atGateway(() => writeGatewayFile(owner, path, body))) return;
  throw new ApiError("Conflict", `${path.slice(0, 200)} cannot be written at the gateway.`, {
    suggestedFix: "Choose another name, or let the operator look whether the gateway keeps files (its contents API).",
  });
}

/** Deletes a file. @throws ApiError NotFound, BadRequest for what is no path */
export async function deleteSessionFile(projectId: string, sessionId: string, path: string): Promise<void> {
  const isDeleted = await (hasGateway()
    ? atGateway(() => deleteGatewayFile({ projectId, sessionId }, path))
    : deleteStored(await storeOf({ projectId, sessionId }), path));
  if (!isDeleted) throw noFile(path);
  if (!hasGateway())
    await noteBytes({ projectId, sessionId }, (await usageOf(await storeOf({ projectId, sessionId }))).bytes);
}

async function dropHere(owner: Owner): Promise<void> {
  endWaits(owner);
  // Also what is on its way, and what a crash has left.
  await storeOf(owner);
  const sandbox = findSandbox(owner);
  if (sandbox) await endSandbox(sandbox, "its session was deleted");
  await dropStore(await findFolders(), owner);
}

/** The session is gone already, so nobody can look whether it is the project's; its folder is below the project's. */
const drop = forward("drop", async (projectId: string, sessionId: string): Promise<void> => {
  const owner = { projectId, sessionId };
  if (hasGateway()) return dropAtGateway(owner);
  // The copy that has them looks for itself.
  if (await findOwnerElsewhere(owner)) return;
  if (await hasFolders()) await dropHere(owner);
  await forgetOwnership(owner);
});

/**
 * Ends a session's sandbox and deletes all of its files. Never fails: what stays is deleted by `startSweeping`.
 * @param on for whom a failure is logged
 */
export async function dropSession(projectId: string, sessionId: string, on: Origin): Promise<void> {
  try {
    await drop(projectId, sessionId);
  } catch (error) {
    log.error(on, "the files of a deleted session were not deleted", { error });
  }
}
