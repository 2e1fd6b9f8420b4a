/** Code in a sandbox against the machine, the server and other sandboxes. Skipped where sandboxes do not run. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { env } from "@/lib/kernel/process/env";
import { canRunSandboxes, newTestSession } from "@/test/builders/workbench";
import { listSandboxes, stopSandbox } from "./control";
import { findFolders } from "./host/folders";
import { dropRoot } from "./host/take-user-id";
import { deleteSessionFile, dropSession, listSessionFiles, openSessionFile, writeSessionFile } from "./session-files";
import { findSandbox } from "./sessions/sandboxes";

// Small limits, so that the attacks on them are short.
process.env.PATCHBAY_WORKBENCH_MEMORY_MB = "320";
process.env.PATCHBAY_WORKBENCH_DISK_MB = "60";
const runs = await canRunSandboxes();
const ATTACKS = readFileSync("test/children/attacks.py", "utf8");
const text = (value: unknown): string => JSON.stringify(value);

it("a sandbox never starts as root", () => {
  expect(() => dropRoot(0, null)).toThrow("never runs as root");
  expect(() => dropRoot(0, 0)).toThrow("never runs as root");
  expect(dropRoot(1000, null)).toEqual([]);
  expect(dropRoot(0, 612_001)).toEqual(
    expect.arrayContaining(["--reuid", "612001", "--clear-groups", "--no-new-privs"]),
  );
});

/** Processes of the machine that belong to a user. */
const processesOfUser = (id: number): string[] =>
  readdirSync("/proc").filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const status = readFileSync(`/proc/${name}/status`, "utf8");
      // One that has ended and that nobody has collected yet runs nothing.
      return new RegExp(`^Uid:\\s+${id}\\s`, "m").test(status) && !/^State:\s+Z/m.test(status);
    } catch {
      return false;
    }
  });

