"""One cell or one command while it runs."""

import time

from capture import Capture
from server_channel import send

INLINE = 40_000
MOST_STREAM_FILE = 20_000_000


class Run:
    """One cell or command: its streams, and when it must end."""

    def __init__(self, message):
        self.id = message["id"]
        self.began = time.monotonic()
        self.ends = self.began + message.get("timeout", 180)
        self.out = Capture(self.id, "stdout", INLINE, MOST_STREAM_FILE, send)
        self.err = Capture(self.id, "stderr", INLINE, MOST_STREAM_FILE, send)
        # An interrupt waits until the kernel has begun with it.
        self.works = self.stops = False
        self.interrupted = None
        self.asked_again = False
        self.event_bytes = 0

    def done(self, status, **more):
        took = round((time.monotonic() - self.began) * 1000, 2)
        send({"type": "done", "id": self.id, "status": status, "stdout": self.out.close(), "stderr": self.err.close(),
              "ms": took, **more})
