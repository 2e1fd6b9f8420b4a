/**
 * The files of a session at a gateway, by its contents API, in the folder in which its interpreter works. The API does
 * not list files whose name begins with a dot, so `.composio` is `_composio` there.
 */
import { randomBytes } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ApiError } from "@/lib/kernel/errors";
import { isObject } from "@/lib/kernel/text/is-object";
import type { Owner } from "../run-answer";
import { namesOf } from "../files/safe-path";
import type { StoreFile } from "../files/store";
import { askGateway, GatewayError, toPath } from "./ask-gateway";

const MOST_FOLDERS = 500;
const MOST_FILES = 10_000;
/** A file passes through memory as base64. */
export const MOST_FILE_BYTES = 48 * 1024 * 1024;
const MAX_LIST_BYTES = 16 * 1024 * 1024;

const HIDDEN = ".composio";
const LISTED_AS = "_composio";

/** Where it works, below the folder of the gateway. */
export const folderOf = ({ projectId, sessionId }: Owner): string[] => ["patchbay", projectId, sessionId];

function placeOf(owner: Owner, file: string): string[] {
  const [first, ...rest] = namesOf(file);
  const names = first === undefined ? [] : [first === HIDDEN ? LISTED_AS : first, ...rest];
  if (names.some((name) => name.startsWith(".")))
    throw new ApiError("BadRequest", "The gateway keeps no file whose name begins with a dot.", {
      suggestedFix: "Choose another name.",
    });
  return [...folderOf(owner), ...names];
}

const contents = (names: readonly string[]): string => `contents/${toPath(...names)}`;

type Entry = { name: string; isFolder: boolean; size: number; modifiedAt: Date };

function toEntry(value: unknown): Entry[] {
  if (!isObject(value) || typeof value.name !== "string") return [];
  const { name, type, size, last_modified: modified } = value;
  const modifiedAt = new Date(typeof modified === "string" ? modified : 0);
  if (Number.isNaN(modifiedAt.getTime())) return [];
  return [{ name, isFolder: type === "directory", size: typeof size === "number" ? size : 0, modifiedAt }];
}

/** The entries of a folder; null if it is missing. */
async function read(projectId: string, names: readonly string[]): Promise<Entry[] | null> {
  const { status, body } = await askGateway(projectId, "GET", `${contents(names)}?type=directory`, {
    maxBytes: MAX_LIST_BYTES,
  });
  // 400: it is a file. 404 also where the gateway keeps no files at all.
  if (status === 404 || status === 400) return null;
  if (status >= 300) throw new GatewayError(`The gateway returned ${status} for a list of files.`, status);
  return isObject(body) && Array.isArray(body.content) ? body.content.flatMap(toEntry) : null;
}

type Visit = (place: string[], entry: Entry) => void;

/** All files and folders below a folder, folders first. */
async function walk(projectId: string, top: string[], visit: Visit): Promise<void> {
  const folders: string[][] = [top];
  let entries = 0;
  for (let next = 0; next < folders.length && next < MOST_FOLDERS; next++) {
    const folder = folders[next] as string[];
    for (const entry of (await read(projectId, folder)) ?? []) {
      if (++entries > MOST_FILES) return;
      visit([...folder, entry.name], entry);
      if (entry.isFolder) folders.push([...folder, entry.name]);
    }
  }
}

/** @throws ApiError BadRequest for what is no path; GatewayError */
export async function listGatewayFiles(owner: Owner, prefix: string): Promise<StoreFile[]> {
  const files: StoreFile[] = [];
  const depth = folderOf(owner).length;
  await walk(owner.projectId, placeOf(owner, prefix), (place, { isFolder, size, modifiedAt }) => {
    const [first, ...rest] = place.slice(depth);
    if (!isFolder) files.push({ path: [first === LISTED_AS ? HIDDEN : first, ...rest].join("/"), size, modifiedAt });
  });
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** A file that nobody else can open, and that is gone when it is closed. */
async function temporary(content: Buffer): Promise<FileHandle> {
  const name = path.join(tmpdir(), `pb-wb-${randomBytes(12).toString("hex")}`);
  const file = await open(name, "wx+", 0o600);
  await rm(name);
  // At a place of its own, so that whoever reads it begins at the beginning.
  await file.write(content, 0, content.length, 0);
  return file;
}

/** A copy of the file; null if it is missing. @throws ApiError BadRequest for an invalid path; GatewayError */
export async function openGatewayFile(owner: Owner, path: string): Promise<{ file: FileHandle; size: number } | null> {
  const place = placeOf(owner, path);
  const { status, body } = await askGateway(
    owner.projectId,
    "GET",
    `${contents(place)}?type=file&format=base64&content=1`,
    { maxBytes: MOST_FILE_BYTES * 1.4 + MAX_LIST_BYTES },
  );
  if (status === 404 || status === 400) return null;
  if (status >= 300 || !isObject(body) || typeof body.content !== "string")
    throw new GatewayError(`The gateway returned ${status} for a file.`, status);
  const content = Buffer.from(body.content, "base64");
  return { file: await temporary(content), size: content.length };
}

/** Makes the folders on the way, where they are not there. False where the gateway keeps no files. */
export async function makeGatewayFolder(projectId: string, names: readonly string[]): Promise<boolean> {
  for (let count = 1; count <= names.length; count++) {
    const place = contents(names.slice(0, count));
    const { status } = await askGateway(projectId, "GET", `${place}?content=0`);
    if (status < 300) continue;
    if (status !== 404) return false;
    const response = await askGateway(projectId, "PUT", place, { body: { type: "directory" } });
    if (response.status >= 300) return false;
  }
  return true;
}

/** Writes a file as a whole. False where something is in the way, or where the gateway keeps no files. */
export async function writeGatewayFile(
  owner: Owner,
  path: string,
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<boolean> {
  const place = placeOf(owner, path);
  if (!(await makeGatewayFolder(owner.projectId, place.slice(0, -1)))) return false;
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  const { status } = await askGateway(owner.projectId, "PUT", contents(place), {
    body: { type: "file", format: "base64", content: Buffer.concat(parts).toString("base64") },
  });
  return status < 300;
}

/** False if the file is missing. */
export async function deleteGatewayFile(owner: Owner, path: string): Promise<boolean> {
  const place = placeOf(owner, path);
  const { status, body } = await askGateway(owner.projectId, "GET", `${contents(place)}?content=0`);
  if (status >= 300 || !isObject(body) || body.type === "directory") return false;
  return (await askGateway(owner.projectId, "DELETE", contents(place))).status < 300;
}

/**
 * Deletes the files of a session, folders after their content. False if some are left: the gateway neither lists nor
 * deletes files whose names begin with a dot.
 */
export async function dropGatewayFiles(owner: Owner): Promise<boolean> {
  const top = folderOf(owner);
  const places: string[][] = [top];
  await walk(owner.projectId, top, (place) => places.push(place));
  for (const place of places.reverse()) await askGateway(owner.projectId, "DELETE", contents(place));
  return (await askGateway(owner.projectId, "GET", `${contents(top)}?content=0`)).status === 404;
}
