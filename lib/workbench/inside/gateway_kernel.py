"""What the server puts into an interpreter at a Jupyter gateway: lists of variables, commands of bash, and the way to helpers.

The gateway's interpreter reaches the server by nothing but the channels of its own protocol. So helpers are asked for by a
message for displays, and their answers are fetched like a line that a person types in.
"""

import base64
import json
import os
import signal
import subprocess
import sys
import threading
import uuid

from IPython import get_ipython

HELPER = "application/vnd.patchbay.helper+json"
FETCH = "patchbay:answers"
MOST_NAMES = 200
MOST_VALUE = 200
FOLDER = os.getcwd()
shell = get_ipython()


def pack(value):
    """As text without quotes and line breaks, because the server reads it out of a representation."""
    return base64.b64encode(json.dumps(value).encode()).decode()


def names():
    found = [name[:100] for name in list(shell.user_ns) if isinstance(name, str) and name not in hidden]
    return sorted(name for name in found if not name.startswith("_"))[:MOST_NAMES]


def describe(name):
    value = shell.user_ns.get(name)
    try:
        size = str(getattr(value, "shape", "")) or (str(len(value)) if hasattr(value, "__len__") else "")
        # Only of plain values: a repr of the user's own may run for ever.
        shown = repr(value)[:MOST_VALUE] if type(value) in (int, float, bool, type(None), complex) else ""
        shown = repr(value[:MOST_VALUE])[:MOST_VALUE] if type(value) is str else shown
    except Exception:
        size = shown = ""
    return {"name": name, "type": type(value).__name__[:100], "size": size[:100], "value": shown}


def variables():
    return [describe(name) for name in names()]


def has_mount():
    """Whether /mnt/files is this session's folder, and not that of a session on the same machine."""
    try:
        return os.path.samefile("/mnt/files", FOLDER)
    except OSError:
        return False


def make_places():
    """The server can see no file whose name begins with a dot: it uses `_composio`."""
    os.makedirs(os.path.join(FOLDER, "_composio", "output"), exist_ok=True)
    if not os.path.lexists(os.path.join(FOLDER, ".composio")):
        os.symlink("_composio", os.path.join(FOLDER, ".composio"))


class Answers:
    """Many threads ask at a time; one of them fetches for all."""

    def __init__(self):
        self.here, self.fetching = {}, False
        self.changed = threading.Condition()
        self.publishing = threading.Lock()

    def ask(self, name, body):
        request = uuid.uuid4().hex
        with self.publishing:
            shell.display_pub.publish({HELPER: {"id": request, "name": name, "body": body}})
        with self.changed:
            while request not in self.here:
                if self.fetching:
                    self.changed.wait(1)
                else:
                    self.fetch()
            return self.here.pop(request)

    def fetch(self):
        self.fetching = True
        self.changed.release()
        got = []
        try:
            got = json.loads(shell.kernel.raw_input(FETCH) or "[]")
        finally:
            self.changed.acquire()
            self.fetching = False
            self.here.update(got)
            self.changed.notify_all()


answers = Answers()
exit_code = None


def copy_lines(pipe, stream):
    for chunk in iter(lambda: pipe.read1(1 << 16), b""):
        stream.write(chunk.decode("utf-8", "replace"))
    stream.flush()


def bash(packed):
    global exit_code
    exit_code = None
    command = base64.b64decode(packed).decode()
    process = subprocess.Popen(["/bin/bash", "-c", command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, start_new_session=True)
    threads = [threading.Thread(target=copy_lines, args=pair, daemon=True)
               for pair in ((process.stdout, sys.stdout), (process.stderr, sys.stderr))]
    for thread in threads:
        thread.start()
    try:
        exit_code = process.wait()
    finally:
        # What it has started goes with it, also when the time is over.
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except OSError:
            pass
    for thread in threads:
        thread.join(1)


def begin():
    """Gives the cells their helpers, and remembers what is not theirs."""
    global hidden
    helpers = sys.modules["workbench_helpers"]
    helpers.ask_server = lambda name, payload: (200, answers.ask(name, payload))
    helpers.set_files(FOLDER)
    for name in helpers.__all__:
        shell.user_ns[name] = getattr(helpers, name)
    shell.run_line_magic("colors", "NoColor")
    try:
        make_places()
    except OSError as problem:
        print("The folder of the session cannot be written to: %s" % problem, file=sys.stderr)
    hidden = set(shell.user_ns)


hidden = set()
