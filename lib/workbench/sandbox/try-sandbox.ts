/** Starts a sandbox with a program that checks its isolation. */
import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { lstat } from "node:fs/promises";
import path from "node:path";
import { env } from "@/lib/kernel/process/env";
import { BARE, PYTHON } from "../host/packages";
import type { Folders } from "../host/folders";
import { launchCommand } from "./launch-command";
import { dropSlot, makeSlot, type Slot } from "./slot";

const TIMEOUT_MS = 60_000;
const MAX_WORDS = 4000;
const FILTER = 3;

/** What the program said, and how it ended. */
function runCheck({ program }: Folders, slot: Slot): Promise<{ code: number | null; said: string }> {
  const filter = openSync(path.join(program, "seccomp.bpf"), "r");
  const command = launchCommand(
    {
      launcher: env().workbench.launcher,
      userId: slot.userId,
      program,
      mount: slot.mount,
      socket: slot.socketFolder,
      variables: env().workbench.egress ? { WORKBENCH_EGRESS: "1" } : {},
      filter: FILTER,
    },
    [PYTHON, "/opt/workbench/check.py"],
  );
  return new Promise((resolve, reject) => {
    const [file, ...args] = command as [string, ...string[]];
    const child = spawn(file, args, {
      stdio: ["ignore", "pipe", "pipe", filter],
      env: BARE,
      cwd: "/",
      timeout: TIMEOUT_MS,
      killSignal: "SIGKILL",
    });
    closeSync(filter);
    let output = "";
    const read = (chunk: Buffer) => {
      output = (output + chunk.toString("latin1")).slice(0, MAX_WORDS);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("error", reject).once("close", (code) => resolve({ code, said: output.trim() }));
  });
}

/** @throws Error with what the launcher or the program inside said */
export async function trySandbox(folders: Folders): Promise<void> {
  const slot = await makeSlot(folders);
  try {
    const { code, said: output } = await runCheck(folders, slot);
    const { uid } = code === 0 ? await lstat(path.join(slot.files, "probe")) : { uid: -1 };
    if (uid === 0 || (slot.userId !== null && uid !== -1 && uid !== slot.userId))
      throw new Error("It does not run as a user of its own outside.");
    if (code !== 0 || output) throw new Error(output || `The launcher ended with ${code}.`);
  } finally {
    await dropSlot(slot);
  }
}
