"""The interpreter of a session as the runner sees it: it is forked, fed with cells, interrupted, and forked anew."""

import json
import os
import select
import signal
import socket
import time

from kernel import kernel_main
from one_run import Run
from sandbox_processes import kill_strays
from server_channel import send, server

MOST_MESSAGE = 8 << 20
MOST_EVENTS_BYTES = 16 << 20
# An interrupt may be caught; then the kernel is killed.
INTERRUPT_AGAIN, INTERRUPT_ENDS = 0.5, 2.0
REPLY_FIELDS = ("names", "variables", "word", "matches", "problem")
EVENTS = ("display", "result", "error", "clear", "more_displays")


class KernelProcess:
    """The forked interpreter as the runner sees it."""

    def __init__(self, shell, spared):
        """`spared` gives the sessions of processes that stay when the kernel and all that it has started are killed."""
        self.shell, self.spared = shell, spared
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
        kill_strays(self.spared())
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
        if self.run and self.run.works:
            os.kill(self.pid, signal.SIGINT)
        elif self.run:
            self.run.stops = True

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
            if kind == "began":
                self.run.works = True
                if self.run.stops:
                    self.interrupt()
            elif kind == "reply":
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
