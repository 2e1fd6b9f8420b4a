"""Looks from inside whether a sandbox keeps what it promises; prints what it does not, one sentence a line."""

import ctypes
import os
import socket


def refuses(act):
    try:
        act()
        return False
    except OSError:
        return True


def check(kept, sentence):
    if not kept:
        print(sentence)


def unshare():
    if ctypes.CDLL(None, use_errno=True).unshare(0x10000000) == 0:
        return
    raise OSError(ctypes.get_errno(), "unshare")


with open("/proc/self/uid_map") as file:
    inside, _, count = file.read().split()

check(os.getuid() == 1000 and inside == "1000" and count == "1", "It does not run as a user of its own.")
def reach_network():
    with socket.socket(socket.AF_INET) as way:
        way.settimeout(1)
        way.connect(("192.0.2.1", 80))


# Where there is a way out, it is the loopback alone.
has_egress = os.environ.get("WORKBENCH_EGRESS") == "1"
check(refuses(reach_network if has_egress else lambda: socket.socket(socket.AF_INET)), "It has a network.")
check(refuses(lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM)), "It has a network.")
check(refuses(unshare), "It can make namespaces.")
check(not os.path.exists("/root") and not os.path.exists("/etc/shadow"), "It sees files of the machine.")
check(os.listdir("/home") == ["user"], "It sees the homes of people.")
check(not os.access("/proc/sys/kernel/core_pattern", os.W_OK), "It can write settings of the machine.")
check(not os.access("/usr", os.W_OK) and not os.access("/", os.W_OK), "It can write the system's files.")
# Who owns this outside is looked at from there.
with open("/mnt/files/probe", "w") as probe:
    probe.write("written")
check(len([name for name in os.listdir("/proc") if name.isdigit()]) < 5, "It sees processes of the machine.")
