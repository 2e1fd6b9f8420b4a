"""What code in a sandbox tries against everybody else. Prints the attacks that succeeded, one a line; nothing is right."""

import ctypes
import os
import platform
import socket
import subprocess

libc = ctypes.CDLL(None, use_errno=True)
ARM = platform.machine() == "aarch64"
# Numbers of system calls: x86-64, arm64.
CALLS = {
    "io_uring_setup": (425, 425),
    "userfaultfd": (323, 282),
    "keyctl": (250, 219),
    "add_key": (248, 217),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "pidfd_getfd": (438, 438),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "memfd_create": (319, 279),
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_by_handle_at": (304, 265),
    "shmget": (29, 194),
    "personality": (135, 92),
    "fsopen": (430, 430),
    "kexec_load": (246, 104),
}
EPERM, ENOSYS, EAFNOSUPPORT = 1, 38, 97
won = []


def attack(name, succeeded):
    if succeeded:
        won.append(name)


def fails(act):
    try:
        act()
        return False
    except OSError:
        return True


def call(name, *arguments):
    number = CALLS[name][1 if ARM else 0]
    if libc.syscall(number, *[ctypes.c_ulong(one) for one in arguments]) >= 0:
        return True
    return ctypes.get_errno() not in (EPERM, ENOSYS)


def read(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""


for name in CALLS:
    attack("system call " + name, call(name, 0x10000000 if name == "unshare" else 0, 0, 0, 0, 0))
# clone3 with a new user namespace.
attack("clone3", libc.syscall(435, 0, 0) >= 0 or ctypes.get_errno() != ENOSYS)
for family in range(2, 46):
    attack("socket of family %d" % family, not fails(lambda: socket.socket(family, socket.SOCK_DGRAM)))
    attack("raw socket of family %d" % family, not fails(lambda: socket.socket(family, socket.SOCK_RAW)))

for path in HIDDEN:
    attack("sees " + path, os.path.lexists(path))
environment = b"".join(read("/proc/%s/environ" % pid) for pid in os.listdir("/proc") if pid.isdigit())
for secret in SECRETS:
    attack("a secret in an environment", secret.encode() in environment or secret in str(dict(os.environ)))
attack("sees processes of others", len([pid for pid in os.listdir("/proc") if pid.isdigit()]) > 8)
attack("sees names of the machine's people", len(read("/etc/passwd").splitlines()) > 2)

for path in ("/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", "/usr/bin/python3", "/etc/passwd", "/proc/1/mem"):
    attack("writes " + path, os.access(path, os.W_OK) or not fails(lambda: os.open(path, os.O_WRONLY)))
for folder in ("/", "/usr/bin", "/etc", "/opt/workbench", "/run/workbench"):
    attack("makes a file in " + folder, not fails(lambda: os.open(folder + "/made", os.O_CREAT | os.O_WRONLY)))
attack("makes a device", not fails(lambda: os.mknod("/tmp/disk", 0o060600, os.makedev(8, 0))))
known = {"full", "null", "zero", "random", "urandom", "tty", "ptmx", "pts", "shm", "stdin", "stdout", "stderr", "fd", "core", "console"}
attack("sees devices", not set(os.listdir("/dev")) <= known)
attack("links a file of the system into its own", not fails(lambda: os.link("/etc/passwd", "/mnt/files/passwd")))
attack("reads the runner's memory", len(read("/proc/%d/mem" % os.getppid())) > 0)
for name in ABSTRACT:
    attack("reaches an abstract socket", not fails(lambda: socket.socket(socket.AF_UNIX).connect("\0" + name)))
for path in SOCKETS:
    attack("reaches a socket by its path", not fails(lambda: socket.socket(socket.AF_UNIX).connect(path)))
for command in (["unshare", "-Ur", "true"], ["bwrap", "--ro-bind", "/usr", "/usr", "/usr/bin/true"], ["su", "-c", "id"]):
    attack("runs " + " ".join(command), subprocess.run(command, capture_output=True).returncode == 0)
attack("gets capabilities", b"CapEff:\t0000000000000000" not in read("/proc/self/status"))
attack("may gain rights", b"NoNewPrivs:\t1" not in read("/proc/self/status"))
print("\n".join(won), end="")
