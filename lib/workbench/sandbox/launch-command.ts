/** The command that starts a sandbox: what it sees of the machine is written here, and nothing else. */
import path from "node:path";
import { NICENESS } from "../host/limits";
import { BWRAP, NICE, PYTHON } from "../host/packages";
import { dropRoot } from "../host/take-user-id";

const MB = 1024 * 1024;
/** The parts of /etc that libraries need; none contains data about this machine's people. */
const ETC = ["alternatives", "ld.so.cache", "fonts", "matplotlibrc", "mime.types", "magic", "localtime", "ssl/certs"];
const USR = ["bin", "lib", "lib32", "lib64", "libexec", "share"];

/**
 * The files of `inside` that are in a sandbox. Code there can import all of them, so their names must not be likely
 * names of its own files.
 */
const PROGRAMS = [
  ...["runner", "server_channel", "sandbox_processes", "one_run", "kernel_process", "bash_job"],
  ...["kernel", "thread_runs", "capture", "unnamed", "forwarder", "workbench_helpers", "check"],
  ...["pdfplumber", "pdf_words", "pdf_tables"],
];

export type Launch = {
  launcher: readonly string[];
  /** The id that the server drops to; null where it has none to give. */
  userId: number | null;
  /** The folder of the programs. */
  program: string;
  /** The folder mounted at /mnt, the only one that persists. */
  mount: string;
  /** The folder of the socket for helpers. */
  socket: string;
  variables: Readonly<Record<string, string>>;
  /** The number of the descriptor with the filter of system calls. */
  filter: number;
};

const VARIABLES = {
  HOME: "/home/user",
  USER: "user",
  PATH: "/usr/bin:/bin",
  LANG: "C.UTF-8",
  TZ: "UTC",
  PYTHONPATH: "/opt/workbench",
  PYTHONDONTWRITEBYTECODE: "1",
  // Two threads a sandbox, however many processors there are.
  OPENBLAS_NUM_THREADS: "2",
  OMP_NUM_THREADS: "2",
  MPLCONFIGDIR: "/tmp/.matplotlib",
  MPLBACKEND: "module://matplotlib_inline.backend_inline",
};

const LOW_PRIORITY = [NICE, "-n", String(NICENESS)];

const readable = (from: string, to: string): string[] => ["--ro-bind", from, to];
const memory = (megabytes: number, to: string): string[] => ["--size", String(megabytes * MB), "--tmpfs", to];

const NAMESPACES = [
  // Said once more, because `--disable-userns` does not take it from `--unshare-all`.
  "--unshare-user",
  "--unshare-all",
  "--disable-userns",
  "--die-with-parent",
  "--new-session",
  // The runner is the first process: code inside can neither stop nor kill that one, and has no other to write into.
  "--as-pid-1",
  ...["--uid", "1000", "--gid", "1000", "--hostname", "workbench", "--cap-drop", "ALL"],
];

const system = (program: string): string[] => [
  ...USR.flatMap((name) => ["--ro-bind-try", `/usr/${name}`, `/usr/${name}`]),
  ...["bin", "lib", "lib32", "lib64"].flatMap((name) => ["--symlink", `usr/${name}`, `/${name}`]),
  ...ETC.flatMap((name) => ["--ro-bind-try", `/etc/${name}`, `/etc/${name}`]),
  ...["passwd", "group"].flatMap((name) => readable(path.join(program, name), `/etc/${name}`)),
  ...["--proc", "/proc", "--dev", "/dev"],
  ...memory(64, "/dev/shm"),
  ...memory(256, "/tmp"),
  ...memory(256, "/home/user"),
  ...PROGRAMS.flatMap((name) => readable(path.join(program, `${name}.py`), `/opt/workbench/${name}.py`)),
];

/**
 * The command as a list: no shell reads it.
 * @param run the program inside, and its arguments
 * @throws Error where it would run as root
 */
export function launchCommand(launch: Launch, run: readonly string[] = [PYTHON, "/opt/workbench/runner.py"]): string[] {
  const variables = Object.entries({ ...VARIABLES, ...launch.variables });
  return [
    ...dropRoot(process.getuid?.(), launch.userId),
    ...launch.launcher,
    ...LOW_PRIORITY,
    BWRAP,
    ...NAMESPACES,
    ...system(launch.program),
    ...["--bind", launch.mount, "/mnt"],
    ...readable(launch.socket, "/run/workbench"),
    ...["--remount-ro", "/", "--chdir", "/home/user", "--clearenv"],
    ...variables.flatMap(([name, value]) => ["--setenv", name, value]),
    ...["--seccomp", String(launch.filter)],
    ...run,
  ];
}