describe.runIf(runs)("code in a sandbox", () => {
  const neighbor = newTestSession();
  const session = newTestSession();
  const abstract = `patchbay-test-${process.pid}`;
  const listener = createServer().listen(`\0${abstract}`);

  beforeAll(async () => {
    await neighbor.cell("mine = 'untouched'; open('/mnt/files/mine.txt', 'w').write(mine)");
  });
  afterAll(async () => {
    listener.close();
    expect(await neighbor.value("mine + open('/mnt/files/mine.txt').read()")).toBe("'untoucheduntouched'");
  });

  it("reaches nothing of the machine, the server and its neighbors", async () => {
    const { dataDir, secret } = env();
    const outside = [process.cwd(), dataDir, "/root", "/etc/shadow", "/etc/hostname", "/sys", "/var", "/boot", "/work"];
    const folders = await findFolders();
    const facts = [
      `HIDDEN = ${text([...outside, folders.state, folders.run])}`,
      `SECRETS = ${text([secret, process.env.DATABASE_URL])}`,
      `ABSTRACT = ${text([abstract])}`,
      `SOCKETS = ${text([findSandbox(neighbor)?.process.slot.socket, "/var/run/docker.sock", "/run/dbus/system_bus_socket"])}`,
    ];
    const { stdout, error, status } = await session.cell(`${facts.join("\n")}\n${ATTACKS}`);
    expect([status, error?.traceback, stdout.text]).toEqual(["ok", undefined, ""]);
  });

  it("uses only the processors that the server leaves free", async () => {
    expect(Number(await session.value("__import__('os').nice(0)"))).toBeGreaterThanOrEqual(10);
    expect(await session.value("__import__('os').nice(-1)").catch(() => "")).not.toMatch(/^\d+$/);
  });

  it("gets no helper with another key, and none while nothing runs", async () => {
    const code = `import workbench_helpers as h
h.KEY, kept = "wbk_" + "x" * 32, h.KEY
answer = h.run_composio_tool("X_Y"); h.KEY = kept
answer[1]`;
    expect(await session.value(code)).toContain("not the key");
    const later = `import threading, time
late = []
threading.Timer(1, lambda: late.append(run_composio_tool("X_Y")[1])).start()`;
    await session.cell(later, 60, { run_composio_tool: async () => ({ data: 1, error: "" }) });
    await expect.poll(async () => (await listSandboxes(session.projectId))[0]?.running).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(await session.value("late")).toContain("No cell is running");
    // A thread that goes on into the next cell does not ask in its name; work of that cell in an old pool does.
    const names: string[] = [];
    const naming = (name: string) => ({ run_composio_tool: async () => (names.push(name), { data: 1, error: "" }) });
    const begin = `from concurrent.futures import ThreadPoolExecutor
go, asked, pool = threading.Event(), [], ThreadPoolExecutor(1)
pool.submit(run_composio_tool, "X_Y").result()
old = threading.Thread(target=lambda: (go.wait(), asked.append(run_composio_tool("X_Y")[1]))); old.start()`;
    await session.cell(begin, 60, naming("first"));
    const next =
      "go.set(); old.join(); asked.append(pool.submit(run_composio_tool, 'X_Y').result()[1]); asked[0][:18], asked[1]";
    expect((await session.cell(next, 60, naming("second"))).result?.text).toBe("('No cell is running', '')");
    expect(names).toEqual(["first", "second"]);
  });

  it("cannot lead the server elsewhere by links among its files", async () => {
    const secret = path.join(env().dataDir, "secret-of-the-server");
    writeFileSync(secret, "secret");
    const { projectId, sessionId } = session;
    await session.bash(`cd /mnt/files; ln -s ${secret} link; ln -s ${env().dataDir} folder; mkfifo pipe; ln link hard`);
    for (const name of ["link", "folder/secret-of-the-server", "pipe", "hard", "/mnt/files/../link"])
      await expect(openSessionFile(projectId, sessionId, name), name).rejects.toThrow();
    const body = { size: 1, body: [Buffer.from("x")] };
    await expect(writeSessionFile(projectId, sessionId, "folder/secret-of-the-server", body)).rejects.toThrow();
    await expect(deleteSessionFile(projectId, sessionId, "folder/secret-of-the-server")).rejects.toThrow();
    expect((await listSessionFiles(projectId, sessionId)).map((file) => file.path)).toEqual([]);
    expect(readFileSync(secret, "utf8")).toBe("secret");
  });

  it("cannot fill the server's memory with results, displays, streams and messages", async () => {
    const large = await session.cell("'x' * 60_000_000");
    expect([large.status, large.result?.cut, text(large).length < 200_000]).toEqual(["ok", true, true]);
    const displays = await session.cell("for i in range(3_000): display(i)");
    expect(displays.displays.length).toBeLessThanOrEqual(100);
    const flood = await session.bash("yes", 2);
    expect([flood.status, flood.stdout.cut, text(flood).length < 200_000]).toEqual(["timeout", true, true]);
    expect(flood.stdout.bytes).toBeGreaterThan(1_000_000);
    const [file] = await listSessionFiles(session.projectId, session.sessionId, ".composio/output");
    expect(file?.size).toBeLessThanOrEqual(20_000_000);
  });

  it("can forge messages of the kernel only for itself", async () => {
    const code = `import os, socket
lines = [b"[" * 100_000, b'{"type":"done","id":"run_other","status":"ok"}', b'{"type":"ready"}', b'{"type":7}']
lines.append(b'{"type":"display","id":"x","data":{"text/plain":"' + b"y" * 5_000_000 + b'"}}')
for name in os.listdir("/proc/self/fd"):
    link = "/proc/self/fd/" + name
    try:
        if int(name) > 2 and os.readlink(link).startswith("socket:"):
            own = socket.socket(fileno=os.dup(int(name)))
            for line in lines:
                own.sendall(line + b"\\n")
    except OSError:
        pass
'sent'`;
    expect((await session.cell(code)).status).toMatch(/^(ok|ended)$/);
    expect(await session.value("1 + 1")).toBe("2");
  });

  it("loses at most its sandbox if it fills the memory, alone or in many processes", async () => {
    const crash = await session.cell("hoard = []\nwhile True: hoard.append(bytearray(b'x') * 5_000_000)");
    expect(crash.error?.name ?? crash.reason).toMatch(/MemoryError|of memory/);
    // A kernel that outlived the first attack by a MemoryError still has its memory, and its children would get none.
    const many = `import os, time
hoard = None
for _ in range(12):
    if os.fork() == 0:
        hoard = bytearray(b'x') * 60_000_000
        time.sleep(60)
time.sleep(60)`;
    const answer = await session.cell(many);
    expect([answer.status, answer.reason]).toEqual(["ended", expect.stringContaining("of memory")]);
    const shared =
      "import mmap\nm = mmap.mmap(-1, 600_000_000)\nfor i in range(0, 600_000_000, 4096): m[i] = 1\nimport time; time.sleep(60)";
    expect((await session.cell(shared)).reason).toContain("of memory");
  });

  it("stops only itself if it forks without end", async () => {
    await session.bash(":(){ :|:& };: ; sleep 60", 2);
    expect(await neighbor.value("mine")).toBe("'untouched'");
    expect(await session.value("1 + 1")).toBe("2");
  });

  it("is stopped if it fills the disk, keeps its files, and may delete them", async () => {
    const fill = await session.bash(
      "for i in 1 2 3 4; do head -c 50000000 /dev/zero > /mnt/files/big$i; done; sleep 60",
    );
    expect([fill.status, fill.reason]).toEqual(["ended", expect.stringContaining("allowed")]);
    expect((await session.bash("rm /mnt/files/big*; ls /mnt/files | grep -c big")).stdout.text).toBe("0\n");
  });

  it("is stopped if it fills the disk with unnamed files, or with names that are no text", async () => {
    const unnamed = `import os, time
kept = []
for number in range(4):
    kept.append(open("/mnt/files/%d" % number, "wb", buffering=0))
    os.unlink("/mnt/files/%d" % number)
    kept[-1].write(bytes(40_000_000))
time.sleep(60)`;
    expect((await session.cell(unnamed)).reason).toContain("allowed");
    const odd = `import os, time
for number in range(4):
    with open(b"/mnt/files/\\xff%d" % number, "wb") as file: file.write(bytes(40_000_000))
time.sleep(60)`;
    expect((await session.cell(odd)).reason).toContain("allowed");
    // Other attacks have left files of their own.
    await session.bash("rm /mnt/files/$'\\xff'*");
    await session.cell("import os");
    expect(await session.value(`len([n for n in os.listdir(b"/mnt/files") if n[:1] == b"\\xff"])`)).toBe("0");
  });

  it("cannot stop or kill the program that supervises it", async () => {
    const code = "import os, time\nfor number in (9, 15, 19): os.kill(1, number)\nalive = 1\ntime.sleep(60)";
    expect(await session.cell(code, 2)).toMatchObject({ status: "timeout", lost: null });
    expect(await session.value("alive")).toBe("1");
  });

  it("leaves no process behind, whatever it starts", async () => {
    await session.bash("setsid nohup sleep 1000 > /dev/null 2>&1 & disown; sleep 0.1");
    const sandbox = findSandbox(session);
    const userId = sandbox?.process.slot.userId ?? null;
    if (userId !== null) expect(processesOfUser(userId).length).toBeGreaterThan(1);
    await stopSandbox(session.projectId, session.sessionId);
    // The kernel ends them with the first process of their namespace, a moment after it.
    if (userId !== null)
      await vi.waitFor(() => expect(processesOfUser(userId)).toEqual([]), { timeout: 20_000, interval: 20 });
    expect(existsSync(`/proc/${sandbox?.process.pid}`)).toBe(false);
    await dropSession(session.projectId, session.sessionId, { requestId: "req_test" });
    expect(await listSessionFiles(session.projectId, session.sessionId)).toEqual([]);
  });
});
