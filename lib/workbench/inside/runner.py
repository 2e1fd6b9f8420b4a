"""The first program of a sandbox: it loads the libraries, forks the kernel, runs commands, and speaks with the server.

One JSON object a line on descriptor 3. The server believes nothing of what comes out of here: the code of the sandbox has
the same rights as this program. So all limits here are for good order, and the server has its own.
"""

import ctypes
import json
import os
import resource
import select
import signal
import socket
import subprocess
import sys
import time

import forwarder
from capture import Capture
from kernel import PR_SET_DUMPABLE, kernel_main, make_shell
from unnamed import EVERY_SECONDS, unnamed_bytes

SETTINGS = json.loads(os.environ.pop("WORKBENCH_SETTINGS"))
INLINE = 40_000
MOST_STREAM_FILE = 20_000_000
MOST_MESSAGE = 8 << 20
MOST_EVENTS_BYTES = 16 << 20
MOST_JOBS = 4
# An interrupt may be caught; then the kernel is killed.
INTERRUPT_AGAIN, INTERRUPT_ENDS = 0.5, 2.0
YOUNG_SECONDS = 10
libc = ctypes.CDLL(None)
server = socket.socket(fileno=3)
# The process that carries connections out; none where there is no way out.
FORWARDER = []


def limit(kind, value):
    try:
        resource.setrlimit(kind, (value, value))
    except (ValueError, OSError):
        pass


def set_limits():
    limit(resource.RLIMIT_CORE, 0)
    limit(resource.RLIMIT_NOFILE, 1024)
    limit(resource.RLIMIT_FSIZE, SETTINGS["file_bytes"])
    limit(resource.RLIMIT_DATA, SETTINGS["data_bytes"])
    limit(resource.RLIMIT_NPROC, SETTINGS["processes"])
    os.nice(5)
    try:
        with open("/proc/self/oom_score_adj", "w") as score:
            score.write("900")
    except OSError:
        pass
    # Code of the sandbox has the same user id; it shall not read this program's memory.
    libc.prctl(PR_SET_DUMPABLE, 0)


def send(message):
    server.sendall(json.dumps(message).encode() + b"\n")


def older_places():
    """Where earlier descriptions say that files are: they lead to where they are now."""
    os.makedirs("/mnt/files/.composio/output", exist_ok=True)
    for old, new in (("/tmp/files", "/mnt/files"), ("/home/user/.code_out", "/mnt/files/.composio/output")):
        try:
            os.symlink(new, old)
        except OSError:
            pass


def others():
    return [int(name) for name in os.listdir("/proc") if name.isdigit() and int(name) != os.getpid()]


def reap(awaited):
    """Takes the ends of processes whose parents have ended: nobody else waits for them."""
    while True:
        try:
            ended = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if ended is None or ended.si_pid in awaited:
                return
            os.waitpid(ended.si_pid, os.WNOHANG)
        except ChildProcessError:
            return


def session_of(pid):
    try:
        with open("/proc/%d/stat" % pid, "rb") as stat:
            return int(stat.read().rpartition(b")")[2].split()[3])
    except (OSError, ValueError, IndexError):
        return None


def kill_strays(spared):
    """Kills what belongs neither to a running command nor to this program, however it has hidden."""
    for pid in others():
        if session_of(pid) not in spared:
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                pass


class Run:
    """One cell or command: its streams, and when it must end."""

    def __init__(self, message):
        self.id = message["id"]
        self.began = time.monotonic()
        self.ends = self.began + message.get("timeout", 180)
        self.out = Capture(self.id, "stdout", INLINE, MOST_STREAM_FILE, send)
        self.err = Capture(self.id, "stderr", INLINE, MOST_STREAM_FILE, send)
        self.interrupted = None
        self.asked_again = False
        self.event_bytes = 0

    def done(self, status, **more):
        took = round((time.monotonic() - self.began) * 1000, 2)
        send({"type": "done", "id": self.id, "status": status, "stdout": self.out.close(), "stderr": self.err.close(),
              "ms": took, **more})


