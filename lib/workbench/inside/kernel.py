"""The interpreter of a session. It is forked from the runner, which has loaded the libraries, and reads cells from it."""

import base64
import ctypes
import json
import os
import signal
import sys
import threading

from capture import OUTPUT_FOLDER

PR_SET_DUMPABLE = 4
INLINE = 40_000
MOST_RESULT_FILE = 20_000_000
# Characters of one picture or table of an answer; larger ones go to a file.
MOST_RICH = 4_000_000
MOST_ITEMS, MOST_FIELDS = 80_000, 40_000
MOST_DISPLAYS = 100
MOST_NAMES = 200
MOST_VALUE = 200
EXTENSIONS = {"image/png": "png", "image/jpeg": "jpg", "image/svg+xml": "svg", "text/html": "html", "application/json": "json"}

libc = ctypes.CDLL(None)


def make_shell():
    """IPython's shell, which sends what it would print. Made before the fork, because that takes most of a second."""
    from IPython.core.displayhook import DisplayHook
    from IPython.core.displaypub import DisplayPublisher
    from IPython.core.interactiveshell import InteractiveShell

    class Publisher(DisplayPublisher):
        def publish(self, data, metadata=None, source=None, **_):
            Kernel.current.display(data)

        def clear_output(self, wait=False):
            Kernel.current.emit("clear", {})

    class Hook(DisplayHook):
        def write_output_prompt(self):
            pass

        def write_format_data(self, format_dict, md_dict=None):
            Kernel.current.result(format_dict)

        def finish_displayhook(self):
            pass

    class Shell(InteractiveShell):
        def _showtraceback(self, etype, evalue, stb):
            Kernel.current.error = (etype.__name__, str(evalue)[:2000], "\n".join(stb)[:INLINE])

        def enable_gui(self, gui=None):
            pass

        def ask_exit(self):
            print("The workbench goes on: there is nothing to leave.")

    Shell.displayhook_class = Hook
    Shell.display_pub_class = Publisher
    shell = Shell.instance()
    shell.run_line_magic("colors", "NoColor")
    shell.history_manager.enabled = False
    draw_figures(shell)
    # The first cell and the first error load much: it is shared by all kernels that are forked.
    for code in ("1/0", "1+1"):
        shell.run_cell(code, store_history=False)
    shell.execution_count = 1
    return shell


def draw_figures(shell):
    """Figures of matplotlib come as pictures at the end of a cell."""
    try:
        import IPython.core.pylabtools as pylabtools
        from matplotlib_inline import backend_inline
        from matplotlib_inline.config import InlineBackend

        InlineBackend.instance(parent=shell).shell = shell
        shell.events.register("post_execute", backend_inline.flush_figures)
        pylabtools.select_figure_formats(shell, {"png"})
    except Exception as problem:
        print("no figures:", problem, file=sys.stderr)


def as_text(value):
    return base64.b64encode(value).decode() if isinstance(value, (bytes, bytearray)) else value


class Nothing:
    """Stands in for the kernel until there is one."""

    error = None

    def emit(self, *_):
        pass

    display = result = emit


