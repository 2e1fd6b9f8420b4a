"""Files that were deleted while a process has them open: they fill the disk, and nobody outside can count them.

The server may not look into the processes of another user. Code cannot change this program, which is the first process; a
process that hides its files from it is killed.
"""

import os
import signal
import stat

EVERY_SECONDS = 1.0
MOST_OPEN = 20_000


def files_of(pid):
    """Device, number and bytes of each file of a process that has no name any more, and how many files are open at all."""
    found, names = [], os.listdir("/proc/%d/fd" % pid)
    for name in names:
        try:
            facts = os.stat("/proc/%d/fd/%s" % (pid, name))
        except OSError:
            continue
        if stat.S_ISREG(facts.st_mode) and facts.st_nlink == 0:
            found.append(((facts.st_dev, facts.st_ino), facts.st_blocks * 512))
    return found, len(names)


def is_running(pid):
    try:
        with open("/proc/%d/stat" % pid, "rb") as file:
            return file.read().rpartition(b")")[2].split()[0] not in (b"Z", b"X")
    except OSError:
        return False


def unnamed_bytes(pids, folder, young):
    """Bytes of such files on the disk of a folder; infinite where too many files are open. Those in `young` may hide."""
    device, sizes, opened = os.stat(folder).st_dev, {}, 0
    for pid in pids:
        try:
            found, count = files_of(pid)
        except PermissionError:
            if pid not in young and is_running(pid):
                os.kill(pid, signal.SIGKILL)
            continue
        except OSError:
            continue
        opened += count
        sizes.update({place: size for place, size in found if place[0] == device})
    return float("inf") if opened > MOST_OPEN else sum(sizes.values())
