"""Commands of bash: at most four at a time, each with a session of processes of its own."""

import os
import signal
import subprocess

from one_run import Run
from server_channel import send

MOST_JOBS = 4
# Those that run, by the id of their run.
JOBS = {}


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


def begin_job(message):
    if len(JOBS) >= MOST_JOBS:
        return send({"type": "done", "id": message["id"], "status": "busy"})
    try:
        JOBS[message["id"]] = Job(message)
    except (OSError, ValueError) as problem:
        send({"type": "done", "id": message["id"], "status": "failed", "problem": str(problem)[:500]})