class Kernel:
    current = Nothing()

    def __init__(self, shell, channel, hidden):
        self.shell, self.channel = shell, channel
        self.lock = threading.Lock()
        self.run_id = None
        self.error = None
        self.displays = self.files = 0
        self.hidden = hidden
        self.works = False
        Kernel.current = self

    def on_interrupt(self, *_):
        # Between two cells it would fall into the reading of the next one, or into an answer.
        if self.works:
            raise KeyboardInterrupt

    def emit(self, kind, content):
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except Exception:
                # A cell may put anything in their place.
                pass
        line = json.dumps({**content, "type": kind, "id": self.run_id}, default=str).encode() + b"\n"
        with self.lock:
            self.channel.sendall(line)

    def keep(self, name, content):
        """The path of a file with what is too large for an answer; None where the disk is full."""
        self.files += 1
        path = "%s/%s_%s" % (OUTPUT_FOLDER, self.run_id, name.replace(".", "%s." % (self.files if self.files > 1 else "")))
        try:
            os.makedirs(OUTPUT_FOLDER, exist_ok=True)
            with open(path, "wb") as out:
                out.write(content[:MOST_RESULT_FILE])
            return path
        except OSError:
            return None

    def rich(self, data):
        """The forms of a value that fit into an answer; a file stands for one that does not."""
        kept, files = {}, {}
        for mime, value in data.items():
            if mime == "text/plain":
                continue
            text = value if isinstance(value, (str, bytes, bytearray)) else json.dumps(value, default=str)
            fits = len(text) <= MOST_RICH * (3 / 4 if isinstance(text, (bytes, bytearray)) else 1)
            # The server reads no message of more values or names than a request may hold.
            if not isinstance(value, (str, bytes, bytearray)):
                fits = fits and text.count(",") < MOST_ITEMS and text.count(":") < MOST_FIELDS
            if fits:
                kept[mime] = as_text(value)
            else:
                content = bytes(text) if isinstance(text, (bytes, bytearray)) else text.encode("utf-8", "replace")
                files[mime] = self.keep("display.%s" % EXTENSIONS.get(mime, "txt"), content)
        return kept, files

    def display(self, data):
        self.displays += 1
        if self.displays > MOST_DISPLAYS:
            if self.displays == MOST_DISPLAYS + 1:
                self.emit("more_displays", {})
            return
        kept, files = self.rich(data)
        self.emit("display", {"data": {"text/plain": str(data.get("text/plain", ""))[:INLINE], **kept}, "files": files})

    def result(self, data):
        text = str(data.get("text/plain", ""))
        kept, files = self.rich(data)
        file = self.keep("result.txt", text.encode("utf-8", "replace")) if len(text) > INLINE else None
        self.emit("result", {
            "text": text[:INLINE].encode("utf-8", "replace").decode(),
            "length": len(text), "file": file, "data": kept, "files": files,
        })

    def names(self):
        space = self.shell.user_ns
        names = [name[:100] for name in list(space) if isinstance(name, str) and name not in self.hidden]
        return sorted(name for name in names if not name.startswith("_"))[:MOST_NAMES]

    def run_cell(self, message):
        self.displays = self.files = 0
        self.error = None
        outcome = self.shell.run_cell(message["code"], store_history=True)
        if self.error is None and not outcome.success:
            problem = outcome.error_in_exec or outcome.error_before_exec
            self.error = (type(problem).__name__, str(problem)[:2000], "")
        if self.error:
            name, text, traceback = self.error
            self.emit("error", {"name": name, "message": text, "traceback": traceback})
        return {"status": "error" if self.error else "ok", "names": self.names()}

    def run_variables(self, _):
        space, listed = self.shell.user_ns, []
        for name in self.names():
            value = space.get(name)
            try:
                shape = str(getattr(value, "shape", "")) or (str(len(value)) if hasattr(value, "__len__") else "")
                # Only of plain values: a repr of the user's own may run for ever.
                shown = repr(value)[:MOST_VALUE] if type(value) in (int, float, bool, type(None), complex) else ""
                shown = repr(value[:MOST_VALUE])[:MOST_VALUE] if type(value) is str else shown
            except Exception:
                shape = shown = ""
            listed.append({"name": name[:100], "type": type(value).__name__[:100], "size": shape[:100], "value": shown})
        return {"status": "ok", "variables": listed}

    def run_complete(self, message):
        line = message["code"][: message["cursor"]].split("\n")[-1]
        # Jedi would read the libraries first, for seconds.
        self.shell.Completer.use_jedi = False
        word, found = self.shell.complete(None, line, len(line))
        return {"status": "ok", "word": word[:200], "matches": [one[:200] for one in found[:100]]}

    def serve(self):
        jobs = {"cell": self.run_cell, "variables": self.run_variables, "complete": self.run_complete}
        waiting = b""
        self.emit("ready", {})
        while True:
            try:
                while b"\n" not in waiting:
                    got = self.channel.recv(1 << 20)
                    if not got:
                        os._exit(0)
                    waiting += got
                line, _, waiting = waiting.partition(b"\n")
                message = json.loads(line)
                self.run_id = message["id"]
                try:
                    self.works = True
                    # Only from now on an interrupt reaches the cell.
                    self.emit("began", {})
                    answer = jobs[message["op"]](message)
                except KeyboardInterrupt:
                    # Before its first line, or after its last.
                    self.works = False
                    self.emit("error", {"name": "KeyboardInterrupt", "message": "", "traceback": "KeyboardInterrupt"})
                    answer = {"status": "error", "names": self.names()}
                except Exception as problem:
                    answer = {"status": "error", "problem": str(problem)[:500]}
                finally:
                    self.works = False
                self.emit("reply", answer)
            except KeyboardInterrupt:
                # A cell has put another handler in the place of ours.
                pass


def leave_runner(channel, out, err):
    """What the fork got from the runner is put aside: its files, its signals, its standing among processes."""
    libc.prctl(PR_SET_DUMPABLE, 1)
    os.setsid()
    os.dup2(os.open("/dev/null", os.O_RDONLY), 0)
    os.dup2(out, 1)
    os.dup2(err, 2)
    kept = channel.fileno()
    os.closerange(3, kept)
    os.closerange(kept + 1, 1024)
    sys.stdout = open(1, "w", buffering=1, closefd=False, errors="replace")
    sys.stderr = open(2, "w", buffering=1, closefd=False, errors="replace")
    sys.stdin = open(0)
    os.chdir("/home/user")
    sys.argv = [""]


def kernel_main(shell, channel, out, err):
    leave_runner(channel, out, err)
    import workbench_helpers
    from thread_runs import follow_threads

    for name in workbench_helpers.__all__:
        shell.user_ns[name] = getattr(workbench_helpers, name)
    kernel = Kernel(shell, channel, set(shell.user_ns))
    signal.signal(signal.SIGINT, kernel.on_interrupt)
    workbench_helpers.current_run = follow_threads(lambda: kernel.run_id)
    kernel.serve()
