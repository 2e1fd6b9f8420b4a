"""The processes of a sandbox: what they may use, and who of them must end."""

import ctypes
import os
import resource
import signal

from kernel import PR_SET_DUMPABLE

libc = ctypes.CDLL(None)


def limit(kind, value):
    try:
        resource.setrlimit(kind, (value, value))
    except (ValueError, OSError):
        pass


def set_limits(settings):
    limit(resource.RLIMIT_CORE, 0)
    limit(resource.RLIMIT_NOFILE, 1024)
    limit(resource.RLIMIT_FSIZE, settings["file_bytes"])
    limit(resource.RLIMIT_DATA, settings["data_bytes"])
    limit(resource.RLIMIT_NPROC, settings["processes"])
    try:
        with open("/proc/self/oom_score_adj", "w") as score:
            score.write("900")
    except OSError:
        pass
    # Code of the sandbox has the same user id; it shall not read this program's memory.
    libc.prctl(PR_SET_DUMPABLE, 0)


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
