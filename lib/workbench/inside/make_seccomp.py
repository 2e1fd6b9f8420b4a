"""Writes the filter of system calls for a sandbox, as bubblewrap reads it: `make_seccomp.py FILE [egress]`.

Namespaces hide most of the machine, but not these: what the kernel shares between all of them (vsock, io_uring,
userfaultfd, keys), what would open a way to a further namespace, and memory that no limit counts (memfd, System V).
"""

import errno
import sys

import seccomp

REFUSED = """
 mount umount2 pivot_root chroot unshare setns fsopen fsconfig fsmount fspick move_mount open_tree mount_setattr
 swapon swapoff reboot kexec_load kexec_file_load init_module finit_module delete_module create_module query_module
 bpf perf_event_open userfaultfd io_uring_setup io_uring_enter io_uring_register
 ptrace process_vm_readv process_vm_writev process_madvise kcmp pidfd_getfd
 keyctl add_key request_key open_by_handle_at name_to_handle_at
 syslog acct quotactl quotactl_fd lookup_dcookie nfsservctl vhangup sethostname setdomainname
 settimeofday clock_settime clock_adjtime adjtimex iopl ioperm modify_ldt
 fanotify_init fanotify_mark mbind migrate_pages move_pages set_mempolicy set_mempolicy_home_node
 personality uselib ustat sysfs _sysctl get_kernel_syms afs_syscall tuxcall security vserver
 memfd_create memfd_secret shmget shmat shmctl semget semop semtimedop msgget msgsnd msgrcv mq_open
 landlock_create_ruleset
""".split()
# By number, because libraries of today do not know the names: statmount, listmount, open_tree_attr. Calls since Linux 5.1
# have the same number on all processors.
REFUSED_NUMBERS = (457, 458, 467)

# Each of them makes a namespace: mount, cgroup, uts, ipc, user, pid, net, time.
CLONE_FLAGS = (0x00020000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000, 0x00000080)

AF_UNIX, AF_INET = 1, 2
SOCK_STREAM = 1
TCP = 6
MOST_FAMILIES = 64
# What types into a terminal for somebody else: TIOCSTI, TIOCLINUX.
TERMINAL_REQUESTS = (0x5412, 0x541C)


def refuse_calls(filter_):
    for name in (*REFUSED, *REFUSED_NUMBERS):
        try:
            filter_.add_rule(seccomp.ERRNO(errno.EPERM), name)
        except (RuntimeError, ValueError, OSError):
            # Not a system call of this processor, or younger than the library.
            pass


def refuse_namespaces(filter_):
    for flag in CLONE_FLAGS:
        filter_.add_rule(seccomp.ERRNO(errno.EPERM), "clone", seccomp.Arg(0, seccomp.MASKED_EQ, flag, flag))
    # Its flags lie in memory, where a filter cannot look; without it the C library uses clone.
    filter_.add_rule(seccomp.ERRNO(errno.ENOSYS), "clone3")


def refuse_sockets(filter_, has_egress):
    """
    Only unix sockets: there is no network, so all other families are nothing but ways into the kernel. With a way out also
    TCP over IPv4, because programs reach a proxy by it; the only network there is the sandbox's own loopback.
    """
    allowed = (AF_UNIX, AF_INET) if has_egress else (AF_UNIX,)
    if has_egress:
        for kind in range(16):
            if kind != SOCK_STREAM:
                filter_.add_rule(
                    seccomp.ERRNO(errno.EAFNOSUPPORT), "socket",
                    seccomp.Arg(0, seccomp.EQ, AF_INET), seccomp.Arg(1, seccomp.MASKED_EQ, 15, kind),
                )
        # Of streams, TCP alone: by its number, or as the usual one.
        others = [seccomp.Arg(2, seccomp.EQ, protocol) for protocol in range(1, TCP)] + [seccomp.Arg(2, seccomp.GT, TCP)]
        for protocol in others:
            filter_.add_rule(seccomp.ERRNO(errno.EAFNOSUPPORT), "socket", seccomp.Arg(0, seccomp.EQ, AF_INET), protocol)
    refuse_families(filter_, "socket", allowed)
    refuse_families(filter_, "socketpair", (AF_UNIX,))


def refuse_families(filter_, call, allowed):
    for family in range(MOST_FAMILIES):
        if family not in allowed:
            filter_.add_rule(seccomp.ERRNO(errno.EAFNOSUPPORT), call, seccomp.Arg(0, seccomp.EQ, family))
    filter_.add_rule(seccomp.ERRNO(errno.EAFNOSUPPORT), call, seccomp.Arg(0, seccomp.GE, MOST_FAMILIES))


def refuse_terminals(filter_):
    for request in TERMINAL_REQUESTS:
        filter_.add_rule(
            seccomp.ERRNO(errno.EPERM), "ioctl", seccomp.Arg(1, seccomp.MASKED_EQ, 0xFFFFFFFF, request)
        )


def main():
    filter_ = seccomp.SyscallFilter(defaction=seccomp.ALLOW)
    # Calls of another processor (32 bits, x32) have other numbers, which the rules would miss.
    filter_.set_attr(seccomp.Attr.ACT_BADARCH, seccomp.KILL)
    refuse_calls(filter_)
    refuse_namespaces(filter_)
    refuse_sockets(filter_, sys.argv[2:] == ["egress"])
    refuse_terminals(filter_)
    with open(sys.argv[1], "wb") as out:
        filter_.export_bpf(out)


main()
