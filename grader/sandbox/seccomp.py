"""The list of system calls that a process in the sandbox may make, compiled to a filter by
libseccomp.

Runs outside the jail. Named dangerous calls answer EPERM, so that a learner gets a PermissionError;
every other call that is not allowed answers ENOSYS, so that libraries fall back as on an old
kernel.
"""

import ctypes
import ctypes.util
import errno
import tempfile
from functools import cache
from typing import Any

from grader.sandbox.fault import SandboxFault

try:
    import pyseccomp
except RuntimeError:  # it looks for libseccomp when it is imported; `compiled` says what is missing
    pyseccomp = None

CLONE_THREAD_FLAGS = 0x00010000 | 0x00000800 | 0x00000100
"""CLONE_THREAD, CLONE_SIGHAND and CLONE_VM: what makes a clone a thread of its process."""

FCNTL_COMMANDS = {"F_GETFD": 1, "F_SETFD": 2, "F_GETFL": 3, "F_DUPFD_CLOEXEC": 1030}
IOCTL_COMMANDS = {"TCGETS": 0x5401, "FIOCLEX": 0x5451, "FIONCLEX": 0x5450, "TIOCGWINSZ": 0x5413}
PRCTL_OPTIONS = {
    "PR_SET_NAME": 15,
    "PR_GET_NAME": 16,
    "PR_SET_VMA": 0x53564D41,
    # What a process may know about its own lock-down, and the probe asks.
    "PR_GET_DUMPABLE": 3,
    "PR_GET_SECCOMP": 21,
    "PR_GET_NO_NEW_PRIVS": 39,
}

ALLOWED = """
read write readv writev pread64 pwrite64 preadv pwritev close close_range lseek
open openat stat lstat fstat newfstatat statx access faccessat faccessat2 readlink readlinkat
getdents getdents64 getcwd statfs fstatfs dup dup2 dup3 pipe pipe2 poll ppoll select pselect6
epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait eventfd eventfd2 recvmsg mmap munmap
mprotect mremap madvise brk msync rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending
rt_sigtimedwait rt_sigsuspend sigaltstack alarm setitimer getitimer pause restart_syscall futex
set_robust_list get_robust_list set_tid_address rseq membarrier getpid getppid gettid getuid geteuid
getgid getegid getgroups getresuid getresgid getpgrp getpgid getsid getrusage getrlimit getpriority
sched_yield sched_getaffinity sched_getparam sched_getscheduler sched_get_priority_max
sched_get_priority_min getcpu uname umask times time gettimeofday nanosleep getrandom
wait4 waitid exit exit_group
""".split()

REFUSED = """
fork vfork execve execveat kill tkill tgkill rt_sigqueueinfo rt_tgsigqueueinfo
pidfd_open pidfd_send_signal pidfd_getfd ptrace process_vm_readv process_vm_writev
process_madvise process_mrelease kcmp
socket socketpair connect bind listen accept accept4 sendto recvfrom sendmsg sendmmsg recvmmsg
shutdown setsockopt getsockopt getsockname getpeername add_key request_key keyctl io_uring_setup
io_uring_enter io_uring_register bpf perf_event_open userfaultfd memfd_create memfd_secret shmget
shmat shmdt shmctl semget semop semctl semtimedop msgget msgsnd msgrcv msgctl mq_open mq_unlink
mq_timedsend mq_timedreceive mq_notify mq_getsetattr unshare setns mount umount2 pivot_root chroot
chdir fchdir move_mount fsopen fsconfig fsmount fspick open_tree mount_setattr name_to_handle_at
open_by_handle_at openat2 creat truncate ftruncate fallocate rename renameat renameat2 unlink
unlinkat mkdir mkdirat rmdir mknod mknodat link linkat symlink symlinkat chmod fchmod fchmodat
fchmodat2 chown fchown lchown fchownat utime utimes utimensat futimesat setxattr lsetxattr fsetxattr
removexattr lremovexattr fremovexattr getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr
flock fsync fdatasync sync syncfs sync_file_range sendfile splice tee vmsplice copy_file_range
inotify_init inotify_init1 inotify_add_watch fanotify_init fanotify_mark setuid setgid setreuid
setregid setresuid setresgid setfsuid setfsgid setgroups setpgid setsid capset setrlimit setpriority
sched_setaffinity sched_setparam sched_setscheduler sched_setattr ioprio_set personality seccomp
landlock_create_ruleset landlock_add_rule landlock_restrict_self init_module finit_module
delete_module kexec_load kexec_file_load reboot swapon swapoff acct quotactl syslog settimeofday
clock_settime clock_adjtime adjtimex sethostname setdomainname vhangup iopl ioperm modify_ldt mlock
mlock2 mlockall munlock munlockall mbind set_mempolicy migrate_pages move_pages remap_file_pages
timer_create timerfd_create signalfd signalfd4 pkey_mprotect pkey_alloc pkey_free nfsservctl
lookup_dcookie
""".split()


