/** Whether this machine can run sandboxes, found out by trying: what is missing is named, with what to do about it. */
import { execFile } from "node:child_process";
import { access, constants, chmod } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { env } from "@/lib/kernel/process/env";
import { BARE, BWRAP, INSTALL, missing, type Problem, PYTHON, SETPRIV } from "./packages";
import { closedFolder, findFolders, type Folders } from "./folders";
import { hasOwnIds } from "./take-user-id";

const run = promisify(execFile);
const TIMEOUT_MS = 60_000;
const options = { timeout: TIMEOUT_MS, env: BARE, cwd: "/" };

const exists = (file: string): Promise<boolean> =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );

/** Found without being loaded, which takes IPython most of a second. */
const hasModule = (name: string): Promise<boolean> =>
  run(PYTHON, ["-I", "-c", `import importlib.util as u, sys; sys.exit(u.find_spec("${name}") is None)`], options).then(
    () => true,
    () => false,
  );

/** What the machine itself must be. */
function findMachineProblem(): Problem | undefined {
  const { platform, arch } = process;
  if (platform !== "linux")
    return {
      reason: `Sandboxes need Linux, and this is ${platform === "darwin" ? "macOS" : platform}.`,
      fix:
        "Set PATCHBAY_WORKBENCH=gateway and PATCHBAY_WORKBENCH_GATEWAY_URL to run code at a Jupyter server, or run the " +
        "server on Linux, for instance in a virtual machine.",
    };
  if (!["x64", "arm64"].includes(arch))
    return {
      reason: `The workbench knows the system calls of x86-64 and arm64 only; this is ${arch}.`,
      fix: "Run the server on another machine.",
    };
  return undefined;
}

/** The packages that are not installed. */
async function findMissing(): Promise<Problem[]> {
  const hasPython = await exists(PYTHON);
  const parts: [string, boolean][] = [
    ["bubblewrap", await exists(BWRAP)],
    ["Python 3", hasPython],
    ["python3-seccomp", hasPython && (await hasModule("seccomp"))],
    ["python3-ipython", hasPython && (await hasModule("IPython"))],
  ];
  if (hasOwnIds()) parts.push(["setpriv (util-linux)", await exists(SETPRIV)]);
  return parts.filter(([, present]) => !present).map(([name]) => missing(name));
}

async function findClosedFolder({ state, program }: Folders): Promise<Problem[]> {
  if (!hasOwnIds()) return [];
  const closed = (await closedFolder(state)) ?? (await closedFolder(program));
  if (!closed) return [];
  return [
    {
      reason: `Sandboxes have users of their own, who cannot walk through ${closed}.`,
      fix: `Allow it with: chmod o+x ${closed} (they still see nothing of what is in it), or put PATCHBAY_DATA_DIR elsewhere.`,
    },
  ];
}

/** Writes the filter of system calls, which is made for this machine's processor. */
async function writeFilter({ program }: Folders): Promise<Problem[]> {
  const target = path.join(program, "seccomp.bpf");
  try {
    await run(
      PYTHON,
      ["-I", path.join(program, "make_seccomp.py"), target, ...(env().workbench.egress ? ["egress"] : [])],
      options,
    );
    await chmod(target, 0o644);
    return [];
  } catch (error) {
    return [{ reason: `The filter of system calls could not be made: ${sentence(error)}`, fix: `Run ${INSTALL}.` }];
  }
}

const sentence = (error: unknown): string => {
  const { stderr, message } = error as { stderr?: string; message?: string };
  return (stderr?.trim().split("\n").at(-1) || message || "unknown").slice(0, 300);
};

const refusal = (output: string): string => {
  if (/uid map|user namespace|unshare|clone|Operation not permitted|Permission denied/i.test(output))
    return (
      "Allow unprivileged user namespaces: " +
      "in Docker with --security-opt seccomp=unconfined --security-opt apparmor=unconfined, " +
      "on Ubuntu 24.04 with an AppArmor profile for bwrap (docs/workbench/running-code.md)."
    );
  return `Run ${INSTALL}; if it goes on, look at docs/workbench/running-code.md.`;
};

export type SelfTest = { problems: Problem[] };

/**
 * Runs all checks in order. Never fails: a failure becomes the reason why there is no workbench, and everything else
 * works.
 * @param trySandbox starts a sandbox, checks its isolation, and throws the problem
 */
export async function selfTest(trySandbox: (folders: Folders) => Promise<void>): Promise<SelfTest> {
  if (!env().workbench.enabled)
    return { problems: [{ reason: "The operator has switched it off.", fix: "Set PATCHBAY_WORKBENCH=on." }] };
  const machine = findMachineProblem();
  if (machine) return { problems: [machine] };
  const absent = await findMissing();
  if (absent.length > 0) return { problems: absent };
  try {
    return { problems: await tryFolders(await findFolders(), trySandbox) };
  } catch (error) {
    const fix = "Let the server write to its data folder and to the folder for temporary files.";
    return { problems: [{ reason: `The folders of the workbench cannot be made: ${sentence(error)}`, fix }] };
  }
}

async function tryFolders(folders: Folders, trySandbox: (folders: Folders) => Promise<void>): Promise<Problem[]> {
  const closed = [...(await findClosedFolder(folders)), ...(await writeFilter(folders))];
  if (closed.length > 0) return closed;
  try {
    await trySandbox(folders);
    return [];
  } catch (error) {
    const reason = sentence(error);
    return [{ reason: `A sandbox could not be started: ${reason}`, fix: refusal(reason) }];
  }
}
