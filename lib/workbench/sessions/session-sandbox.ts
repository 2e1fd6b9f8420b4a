/** A sandbox with its socket for helpers, and the session that it belongs to once one has claimed it. */
import { newToken } from "@/lib/kernel/ids";
import { env } from "@/lib/kernel/process/env";
import type { Origin } from "@/lib/kernel/process/log";
import type { LostVariables } from "../run-answer";
import { openHelperServer, type HelperServer, type FindHelper } from "../helpers/helper-server";
import { type Exit, openProxy, type Proxy } from "../egress/proxy";
import type { Helpers } from "../helpers/helpers";
import { findFolders } from "../host/folders";
import { startSandbox, type Sandbox } from "../sandbox/sandbox";
import { dropSlot, makeSlot } from "../sandbox/slot";
import { returnStore, type Owner } from "./stores";

export type Running = {
  kind: "cell" | "bash";
  since: Date;
  helpers: Helpers;
  /** Ends with the run, and with it the helpers that it called. */
  ending: AbortController;
  on: Origin;
};

export type SessionSandbox = {
  process: Sandbox;
  helperServer: HelperServer;
  /** The way out, where the operator allows one. */
  proxy: Proxy | null;
  /** What the proxy has refused since the last answer. */
  blocked: string[];
  owner: Owner | null;
  /** Since when it is certain that no other copy of the app has taken the session; undefined where it is not. */
  certainty: number | undefined;
  /** By the id of the run. */
  running: Map<string, Running>;
  /** The variables after the last cell. */
  names: string[];
  usedAt: number;
  /** The loss that the next answer reports. */
  lost: LostVariables | null;
  /** Bytes in memory and on the disk, as they were last looked at. */
  use: { memory: number; disk: number };
  /** Files above this size end the sandbox. */
  diskLimit: number;
  /** How many of the server's places it takes: it has the memory of as many. */
  capacity: number;
};

const finder =
  (running: Map<string, Running>): FindHelper =>
  (runId, name) => {
    // A program that a cell started does not know the cell's id. The key gives the permissions of the session. A
    // process left by an earlier cell knows the id of that cell, and so does not act for the next one.
    const run = runId === "" ? [...running.values()].at(-1) : running.get(runId);
    return run ? { helper: run.helpers[name], signal: run.ending.signal, on: run.on } : null;
  };

const MOST_TOLD = 20;

/** What the proxy has to know of a sandbox that may not be anybody's yet. */
const exitOf = (holder: { sandbox: SessionSandbox | null }): Exit => ({
  owner: () => holder.sandbox?.owner ?? null,
  onBlocked: (text) => {
    const blocked = holder.sandbox?.blocked;
    if (blocked && blocked.length < MOST_TOLD && !blocked.includes(text)) blocked.push(text);
  },
});

/** Starts a sandbox for whoever comes. */
export async function openSandbox(diskLimit: number, capacity: number): Promise<SessionSandbox> {
  const folders = await findFolders();
  const slot = await makeSlot(folders);
  const running = new Map<string, Running>();
  const key = newToken("wbk_");
  let [helperServer, proxy]: [HelperServer | undefined, Proxy | null] = [undefined, null];
  const holder: { sandbox: SessionSandbox | null } = { sandbox: null };
  try {
    helperServer = await openHelperServer(slot.socket, key, finder(running));
    if (env().workbench.egress) proxy = await openProxy(slot.egress, exitOf(holder));
    const process = await startSandbox({
      folders,
      slot,
      key,
      memoryBytes: capacity * env().workbench.memoryBytes,
    });
    const sandbox: SessionSandbox = {
      process,
      helperServer,
      proxy,
      blocked: [],
      owner: null,
      certainty: undefined,
      running,
      names: [],
      usedAt: Date.now(),
      lost: null,
      use: { memory: 0, disk: 0 },
      diskLimit,
      capacity,
    };
    holder.sandbox = sandbox;
    return sandbox;
  } catch (error) {
    await helperServer?.close();
    await proxy?.close();
    await dropSlot(slot);
    throw error;
  }
}

/** The variables that are lost with a sandbox; null if there were none. */
const lossOf = (sandbox: SessionSandbox, reason: string): LostVariables | null =>
  sandbox.names.length === 0 ? sandbox.lost : { reason, variables: sandbox.names, at: new Date() };

/** Returns the loss of a sandbox and clears it, because an answer reports it. */
export function takeLoss(sandbox: SessionSandbox, reason: string): LostVariables | null {
  const loss = lossOf(sandbox, reason);
  sandbox.names = [];
  sandbox.lost = null;
  return loss;
}

/** Ends a sandbox and puts its files away. */
export async function closeSandbox(sandbox: SessionSandbox, reason: string): Promise<void> {
  for (const { ending } of sandbox.running.values()) ending.abort();
  await sandbox.process.stop(reason);
  await sandbox.helperServer.close();
  await sandbox.proxy?.close();
  // Also where no variable is lost: whoever looks shall see why there is no sandbox any more.
  const loss = lossOf(sandbox, reason) ?? { reason, variables: [], at: new Date() };
  if (sandbox.owner) await returnStore(await findFolders(), sandbox.process.slot, sandbox.owner, loss);
  await dropSlot(sandbox.process.slot);
}
