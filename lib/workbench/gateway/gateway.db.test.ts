/** Sessions whose code runs at a Jupyter gateway: a real Jupyter server, as Debian packages it. */
import { existsSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasJupyter, startJupyter } from "@/test/servers/jupyter";
import { forgetSettings, remembered } from "@/test/setup/process-memory";
import { newTestSession } from "@/test/builders/workbench";
import { db } from "@/lib/kernel/database/db";
import { completeCode, interruptCell, listSandboxes, listVariables, resetKernel } from "../control";
import { deleteSessionFile, dropSession, listSessionFiles, openSessionFile, writeSessionFile } from "../session-files";
import { purgeWorkbench } from "../project-end";
import { describeWorkbench } from "../workbench-state";
import { askGateway } from "./ask-gateway";
import { endIdleKernels, tendGateway } from "./tend-gateway";

const TOKEN = "the-token-of-the-gateway";
let jupyter: Awaited<ReturnType<typeof startJupyter>>;

const point = (settings: Record<string, string>) => {
  Object.assign(process.env, { PATCHBAY_WORKBENCH: "gateway", ...settings });
  forgetSettings();
  for (const name of ["workbench.state", "workbench.checks"]) remembered.delete(name);
};

async function contentOf(projectId: string, sessionId: string, file: string): Promise<string> {
  const content = await openSessionFile(projectId, sessionId, file);
  return content.file.readFile("utf8").finally(() => content.file.close());
}

