"""What a cell or a command writes: its beginning goes to the server, the whole to a file, and a flood is only counted."""

import codecs
import os

OUTPUT_FOLDER = "/mnt/files/.composio/output"


class Capture:
    """One stream of one run. `inline` characters are sent on; at most `most` bytes are kept in a file."""

    def __init__(self, run_id, name, inline, most, send):
        self.run_id, self.name, self.inline, self.most, self.send = run_id, name, inline, most, send
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.head = []
        self.shown = self.bytes = self.lines = 0
        self.file = self.path = None
        self.failed = self.over = False
        self.ends_in_line = False

    def feed(self, chunk):
        self.bytes += len(chunk)
        self.lines += chunk.count(b"\n")
        self.ends_in_line = not chunk.endswith(b"\n")
        if not self.over:
            self.head.append(chunk)
            self._show(self.decoder.decode(chunk))
            if self.over:
                self._begin_file()
        else:
            self._keep(chunk)

    def _show(self, text):
        room = self.inline - self.shown
        part = text[:room]
        if part:
            self.send({"type": "stream", "id": self.run_id, "name": self.name, "text": part})
        self.shown += len(part)
        self.over = len(text) > room

    def _begin_file(self):
        self.path = "%s/%s_%s.txt" % (OUTPUT_FOLDER, self.run_id, self.name)
        try:
            os.makedirs(OUTPUT_FOLDER, exist_ok=True)
            self.file = open(self.path, "wb")
        except OSError:
            self.path, self.failed = None, True
        head, self.head = self.head, []
        for chunk in head:
            self._keep(chunk)

    def _keep(self, chunk):
        if self.file is None:
            return
        try:
            self.file.write(chunk[: max(0, self.most - self.file.tell())])
        except OSError:
            # The disk is full: what was written until now stays.
            self.failed = True
            self.close_file()

    def close_file(self):
        try:
            self.file.close()
        except OSError:
            self.failed = True
        self.file = None

    def close(self):
        """What there is to say of the whole stream."""
        if self.file is not None:
            self.close_file()
        return {
            "bytes": self.bytes,
            "lines": self.lines + (1 if self.ends_in_line else 0),
            "file": self.path,
            "cut": self.over,
            "file_cut": self.failed or (self.over and self.bytes > self.most),
        }