class KernelProcess:
    """The forked interpreter as the runner sees it."""

    def __init__(self, shell):
        self.shell = shell
        self.run = None
        self.start()

    def start(self):
        mine, theirs = socket.socketpair()
        out_read, out_write = os.pipe()
        err_read, err_write = os.pipe()
        self.started = time.monotonic()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                server.close()
                kernel_main(self.shell, theirs, out_write, err_write)
            finally:
                os._exit(1)
        theirs.close()
        os.close(out_write)
        os.close(err_write)
        self.channel, self.out, self.err, self.waiting = mine, out_read, err_read, b""

    def stop(self):
        try:
            os.kill(self.pid, signal.SIGKILL)
        except OSError:
            pass
        kill_strays({*FORWARDER, *(job.process.pid for job in JOBS.values())})
        try:
            os.waitpid(self.pid, 0)
        except ChildProcessError:
            pass
        self.channel.close()
        os.close(self.out)
        os.close(self.err)

    def restart(self, status=None, **more):
        """A fresh kernel; the run that was going on ends with `status`."""
        if self.run and status:
            self.finish(status, lost=True, **more)
        self.stop()
        self.start()

    def begin(self, message):
        if self.run:
            send({"type": "done", "id": message["id"], "status": "busy"})
            return
        self.run = Run(message)
        self.channel.sendall(json.dumps(message).encode() + b"\n")

    def interrupt(self):
        if self.run:
            os.kill(self.pid, signal.SIGINT)

    def drain(self):
        for pipe, capture in ((self.out, self.run.out), (self.err, self.run.err)):
            # What fits into a pipe, and not what a thread goes on writing for ever.
            for _ in range(64):
                if not select.select([pipe], [], [], 0)[0]:
                    break
                chunk = os.read(pipe, 1 << 16)
                if not chunk:
                    break
                capture.feed(chunk)

    def finish(self, status, **more):
        self.drain()
        run, self.run = self.run, None
        run.done(status, **more)

    def read_stream(self, pipe):
        chunk = os.read(pipe, 1 << 18)
        if chunk and self.run:
            (self.run.out if pipe == self.out else self.run.err).feed(chunk)

    def read_channel(self):
        try:
            got = self.channel.recv(1 << 20)
        except OSError:
            got = b""
        if not got:
            return self.restart("died")
        self.waiting += got
        while b"\n" in self.waiting:
            line, _, self.waiting = self.waiting.partition(b"\n")
            self.take(line)
        if len(self.waiting) > MOST_MESSAGE:
            self.restart("too_large")

    def take(self, line):
        try:
            message = json.loads(line)
            kind, run_id = message["type"], message["id"]
        except (ValueError, TypeError, KeyError, RecursionError):
            return
        if kind == "ready":
            send({"type": "ready"})
        elif self.run and run_id == self.run.id:
            if kind == "reply":
                status = "timeout" if self.run.interrupted else message.get("status")
                self.finish(status, **{name: message[name] for name in REPLY_FIELDS if name in message})
            elif kind in EVENTS:
                self.run.event_bytes += len(line)
                if self.run.event_bytes <= MOST_EVENTS_BYTES:
                    send(message)

    def check_time(self, now):
        run = self.run
        if not run or now < run.ends:
            return
        if run.interrupted is None:
            run.interrupted = now
            self.interrupt()
        elif now - run.interrupted > INTERRUPT_ENDS:
            self.restart("timeout")
        elif now - run.interrupted > INTERRUPT_AGAIN and not run.asked_again:
            run.asked_again = True
            self.interrupt()


REPLY_FIELDS = ("names", "variables", "word", "matches", "problem")
EVENTS = ("display", "result", "error", "clear", "more_displays")