describe.runIf(hasJupyter())("a workbench at a gateway", () => {
  const session = newTestSession();
  const { projectId, sessionId } = session;

  beforeAll(async () => {
    jupyter = await startJupyter(TOKEN);
    // Its address is the operator's, and needs no other permission.
    point({
      PATCHBAY_OUTBOUND_ALLOW: "",
      PATCHBAY_WORKBENCH_GATEWAY_URL: jupyter.url,
      PATCHBAY_WORKBENCH_GATEWAY_TOKEN: TOKEN,
    });
  });
  afterAll(async () => {
    await jupyter.stop();
  });

  it("reports problems of its settings, and that it runs", async () => {
    point({ PATCHBAY_WORKBENCH_GATEWAY_TOKEN: "wrong" });
    expect(await describeWorkbench()).toMatchObject({
      status: "unavailable",
      problems: [{ fix: "Look at PATCHBAY_WORKBENCH_GATEWAY_TOKEN." }],
    });
    point({ PATCHBAY_WORKBENCH_GATEWAY_TOKEN: TOKEN, PATCHBAY_WORKBENCH_GATEWAY_KERNEL: "julia" });
    expect((await describeWorkbench()).problems[0]?.reason).toBe("The gateway has no kernel julia.");
    point({ PATCHBAY_WORKBENCH_GATEWAY_KERNEL: "python3" });
    expect((await describeWorkbench()).status).toBe("available");
  });

  it("keeps variables, and returns values, errors and printed text", async () => {
    expect(await session.cell("x = 41")).toMatchObject({ status: "ok", result: null, lost: null });
    const { result, stdout } = await session.cell("print('hello'); x + 1");
    expect([result?.text, stdout.text, stdout.lines]).toEqual(["42", "hello\n", 1]);
    const { status, error } = await session.cell("def half(n):\n    return n / 0\nhalf(1)");
    expect([status, error?.name, error?.traceback]).toEqual([
      "error",
      "ZeroDivisionError",
      expect.stringContaining("half(1)"),
    ]);
    expect(await session.value("import asyncio\nawait asyncio.sleep(0.01)\n'awaited'")).toBe("'awaited'");
    const answer = await session.cell("from IPython.display import HTML, display\ndisplay(HTML('<b>bold</b>'))");
    expect(answer.displays[0]?.data["text/html"]).toBe("<b>bold</b>");
  });

  it("interrupts at the time limit and keeps the variables, also if helpers never answer", async () => {
    const { status, reason, lost: loss } = await session.cell("import time\nkept = 1\ntime.sleep(60)", 1);
    expect([status, reason, loss]).toEqual(["timeout", "It took longer than 1 seconds.", null]);
    const never = { run_composio_tool: () => new Promise<never>(() => {}) };
    expect((await session.cell("run_composio_tool('A_B')", 1, never)).status).toBe("timeout");
    expect(await session.value("kept + x")).toBe("42");
  });

  it("lists, completes and interrupts from any copy of the app", async () => {
    const { variables, busy } = await listVariables(projectId, sessionId);
    expect(busy).toBe(false);
    expect(variables).toContainEqual({ name: "x", type: "int", size: "", value: "41" });
    expect((await completeCode(projectId, sessionId, { code: "kep", cursor: 3 })).matches).toContain("kept");
    const running = session.cell("open('begun', 'w').close()\nimport time\ntime.sleep(60)");
    await expect
      .poll(() => existsSync(path.join(jupyter.folder, "patchbay", projectId, sessionId, "begun")))
      .toBe(true);
    expect((await listSandboxes(projectId))[0]?.running).toMatchObject([{ kind: "cell" }]);
    expect(await interruptCell(projectId, sessionId)).toBe(true);
    expect(await running).toMatchObject({ status: "error", error: { name: "KeyboardInterrupt" } });
  });

  it("runs commands, which end with all processes that they started", async () => {
    expect(await session.bash("echo out; ls missing; exit 3")).toMatchObject({
      status: "ok",
      exit: 3,
      stdout: { text: "out\n", lines: 1 },
      stderr: { text: expect.stringContaining("missing"), lines: 1 },
    });
    expect((await session.bash("sleep 1000", 1)).status).toBe("timeout");
    expect((await session.bash("echo still here")).stdout.text).toBe("still here\n");
  });

  it("calls helpers from many threads at a time, without a network", async () => {
    let [running, most] = [0, 0];
    let release = () => {};
    const all = new Promise<void>((resolve) => {
      release = resolve;
    });
    const helpers = {
      run_composio_tool: async (payload: Record<string, unknown>) => {
        most = Math.max(most, ++running);
        if (most === 50) release();
        await all;
        running--;
        return { data: payload.arguments, error: "" };
      },
    };
    const code = `from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(50) as pool:
    answers = list(pool.map(lambda i: run_composio_tool("X_Y", {"i": i}), range(100)))
[at for at, (data, error) in enumerate(answers) if error or data != {"i": at}], web_search("x")[1][:30]`;
    expect((await session.cell(code, 60, helpers)).result?.text).toBe("([], 'web_search is not available he')");
    expect(most).toBe(50);
    expect((await session.cell("input('name?')")).error?.name).toBe("EOFError");
  });

  it("keeps files that its code and the server share", async () => {
    await writeSessionFile(projectId, sessionId, "/mnt/files/sub/given.txt", { size: 5, body: [Buffer.from("given")] });
    expect(await session.value("open('sub/given.txt').read()")).toBe("'given'");
    const { stdout, notes } = await session.cell("open('made.txt', 'w').write('made')\nprint('y' * 100_000)");
    expect([stdout.text.length, stdout.cut, stdout.bytes]).toEqual([40_000, true, 100_001]);
    // That machine has no /mnt/files for this session, and the answer contains the path of its files.
    expect(await session.value(`len(open(${JSON.stringify(stdout.file)}).read())`)).toBe("100001");
    expect(notes.join()).toContain("working folder");
    const paths = (await listSessionFiles(projectId, sessionId)).map((file) => file.path);
    expect(paths).toEqual(expect.arrayContaining(["made.txt", "sub/given.txt", "begun"]));
    expect(paths).toContainEqual(expect.stringMatching(/^\.composio\/output\/run_.*_stdout\.txt$/));
    expect(await contentOf(projectId, sessionId, "made.txt")).toBe("made");
    await deleteSessionFile(projectId, sessionId, "made.txt");
    await expect(openSessionFile(projectId, sessionId, "made.txt")).rejects.toMatchObject({ kind: "NotFound" });
    await expect(writeSessionFile(projectId, sessionId, ".hidden", { size: 1, body: [] })).rejects.toMatchObject({
      kind: "BadRequest",
    });
  });

  it("reports lost variables after a reset and a crash, and keeps the files", async () => {
    await resetKernel(projectId, sessionId);
    expect((await session.cell("x")).lost).toMatchObject({
      reason: "someone reset it",
      variables: expect.arrayContaining(["kept", "x"]) as string[],
    });
    await session.cell("z = 1");
    const crash = await session.cell("import os\nos._exit(1)");
    expect([crash.status, crash.lost?.variables]).toEqual(["ended", ["z"]]);
    expect(await session.value("open('sub/given.txt').read()")).toBe("'given'");
  });

  it("starts one interpreter for simultaneous cells after the gateway ended it, and runs them in turn", async () => {
    await session.cell("y = 1");
    const [sandbox] = await listSandboxes(projectId);
    await askGateway(projectId, "DELETE", `kernels/${sandbox?.id}`);
    const both = await Promise.all([session.cell("y"), session.bash("echo hi")]);
    expect(both.map(({ sandboxId }) => sandboxId)).toEqual([both[0].sandboxId, both[0].sandboxId]);
    expect(both[0].sandboxId).not.toBe(sandbox?.id);
    expect([both[0].error?.name, both[1].stdout.text]).toEqual(["NameError", "hi\n"]);
    expect(both.map(({ lost: loss }) => loss).find(Boolean)).toMatchObject({
      reason: "the gateway ended it",
      variables: ["y"],
    });
  });

  it("ends unused interpreters, and everything of a deleted session", async () => {
    const { idleMs } = (await import("@/lib/kernel/process/env")).env().workbench;
    const { moveClock } = await import("@/lib/kernel/time/clock");
    const back = moveClock(idleMs + 1000);
    await endIdleKernels().finally(back);
    expect(await listSandboxes(projectId)).toEqual([]);
    // It was used a moment ago, so nobody takes it for one that is gone.
    await tendGateway(async () => new Set());
    expect(await listSessionFiles(projectId, sessionId)).not.toEqual([]);
    await dropSession(projectId, sessionId, { requestId: "req_test" });
    expect(existsSync(path.join(jupyter.folder, "patchbay", projectId, sessionId))).toBe(false);
  });

  it("ends a deleted project's interpreters in turns, and forgets a session after its files", async () => {
    const project = newTestSession();
    await project.bash("echo hi > there.txt");
    const kernels = async () =>
      ((await askGateway(project.projectId, "GET", "kernels")).body as { id: string }[]).length;
    const before = await kernels();
    const others = Array.from({ length: 10 }, (_, index) => ({
      projectId: project.projectId,
      sessionId: `trs_other${index}`,
    }));
    await db.workbenchKernel.createMany({ data: others });
    const left = () => db.workbenchKernel.count({ where: { projectId: project.projectId } });
    expect([await purgeWorkbench(project.projectId), await left()]).toEqual([false, 1]);
    expect([await purgeWorkbench(project.projectId), await left()]).toEqual([true, 0]);
    expect(await kernels()).toBe(before - 1);
    expect(existsSync(path.join(jupyter.folder, "patchbay", project.projectId, project.sessionId))).toBe(false);
  });
});
