/** Stores contents as files in the data folder. */
import { createReadStream } from "node:fs";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { env } from "@/lib/kernel/process/env";
import { toSignedUrl, URL_SECONDS } from "./signed-url";
import type { FileStorage } from "./file-storage";

const PART = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

/** The path of a key. Keys are made of checked parts; this check is a second line of defense. */
function pathOf(key: string): string {
  const parts = key.split("/");
  if (!parts.every((part) => PART.test(part))) throw new Error("A storage key would leave the storage's folder.");
  return path.join(env().dataDir, "files", ...parts);
}

export const diskStorage = (): FileStorage => ({
  name: "disk",
  downloadUrl: ({ id, projectId, name }) =>
    Promise.resolve(toSignedUrl({ projectId, fileId: id, may: "get" }, name, URL_SECONDS)),
  take: async (key, spooled) => {
    const target = pathOf(key);
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    await rename(spooled.path, target);
  },
  sizeOf: async (key) => {
    const facts = await stat(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null;
      throw error;
    });
    return facts ? facts.size : null;
  },
  read: (key) => createReadStream(pathOf(key)),
  remove: async (keys) => {
    for (const key of keys) await rm(pathOf(key), { force: true });
  },
  removeProject: (projectId) => rm(pathOf(projectId), { recursive: true, force: true }),
});
