/** Two copies of the app on one database, each with sandboxes of its own: one of them is another process. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { env } from "@/lib/kernel/process/env";
import { remembered } from "@/test/setup/process-memory";
import { canRunSandboxes } from "@/test/builders/workbench";
import type { Owner } from "../run-answer";
import { completeCode, interruptCell, listVariables, resetKernel, stopSandbox, viewSandbox } from "../control";
import { listFiles } from "../files/store";
import { findFolders } from "../host/folders";
import { dropSession, listSessionFiles, openSessionFile, writeSessionFile } from "../session-files";
import { runBash, runCell } from "../workbench";
import { findSandbox } from "./sandboxes";
import { pruneOwnership } from "./ownership";
import { recoverStores, restOf, takeLost } from "./stores";
import { testProgram } from "@/test/setup/test-program";

const runs = await canRunSandboxes();
const on = { requestId: "req_test" };
const ELSEWHERE = { status: 409, message: expect.stringMatching(/live on another copy of the app, \S+:\d+/) };

describe.runIf(runs)("a session whose sandbox another copy of the app has", () => {
  let child: ReturnType<typeof spawn>;
  let dataDir: string;
  let pid: number;
  let owner: Owner;
  const run = (code: string) => runCell(owner.projectId, owner.sessionId, { code, timeout: 60, on });

  beforeAll(async () => {
    dataDir = path.join(env().dataDir, "other");
    mkdirSync(dataDir);
    child = spawn(process.execPath, [testProgram("test/children/workbench-child.ts")], {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, PATCHBAY_DATA_DIR: dataDir },
    });
    if (!child.stdout) throw new Error("The other copy has no output.");
    const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
    ({ pid, ...owner } = JSON.parse(line) as Owner & { pid: number });
  }, 60_000);
  afterAll(() => void child.kill("SIGKILL"));

  it("returns 409 with the copy's name for cells, state, stops and files, and starts nothing here", async () => {
    const { projectId, sessionId } = owner;
    const tries = [
      run("1"),
      runBash(projectId, sessionId, { command: "ls", on }),
      listVariables(projectId, sessionId),
      completeCode(projectId, sessionId, { code: "ke", cursor: 2 }),
      interruptCell(projectId, sessionId),
      resetKernel(projectId, sessionId),
      stopSandbox(projectId, sessionId),
      listSessionFiles(projectId, sessionId),
      openSessionFile(projectId, sessionId, "kept.txt"),
      writeSessionFile(projectId, sessionId, "new.txt", { size: 1, body: [Buffer.from("x")] }),
    ];
    for (const attempt of await Promise.allSettled(tries))
      expect(attempt).toMatchObject({ status: "rejected", reason: ELSEWHERE });
    expect(await viewSandbox(projectId, sessionId)).toMatchObject({ status: "elsewhere" });
    await dropSession(projectId, sessionId, on);
    expect(findSandbox(owner)).toBeUndefined();
    await pruneOwnership();
    await expect(run("1")).rejects.toMatchObject(ELSEWHERE);
  });

  it("ends with a crashing server; its files are found again with a list of the losses", async () => {
    expect(existsSync(`/proc/${pid}`)).toBe(true);
    child.kill("SIGKILL");
    await once(child, "exit");
    await expect.poll(() => existsSync(`/proc/${pid}`), { timeout: 30_000 }).toBe(false);
    const folders = { ...(await findFolders()), state: path.join(dataDir, "workbench") };
    await recoverStores(folders, new Set());
    const files = await listFiles({ root: restOf(folders, owner), owner: null });
    expect(files.map((file) => file.path)).toEqual(expect.arrayContaining(["kept.txt"]));
    expect((await takeLost(folders, owner))?.variables).toEqual(["kept"]);
  });

  it("is taken over once that copy is gone, and reports the lost variables and files", async () => {
    // It can come back until its time is over.
    await expect(run("1")).rejects.toMatchObject(ELSEWHERE);
    await db.workbenchCopy.updateMany({ where: { name: { not: "" } }, data: { aliveUntil: new Date(0) } });
    const { status, lost: loss } = await run("mine = 1");
    expect([status, loss]).toMatchObject([
      "ok",
      { reason: expect.stringContaining("is gone"), variables: ["kept"], withFiles: true },
    ]);
    expect(await run("mine")).toMatchObject({ lost: null, result: { text: "1" } });
    const row = await db.workbenchHolder.findFirst({ where: { sessionId: owner.sessionId } });
    expect(row?.names).toEqual(["mine"]);
  });

  it("ends its sandbox here once another copy has taken it over after a silence of this one", async () => {
    const here = await (remembered.get("workbench.copy") as () => Promise<{ id: string; sureUntil: number }>)();
    const hour = new Date(Date.now() + 3_600_000);
    await db.workbenchCopy.create({ data: { id: "third", name: "third:1", aliveUntil: hour } });
    const where = { sessionId: owner.sessionId, copyId: here.id };
    await db.workbenchHolder.updateMany({ where, data: { copyId: "third", copyName: "third:1" } });
    here.sureUntil = -Infinity;
    await expect(run("mine")).rejects.toMatchObject(ELSEWHERE);
    expect(findSandbox(owner)).toBeUndefined();
    expect(await db.workbenchHolder.findFirst({ where: { sessionId: owner.sessionId } })).toMatchObject({
      copyId: "third",
    });
  });
});