@cache
def compiled() -> bytes:
    """The filter for this machine, as an array of `struct sock_filter`; raises SandboxFault."""
    if pyseccomp is None:
        raise SandboxFault("libseccomp was not found: install it (Debian: libseccomp2)")
    rules = pyseccomp.SyscallFilter(defaction=pyseccomp.ERRNO(errno.ENOSYS))
    rules.set_attr(pyseccomp.Attr.ACT_BADARCH, pyseccomp.KILL_PROCESS)
    for name in ALLOWED:
        _add(rules, pyseccomp.ALLOW, name)
    for name in REFUSED:
        _add(rules, pyseccomp.ERRNO(errno.EPERM), name)
    _add_by_argument(rules)
    with tempfile.TemporaryFile() as program:
        rules.export_bpf(program)
        program.seek(0)
        return program.read()


def _add_by_argument(rules: Any) -> None:
    allow, refuse = pyseccomp.ALLOW, pyseccomp.ERRNO(errno.EPERM)
    arg, masked, equal = pyseccomp.Arg, pyseccomp.MASKED_EQ, pyseccomp.EQ
    _add(rules, allow, "clone", arg(0, masked, CLONE_THREAD_FLAGS, CLONE_THREAD_FLAGS))
    for flag in (0x00010000, 0x00000800, 0x00000100):
        _add(rules, refuse, "clone", arg(0, masked, flag, 0))
    # A negative clock is the CPU time of some process or thread, anybody's. Like the number of all
    # threads in sysinfo, which is missing above, it would tell of runs that go on beside this one.
    for call in ("clock_gettime", "clock_getres", "clock_nanosleep"):
        _add(rules, allow, call, arg(0, masked, 0x80000000, 0))
    # Reading one's own limits is fine; a first argument would name another, a third would set them.
    _add(rules, allow, "prlimit64", arg(0, equal, 0), arg(2, equal, 0))
    for position, call, values in (
        (1, "fcntl", FCNTL_COMMANDS),
        (1, "ioctl", IOCTL_COMMANDS),
        (0, "prctl", PRCTL_OPTIONS),
    ):
        for value in values.values():
            _add(rules, allow, call, arg(position, masked, 0xFFFFFFFF, value))


def _add(rules: Any, action: int, name: str, *arguments: Any) -> None:
    try:
        rules.add_rule(action, name, *arguments)
    except (OSError, ValueError, RuntimeError):
        # A call that this architecture or this libseccomp does not know stays at ENOSYS.
        if action == pyseccomp.ALLOW and name in _NEEDED:
            raise


_NEEDED = {"read", "write", "close", "mmap", "futex", "exit_group", "recvmsg", "clone"}


def number(name: str) -> int | None:
    """The number of a system call; None where this architecture or this libseccomp lacks it."""
    if pyseccomp is None:
        return None
    found: int = pyseccomp.resolve_syscall(pyseccomp.system_arch(), name)
    return found if found >= 0 else None


def version() -> str | None:
    """The version of libseccomp, None where there is none."""
    path = ctypes.util.find_library("seccomp")
    if path is None:
        return None
    told = ctypes.CDLL(path).seccomp_version
    told.restype = ctypes.POINTER(ctypes.c_uint * 3)
    return ".".join(str(part) for part in told().contents)
