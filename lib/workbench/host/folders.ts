/** The folders of the workbench: what stays (files of sessions), and what ends with the process (programs, sockets). */
import { chmod, cp, mkdir, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { env } from "@/lib/kernel/process/env";
import { memoize } from "@/lib/kernel/concurrency/memoize";
import { processMemory } from "@/lib/kernel/process-memory";
import { onStop } from "@/lib/kernel/process/lifecycle";
import { makeTemporaryFolder } from "@/lib/kernel/process/make-temporary-folder";

/** The programs that run inside; the server is started in the project's folder. */
export const INSIDE = path.resolve("lib", "workbench", "inside");
const PASSWD = "user:x:1000:1000:user:/home/user:/bin/bash\nnobody:x:65534:65534:nobody:/:/usr/sbin/nologin\n";
const GROUP = "user:x:1000:\nnogroup:x:65534:\n";

/** Others can pass through, but cannot list the content. */
export const WALKED = 0o711;

export type Folders = {
  /** Files of sessions, below the data folder. */
  state: string;
  /** For this process only. The path is short, because that of a socket can have at most 107 characters. */
  run: string;
  /** The programs of a sandbox, readable for everybody. */
  program: string;
};

/** Where they are, below the data folder. */
const stateFolder = (): string => path.join(env().dataDir, "workbench");

/** Whether there ever was a workbench on this data folder. */
export const hasFolders = (): Promise<boolean> =>
  stat(stateFolder()).then(
    () => true,
    () => false,
  );

async function makeFolders(): Promise<Folders> {
  const state = stateFolder();
  await mkdir(state, { recursive: true, mode: 0o700 });
  for (const name of ["sessions", "slots"]) {
    await mkdir(path.join(state, name), { recursive: true });
    await chmod(path.join(state, name), WALKED);
  }
  await chmod(state, WALKED);
  // A sandbox has its own user id, which must be able to reach its files; the folder still cannot be listed.
  if (process.getuid?.() === 0) await chmod(env().dataDir, WALKED);
  const { folder: run, remove } = await makeTemporaryFolder("pb-wb-");
  onStop("folders of the workbench", remove);
  await chmod(run, WALKED);
  const program = path.join(run, "program");
  await cp(INSIDE, program, { recursive: true, filter: (file) => !file.includes("__pycache__") });
  await chmod(program, 0o755);
  await writeFile(path.join(program, "passwd"), PASSWD);
  await writeFile(path.join(program, "group"), GROUP);
  return { state, run, program };
}

const folders = () => processMemory("workbench.places", () => memoize(makeFolders));

/** The folders, made at the first call. */
export const findFolders = (): Promise<Folders> => folders()();

/** The first folder on the way to `target` that other users cannot walk through; undefined where all are open. */
export async function closedFolder(target: string): Promise<string | undefined> {
  const parts = path.resolve(target).split(path.sep);
  for (let length = 1; length <= parts.length; length++) {
    const folder = parts.slice(0, length).join(path.sep) || path.sep;
    if (((await stat(folder)).mode & 0o001) === 0) return folder;
  }
  return undefined;
}
