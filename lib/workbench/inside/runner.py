"""The first program of a sandbox: it loads the libraries, forks the kernel, runs commands, and speaks with the server.

One JSON object a line on descriptor 3. The server believes nothing of what comes out of here: the code of the sandbox has
the same rights as this program. So all limits here are for good order, and the server has its own.
"""

import json
import os
import select
import sys
import time

import forwarder
from bash_job import JOBS, begin_job
from kernel import make_shell
from kernel_process import KernelProcess
from sandbox_processes import others, reap, set_limits
from server_channel import send, server
from unnamed import EVERY_SECONDS, unnamed_bytes

SETTINGS = json.loads(os.environ.pop("WORKBENCH_SETTINGS"))
YOUNG_SECONDS = 10


def older_places():
    """Where earlier descriptions say that files are: they lead to where they are now."""
    os.makedirs("/mnt/files/.composio/output", exist_ok=True)
    for old, new in (("/tmp/files", "/mnt/files"), ("/home/user/.code_out", "/mnt/files/.composio/output")):
        try:
            os.symlink(new, old)
        except OSError:
            pass


def commands():
    return {job.process.pid for job in JOBS.values()}


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
        reap({kernel.pid, *commands()})
        kernel.check_time(now)
        for run_id in [run_id for run_id, job in JOBS.items() if job.check(now)]:
            del JOBS[run_id]


def main():
    set_limits(SETTINGS)
    # The process that carries connections out; none where there is no way out.
    carriers = [forwarder.start()] if SETTINGS.get("egress") else []
    for module in SETTINGS["preload"]:
        try:
            __import__(module)
        except Exception as problem:
            print("not loaded:", module, problem, file=sys.stderr)
    kernel = KernelProcess(make_shell(), lambda: {*carriers, *commands()})
    look_after(kernel)


main()
