/** The state, the output and the messages of a session's workbench, in real sandboxes. */
import { describe, expect, it } from "vitest";
import { env } from "@/lib/kernel/process/env";
import { canRunSandboxes, newTestSession } from "@/test/builders/workbench";
import { completeCode, interruptCell, listSandboxes, listVariables, resetKernel, stopSandbox } from "./control";
import { dropSession, listSessionFiles, openSessionFile } from "./session-files";
import { findSandbox } from "./sessions/sandboxes";
import { runCell } from "./workbench";

const runs = await canRunSandboxes();

async function contentOf(projectId: string, sessionId: string, path: string): Promise<Buffer> {
  const { file } = await openSessionFile(projectId, sessionId, path);
  return file.readFile().finally(() => file.close());
}

describe.runIf(runs)("cells", () => {
  const session = newTestSession();

  it("keep variables, return the last value, and wait for awaited values", async () => {
    expect(await session.cell("x = 41")).toMatchObject({ status: "ok", result: null });
    const { result, stdout } = await session.cell("print('hello'); x + 1");
    expect([result?.text, stdout.text, stdout.lines]).toEqual(["42", "hello\n", 1]);
    expect(await session.value("import asyncio\nawait asyncio.sleep(0.01)\n'awaited'")).toBe("'awaited'");
  });

  it("answer with the traceback of an error", async () => {
    const { status, error } = await session.cell("def half(n):\n    return n / 0\nhalf(1)");
    expect([status, error?.name, error?.message]).toEqual(["error", "ZeroDivisionError", "division by zero"]);
    expect(error?.traceback).toContain("half(1)");
  });

  it("show pictures of plots and tables", async () => {
    const plot = await session.cell("import matplotlib.pyplot as plt\nplt.plot([1, 2, 3]); plt.show()");
    expect(
      Buffer.from(plot.displays[0]?.data["image/png"] ?? "", "base64")
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG");
    const table = await session.cell("import pandas\npandas.DataFrame({'a': [1, 2]})");
    expect(table.result?.display.data["text/html"]).toContain("<table");
  });

  it("put output that is too long for an answer into a file, as a whole", async () => {
    const { stdout, result } = await session.cell("print('y' * 100_000)\n'z' * 90_000");
    expect([stdout.text.length, stdout.cut, stdout.bytes, result?.text.length, result?.cut]).toEqual([
      40_000,
      true,
      100_001,
      40_000,
      true,
    ]);
    const { projectId, sessionId } = session;
    expect((await contentOf(projectId, sessionId, stdout.file ?? "")).length).toBe(100_001);
    expect((await contentOf(projectId, sessionId, result?.file ?? "")).length).toBe(90_002);
  });

  it("have the memory of the session's size, which uses as many places", async () => {
    const { projectId, sessionId } = newTestSession();
    const code = "import resource\nresource.getrlimit(resource.RLIMIT_DATA)[0] // 2**20";
    const options = { code, size: "medium" as const, on: { requestId: "req_test" } };
    const { result } = await runCell(projectId, sessionId, options);
    expect(Number(result?.text)).toBe((2 * env().workbench.memoryBytes) / 2 ** 20 + 512);
    expect(findSandbox({ projectId, sessionId })?.capacity).toBe(2);
    await stopSandbox(projectId, sessionId);
    const few = { ...env().workbench, sandboxes: 1 };
    const { workbench } = env();
    Object.assign(env(), { workbench: few });
    await expect(runCell(projectId, sessionId, options)).rejects.toMatchObject({ status: 422 });
    Object.assign(env(), { workbench });
  });

  it("are interrupted by their time limit and keep their variables", async () => {
    const { status, reason, lost: loss } = await session.cell("import time\nkept = 1\ntime.sleep(60)", 1);
    expect([status, reason, loss]).toEqual(["timeout", "It took longer than 1 seconds.", null]);
    expect(await session.value("kept + x")).toBe("42");
  });

  it("are killed if they ignore the interrupt, and the answer names the lost variables", async () => {
    const code = "import signal\nsignal.signal(2, signal.SIG_IGN)\nwhile True: pass";
    const { status, lost: loss } = await session.cell(code, 1);
    expect([status, loss?.variables]).toEqual(["timeout", expect.arrayContaining(["kept", "x"])]);
    expect((await session.cell("x")).error?.name).toBe("NameError");
  });

  it("are interrupted however early somebody asks for that", async () => {
    const { projectId, sessionId } = session;
    for (const seconds of [60, 61, 62, 63, 64]) {
      const running = session.cell(`__import__('time').sleep(${seconds})`, 5);
      await expect.poll(() => interruptCell(projectId, sessionId), { interval: 1 }).toBe(true);
      expect((await running).error?.name).toBe("KeyboardInterrupt");
    }
  });

  it("are interrupted from outside, listed, completed and forgotten", async () => {
    const { projectId, sessionId } = session;
    await session.cell("answer = 42; words = ['a', 'b']");
    expect((await listVariables(projectId, sessionId)).variables).toEqual([
      { name: "answer", type: "int", size: "", value: "42" },
      { name: "words", type: "list", size: "2", value: "" },
    ]);
    expect((await completeCode(projectId, sessionId, { code: "answ", cursor: 4 })).matches).toContain("answer");
    const running = session.cell("open('/mnt/files/begun', 'w').close()\nimport time\ntime.sleep(60)");
    await expect
      .poll(() => listSessionFiles(projectId, sessionId, ""))
      .toContainEqual(expect.objectContaining({ path: "begun" }));
    expect((await listSandboxes(projectId))[0]?.running).toMatchObject([{ kind: "cell" }]);
    await interruptCell(projectId, sessionId);
    expect(await running).toMatchObject({ status: "error", error: { name: "KeyboardInterrupt" } });
    await resetKernel(projectId, sessionId);
    expect((await session.cell("answer")).error?.name).toBe("NameError");
  });

  it("call helpers, which get the sent values and return their answers", async () => {
    const payloads: unknown[] = [];
    const helpers = {
      run_composio_tool: async (payload: unknown) => {
        payloads.push(payload);
        return { data: { data: { messages: [] } }, error: "" };
      },
    };
    const code =
      "result, error = run_composio_tool('GMAIL_FETCH_EMAILS', {'max_results': 5})\nresult['data']['messages'], error";
    expect((await session.cell(code, 60, helpers)).result?.text).toBe("([], '')");
    expect(payloads).toEqual([{ tool_slug: "GMAIL_FETCH_EMAILS", arguments: { max_results: 5 } }]);
    expect(await session.value("run_composio_tool('COMPOSIO_MULTI_EXECUTE_TOOL')[1]")).toContain("meta tool");
    expect(await session.value("web_search('x')[1]")).toContain("not available");
    expect(await session.value("invoke_llm('x' * 200_001)[1]")).toContain("at most 200000");
  });

  it("call helpers for 50 things at a time from threads", async () => {
    let [running, most] = [0, 0];
    let release = () => {};
    const all = new Promise<void>((resolve) => {
      release = resolve;
    });
    const helpers = {
      run_composio_tool: async () => {
        most = Math.max(most, ++running);
        if (most === 50) release();
        await all;
        running--;
        return { data: {}, error: "" };
      },
    };
    const code = `from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(50) as pool:
    answers = list(pool.map(lambda i: run_composio_tool("X_Y", {"i": i}), range(100)))
[error for _, error in answers if error]`;
    expect((await session.cell(code, 60, helpers)).result?.text).toBe("[]");
    expect(most).toBe(50);
  });
});

describe.runIf(runs)("commands", () => {
  const session = newTestSession();

  it("begin in the home folder, and return both streams with their lines", async () => {
    expect(await session.bash("pwd; ls missing; exit 3")).toMatchObject({
      status: "ok",
      exit: 3,
      stdout: { text: "/home/user\n", lines: 1 },
      stderr: { text: expect.stringContaining("missing"), lines: 1 },
    });
  });

  it("share files with cells, also under the paths of earlier descriptions", async () => {
    await session.cell(
      "open('/tmp/files/a.txt', 'w').write('one'); open('/home/user/.code_out/b.txt', 'w').write('two')",
    );
    expect((await session.bash("cat /mnt/files/a.txt /mnt/files/.composio/output/b.txt")).stdout.text).toBe("onetwo");
  });

  it("end at their time limit with all processes that they started", async () => {
    const { status } = await session.bash("setsid sleep 1000 & sleep 1000", 1);
    expect(status).toBe("timeout");
    expect((await session.bash("echo still here")).stdout.text).toBe("still here\n");
  });
});

describe.runIf(runs)("an ended sandbox", () => {
  const session = newTestSession();

  it("leaves its files, and the next answer names the lost variables and the reason", async () => {
    const { projectId, sessionId } = session;
    await session.cell("total = 1; open('/mnt/files/kept.txt', 'w').write('kept')");
    await stopSandbox(projectId, sessionId);
    expect(await listSandboxes(projectId)).toEqual([]);
    expect((await contentOf(projectId, sessionId, "kept.txt")).toString()).toBe("kept");
    const { result, lost: loss } = await session.cell("open('/mnt/files/kept.txt').read()");
    expect(result?.text).toBe("'kept'");
    expect(loss).toMatchObject({ reason: "someone stopped it", variables: ["total"] });
    expect((await session.cell("1")).lost).toBeNull();
  });

  it("keeps the files of one session from another", async () => {
    const other = newTestSession(session.projectId);
    expect(await other.value("import os\nsorted(os.listdir('/mnt/files'))")).toBe("['.composio']");
  });

  it("takes the running cell, the waiting cells and the files along if its session is deleted", async () => {
    const { projectId, sessionId } = newTestSession();
    const run = (code: string) => runCell(projectId, sessionId, { code, timeout: 60, on: { requestId: "req_test" } });
    const first = run("open('/mnt/files/begun', 'w').close()\nimport time\ntime.sleep(60)");
    const waiting = [1, 2, 3].map(() => run("open('/mnt/files/late', 'w').close()"));
    const results = Promise.allSettled(waiting);
    await expect
      .poll(async () => (await listSessionFiles(projectId, sessionId)).map(({ path }) => path))
      .toContain("begun");
    await dropSession(projectId, sessionId, { requestId: "req_test" });
    expect(await first).toMatchObject({ status: "ended", reason: "Its session was deleted." });
    for (const result of await results)
      expect(result).toMatchObject({ status: "rejected", reason: { kind: "NotFound" } });
    expect(await listSandboxes(projectId)).toEqual([]);
    expect(await listSessionFiles(projectId, sessionId)).toEqual([]);
  });
});