class Job:
    """A command of bash."""

    LINGER = 0.2

    def __init__(self, message):
        self.run = Run(message)
        self.dead_since = None
        command, self.script = message["command"], None
        argv = ["/bin/bash", "-c", command]
        if len(command.encode()) > 100_000:
            self.script = "/tmp/.command_%s" % self.run.id
            with open(self.script, "w") as file:
                file.write(command)
            argv = ["/bin/bash", self.script]
        self.process = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        cwd="/home/user", start_new_session=True, close_fds=True)

    def pipes(self):
        return [pipe for pipe in (self.process.stdout, self.process.stderr) if not pipe.closed]

    def read(self, pipe):
        chunk = os.read(pipe.fileno(), 1 << 18)
        if chunk:
            (self.run.out if pipe is self.process.stdout else self.run.err).feed(chunk)
        else:
            pipe.close()

    def check(self, now):
        """Whether it is over: the command has ended and said all, or its time has."""
        ended = self.process.poll() is not None
        if ended and self.dead_since is None:
            self.dead_since = now
        lingers = ended and self.pipes() and now - self.dead_since < self.LINGER
        if (not ended and now < self.run.ends) or lingers:
            return False
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except OSError:
            pass
        self.process.wait()
        for pipe in self.pipes():
            pipe.close()
        if self.script:
            os.unlink(self.script)
        self.run.done("ok" if ended else "timeout", exit=self.process.returncode)
        return True


JOBS = {}


def begin_job(message):
    if len(JOBS) >= MOST_JOBS:
        return send({"type": "done", "id": message["id"], "status": "busy"})
    try:
        JOBS[message["id"]] = Job(message)
    except (OSError, ValueError) as problem:
        send({"type": "done", "id": message["id"], "status": "failed", "problem": str(problem)[:500]})


def handle(message, kernel):
    op = message["op"]
    if op in ("cell", "variables", "complete"):
        kernel.begin(message)
    elif op == "bash":
        begin_job(message)
    elif op == "interrupt":
        kernel.interrupt()
    elif op == "claim":
        older_places()
    elif op == "reset":
        kernel.restart("stopped")
        send({"type": "done", "id": message["id"], "status": "ok"})


def check_files(kernel, last):
    """Tells the server, which ends the sandbox, when deleted files that are open take more than all files may."""
    now = time.monotonic()
    if now - last < EVERY_SECONDS:
        return last
    # What this program starts begins as hidden as it is itself, also for a moment after its first instruction.
    began = {kernel.pid: kernel.started, **{job.process.pid: job.run.began for job in JOBS.values()}}
    young = {pid for pid, since in began.items() if now - since < YOUNG_SECONDS}
    try:
        if unnamed_bytes(others(), "/mnt/files", young) > SETTINGS["disk_bytes"]:
            send({"type": "too_much"})
    except OSError:
        pass
    return now


def look_after(kernel):
    waiting, files_at = b"", 0.0
    while True:
        files_at = check_files(kernel, files_at)
        jobs = list(JOBS.values())
        pipes = {pipe: job for job in jobs for pipe in job.pipes()}
        # Whoever waits for an end looks often; an idle sandbox sleeps.
        pause = 0.02 if jobs else 0.1 if kernel.run else 5
        readable, _, _ = select.select([server, kernel.channel, kernel.out, kernel.err, *pipes], [], [], pause)
        for pipe in (kernel.out, kernel.err):
            if pipe in readable:
                kernel.read_stream(pipe)
        if kernel.channel in readable:
            kernel.read_channel()
        for pipe, job in pipes.items():
            if pipe in readable:
                job.read(pipe)
        if server in readable:
            got = server.recv(1 << 20)
            if not got:
                os._exit(0)
            waiting += got
            while b"\n" in waiting:
                line, _, waiting = waiting.partition(b"\n")
                handle(json.loads(line), kernel)
        now = time.monotonic()
        # Also a command that began just now and has ended already: its exit code is waited for.
        reap({kernel.pid, *(job.process.pid for job in JOBS.values())})
        kernel.check_time(now)
        for run_id in [run_id for run_id, job in JOBS.items() if job.check(now)]:
            del JOBS[run_id]


def main():
    set_limits()
    if SETTINGS.get("egress"):
        FORWARDER.append(forwarder.start())
    for module in SETTINGS["preload"]:
        try:
            __import__(module)
        except Exception as problem:
            print("not loaded:", module, problem, file=sys.stderr)
    kernel = KernelProcess(make_shell())
    look_after(kernel)


main()
