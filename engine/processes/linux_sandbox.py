"""The sandbox on Linux: Landlock for files, seccomp for system calls, no new privileges.

The implementation follows the kernel's documentation (userspace-api/landlock,
userspace-api/seccomp_filter) and linux/landlock.h, linux/seccomp.h, linux/filter.h. The Python
packages for these interfaces are either alpha versions by a single author or need libseccomp.
"""

from __future__ import annotations

import ctypes
import glob
import os
import platform
import signal
import struct
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from twofold.engine.model.localized import EMPTY, Message, message

assert sys.platform == "linux"  # noqa: S101 (tells type checkers the system)

# Landlock (the same numbers on all architectures).
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_QUERY_VERSION = 1
_PATH_BENEATH = 1
_MAKE_SYMBOLIC_LINK = 1 << 12
_WRITE_FILE, _READ_FILE, _READ_DIR, _IOCTL_DEV = 1 << 1, 1 << 2, 1 << 3, 1 << 15
# All file access rights of a version of the interface: (version, rights).
_RIGHTS = ((5, (1 << 16) - 1), (3, (1 << 15) - 1), (2, (1 << 14) - 1), (1, (1 << 13) - 1))
_VERSION_WITH_TRUNCATE = 3
_VERSION_WITH_SCOPES = 6
_SCOPES = 0b11  # abstract Unix sockets, signals
_SIZE_OF_RIGHTS = 8

_SYSTEM_PATHS = (
    "/usr", "/lib", "/lib32", "/lib64", "/app", "/nix/store", "/gnu/store",
    "/etc/ld.so.cache", "/etc/localtime", "/proc/cpuinfo", "/proc/meminfo",
    "/proc/stat", "/proc/sys/vm/overcommit_memory", "/sys/devices/system",
    "/dev/zero", "/dev/random", "/dev/urandom",
)  # fmt: skip
_OWN_PATHS = ("/proc/self",)
_GPU_PATHS = ("/sys", "/proc/driver")
_GPU_DEVICES = ("/dev/dri", "/dev/kfd", "/dev/nvidia*")

# Numbers of system calls on x86-64 and on arm64 (None: does not exist).
_REFUSED_CALLS: dict[str, tuple[int | None, int | None]] = {
    # starting programs
    "fork": (57, None), "vfork": (58, None), "execve": (59, 221), "execveat": (322, 281),
    # communication
    "socket": (41, 198), "socketpair": (53, 199), "connect": (42, 203), "bind": (49, 200),
    "listen": (50, 201), "accept": (43, 202), "accept4": (288, 242), "sendto": (44, 206),
    "sendmsg": (46, 211), "sendmmsg": (307, 269), "shmget": (29, 194), "shmat": (30, 196),
    "semget": (64, 190), "msgget": (68, 186), "mq_open": (240, 180), "mq_unlink": (241, 181),
    # System V objects of other processes are accessed by their numbers, without the calls above
    "shmctl": (31, 195), "semop": (65, 193), "semtimedop": (220, 192), "semctl": (66, 191),
    "msgsnd": (69, 189), "msgrcv": (70, 188), "msgctl": (71, 187),
    # changing files; Landlock does not restrict modes, owners, times and attributes
    "creat": (85, None), "truncate": (76, 45), "ftruncate": (77, 46), "fallocate": (285, 47),
    "rename": (82, None), "renameat": (264, 38), "renameat2": (316, 276), "link": (86, None),
    "linkat": (265, 37), "symlink": (88, None), "symlinkat": (266, 36), "unlink": (87, None),
    "unlinkat": (263, 35), "mkdir": (83, None), "mkdirat": (258, 34), "rmdir": (84, None),
    "mknod": (133, None), "mknodat": (259, 33), "chmod": (90, None), "fchmod": (91, 52),
    "fchmodat": (268, 53), "chown": (92, None), "fchown": (93, 55), "lchown": (94, None),
    "fchownat": (260, 54), "setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7),
    "removexattr": (197, 14), "lremovexattr": (198, 15), "fremovexattr": (199, 16),
    # reading attributes of other files, which Landlock does not restrict either
    "getxattr": (191, 8), "lgetxattr": (192, 9), "fgetxattr": (193, 10), "listxattr": (194, 11),
    "llistxattr": (195, 12), "flistxattr": (196, 13),
    "utime": (132, None), "utimes": (235, None), "futimesat": (261, None), "utimensat": (280, 88),
    # other processes
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271),
    "process_madvise": (440, 440), "kcmp": (312, 272), "pidfd_open": (434, 434),
    "pidfd_getfd": (438, 438), "pidfd_send_signal": (424, 424), "kill": (62, 129),
    "tkill": (200, 130), "rt_sigqueueinfo": (129, 138), "rt_tgsigqueueinfo": (297, 240),
    "setpriority": (141, 140), "ioprio_set": (251, 30), "sched_setscheduler": (144, 119),
    "sched_setparam": (142, 118), "sched_setattr": (314, 274), "migrate_pages": (256, 238),
    "move_pages": (279, 239), "flock": (73, 32),
    # leaving the group of processes that are ended together
    "setsid": (112, 157), "setpgid": (109, 154),
    # watching files, and parts of the kernel that are not needed for reading documents
    "inotify_init": (253, None), "inotify_init1": (294, 26), "fanotify_init": (300, 262),
    "open_by_handle_at": (304, 265), "io_uring_setup": (425, 425), "bpf": (321, 280),
    "perf_event_open": (298, 241), "userfaultfd": (323, 282), "keyctl": (250, 219),
    "add_key": (248, 217), "request_key": (249, 218), "personality": (135, 92),
    # per-user quotas shared by all processes: asynchronous I/O requests, timers
    "io_setup": (206, 0), "io_destroy": (207, 1), "io_getevents": (208, 4), "io_submit": (209, 2),
    "io_cancel": (210, 3), "io_pgetevents": (333, 292), "timer_create": (222, 107),
    # other users, and capabilities
    "setuid": (105, 146), "setgid": (106, 144), "setreuid": (113, 145), "setregid": (114, 143),
    "setresuid": (117, 147), "setresgid": (119, 149), "setfsuid": (122, 151),
    "setfsgid": (123, 152), "setgroups": (116, 159), "capset": (126, 91),
    # administration, if the user is root
    "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51),
    "unshare": (272, 97), "setns": (308, 268), "fsopen": (430, 430), "fspick": (433, 433),
    "fsmount": (432, 432), "open_tree": (428, 428), "move_mount": (429, 429),
    "mount_setattr": (442, 442), "swapon": (167, 224), "swapoff": (168, 225), "reboot": (169, 142),
    "kexec_load": (246, 104), "kexec_file_load": (320, 294), "init_module": (175, 105),
    "finit_module": (313, 273), "delete_module": (176, 106), "settimeofday": (164, 170),
    "clock_settime": (227, 112), "adjtimex": (159, 171), "clock_adjtime": (305, 266),
    "sethostname": (170, 161), "setdomainname": (171, 162), "acct": (163, 89), "syslog": (103, 116),
    "iopl": (172, None), "ioperm": (173, None), "modify_ldt": (154, None), "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
}  # fmt: skip
# Refused as if the kernel did not have them: all calls newer than Linux 5.17, and clone3. The C
# library then uses clone, whose flags a filter can check.
_NEWEST_CALL = 450
_CLONE3 = 435
_OPENAT2 = 437  # a filter cannot check its flags; the C library does not need it
_CLONE, _TGKILL, _PRLIMIT, _SECCOMP = (56, 220), (234, 131), (302, 261), (317, 277)
_OPEN, _OPENAT, _FCNTL, _IOCTL = (2, None), (257, 56), (72, 25), (16, 29)
# Allowed commands for an open file. Others of fcntl lock files or send signals to any process, and
# others of ioctl change attributes of files opened for reading or create subvolumes. F_SETPIPE_SZ
# is refused because it takes from a quota shared by all pipes of the user. Allowed are F_DUPFD,
# F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC, F_GETPIPE_SZ, F_ADD_SEALS and F_GET_SEALS.
_FCNTL_COMMANDS = (0, 1, 2, 3, 4, 1030, 1032, 1033, 1034)
# TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX
_IOCTL_COMMANDS = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
_MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}  # column, AUDIT_ARCH_*

# Berkeley packet filter and seccomp.
_LOAD, _EQUAL, _GREATER, _ANY_BIT, _RETURN = 0x20, 0x15, 0x25, 0x45, 0x06
_NUMBER_AT, _MACHINE_AT, _ARGUMENTS_AT, _ARGUMENT_SIZE = 0, 4, 16, 8
_ALLOW, _KILL, _FAIL = 0x7FFF0000, 0x80000000, 0x00050000
_EPERM, _ENOSYS = 1, 38
_CLONE_THREAD = 0x10000
# fork(3) of glibc (CLONE_CHILD_CLEARTID, CLONE_CHILD_SETTID, SIGCHLD) and of musl.
_FLAGS_OF_FORK = (0x1200011, 0x11)
_CALLS_TO_FORK = frozenset({"fork", "kill"})
_KILL_CALL = (62, 129)
_SET_FILTER, _ALL_THREADS, _IS_ACTION_KNOWN = 1, 1, 2
_NO_NEW_PRIVILEGES = 38

Instruction = tuple[int, int, int, int]


def problem() -> Message:
    """Return a sentence why there is no sandbox, or '' if there is one."""
    if platform.machine() not in _MACHINES:
        return message(
            "The sandbox does not support {machine} processors.",
            machine=platform.machine(),
        )
    if _landlock_version() < 1:
        return message(
            "The Linux security feature Landlock is not available. It requires Linux 5.13 or "
            "later and must be enabled."
        )
    try:
        known = ctypes.c_uint32(_FAIL)
        _call(_of_machine(_SECCOMP), _IS_ACTION_KNOWN, 0, ctypes.byref(known))
    except OSError:
        return message("The Linux security feature seccomp is not available.")
    return EMPTY


@dataclass(frozen=True, slots=True)
class Calls:
    """System calls that a confined process may make in addition to the usual ones.

    `gpu` allows the commands of graphics drivers. Before Linux 6.2, Landlock cannot restrict
    truncating; there, files cannot be opened for truncating unless `may_truncate`. `fork` allows a
    process to fork others and to kill them, and `threads` to start threads.
    """

    gpu: bool = False
    may_truncate: bool = False
    fork: bool = False
    threads: bool = True


def enter(readable: Iterable[str], calls: Calls) -> None:
    """Confine this process irreversibly; raise OSError if the system does not support it.

    This must be called before threads are started, because Landlock confines only threads that
    start later.
    """
    if len(list(Path("/proc/self/task").iterdir())) > 1:
        raise OSError("The process has threads already.")
    if (reason := problem()) != "":
        raise OSError(reason)
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) != 0:
        raise _error("no_new_privs")
    # Anything that a process may read about itself would be accessible to the processes that it
    # forks.
    own_paths = () if calls.fork else _OWN_PATHS
    gpu_paths = _GPU_PATHS if calls.gpu else ()
    paths = (*_SYSTEM_PATHS, *own_paths, *gpu_paths, *readable)
    _restrict_files(paths, gpu=calls.gpu)
    _restrict_calls(calls)


def confine_fork(calls: Calls) -> None:
    """Confine a process forked by a confined one, so that it cannot access its parent either.

    A process in a nested Landlock domain can neither trace nor signal a process outside of its
    domain, nor read its memory or its open files. Raise OSError on failure.
    """
    rights, scopes = _MAKE_SYMBOLIC_LINK, _SCOPES
    attributes = struct.pack("=QQQ", rights, 0, scopes)
    size = len(attributes) if _landlock_version() >= _VERSION_WITH_SCOPES else _SIZE_OF_RIGHTS
    _enter_domain(_call(_CREATE_RULESET, attributes, size, 0))
    _restrict_calls(calls)


def _enter_domain(ruleset: int) -> None:
    try:
        _call(_RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)


def _restrict_files(readable: Iterable[str], *, gpu: bool) -> None:
    """Allow reading below some paths, and no writing."""
    version = _landlock_version()
    rights = next(known for min_version, known in _RIGHTS if version >= min_version)
    if version >= _VERSION_WITH_SCOPES:
        attributes = struct.pack("=QQQ", rights, 0, _SCOPES)
    else:
        attributes = struct.pack("=Q", rights)
    ruleset = _call(_CREATE_RULESET, attributes, len(attributes), 0)
    try:
        for path in readable:
            _allow(ruleset, path, _READ_FILE | _READ_DIR)
        _allow(ruleset, os.devnull, _READ_FILE | _WRITE_FILE)
        for pattern in _GPU_DEVICES if gpu else ():
            for device in glob.glob(pattern):  # noqa: PTH207 (a pattern from the root)
                every = _READ_FILE | _READ_DIR | _WRITE_FILE | _IOCTL_DEV
                _allow(ruleset, device, every & rights)
        _call(_RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)


def _allow(ruleset: int, path: str, rights: int) -> None:
    """Allow rights below a path; ignore it if it does not exist."""
    try:
        handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not os.path.isdir(f"/proc/self/fd/{handle}"):  # noqa: PTH112 (a handle)
            rights &= ~_READ_DIR
        rule = struct.pack("=Qi", rights, handle)
        _call(_ADD_RULE, ruleset, _PATH_BENEATH, rule, 0)
    finally:
        os.close(handle)


def _restrict_calls(calls: Calls) -> None:
    """Install a filter of system calls for all threads of this process; it cannot be removed."""
    instructions = _filter(calls)
    code = b"".join(struct.pack("=HBBI", *one) for one in instructions)
    memory = ctypes.create_string_buffer(code, len(code))
    program = struct.pack("@HP", len(instructions), ctypes.addressof(memory))
    if _call(_of_machine(_SECCOMP), _SET_FILTER, _ALL_THREADS, program) != 0:
        raise OSError("A thread could not be confined.")


def _filter(calls: Calls) -> list[Instruction]:
    """Return the filter. Unlisted calls are allowed unless they are newer than _NEWEST_CALL."""
    column, machine = _MACHINES[platform.machine()]
    allowed = _CALLS_TO_FORK if calls.fork else frozenset()
    refused = [pair[column] for name, pair in _REFUSED_CALLS.items() if name not in allowed]
    lines: list[Instruction] = [
        (_LOAD, 0, 0, _MACHINE_AT),
        (_EQUAL, 1, 0, machine),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER_AT),
        (_GREATER, 0, 1, _NEWEST_CALL),
        (_RETURN, 0, 0, _FAIL | _ENOSYS),
    ]
    lines += _refuse(_CLONE3, _ENOSYS)
    lines += _refuse(_OPENAT2, _ENOSYS)
    for number in refused:
        lines += _refuse(number, _EPERM) if number is not None else []
    # A new thread is a clone with this flag; without it, it is a process.
    thread = [(_ANY_BIT, 0, 0, _CLONE_THREAD)] if calls.threads else []
    process = _is_one_of(_FLAGS_OF_FORK) if calls.fork else []
    lines += _allow_if(_CLONE[column], 0, thread + process)
    if calls.fork:
        lines += _allow_if(_KILL_CALL[column], 1, _is_one_of([signal.SIGKILL]))
    else:  # abort(3) sends a signal to its own process
        lines += _allow_if(_TGKILL[column], 0, _is_one_of([os.getpid()]))
    lines += _allow_if(_PRLIMIT[column], 0, _is_one_of([0]))
    lines += _allow_if(_FCNTL[column], 1, _is_one_of(_FCNTL_COMMANDS))
    if not calls.gpu:  # drivers have their own commands
        lines += _allow_if(_IOCTL[column], 1, _is_one_of(_IOCTL_COMMANDS))
    if not (calls.may_truncate or _landlock_version() >= _VERSION_WITH_TRUNCATE):
        lines += _refuse_if(_OPEN[column], 1, [(_ANY_BIT, 0, 0, os.O_TRUNC)])
        lines += _refuse_if(_OPENAT[column], 2, [(_ANY_BIT, 0, 0, os.O_TRUNC)])
    return [*lines, (_RETURN, 0, 0, _ALLOW)]


def _refuse(number: int, error: int) -> list[Instruction]:
    return [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _FAIL | error)]


def _is_one_of(values: Iterable[int]) -> list[Instruction]:
    return [(_EQUAL, 0, 0, value) for value in values]


def _allow_if(number: int | None, argument: int, tests: list[Instruction]) -> list[Instruction]:
    """Refuse a call unless one of `tests` is true for the low half of an argument."""
    return _decide(number, argument, tests, _ALLOW, _FAIL | _EPERM)


def _refuse_if(number: int | None, argument: int, tests: list[Instruction]) -> list[Instruction]:
    """Refuse a call if one of `tests` is true for the low half of an argument."""
    return _decide(number, argument, tests, _FAIL | _EPERM, _ALLOW)


def _decide(
    number: int | None, argument: int, tests: list[Instruction], if_true: int, if_false: int
) -> list[Instruction]:
    if number is None:
        return []
    # A test that is true jumps to the last instruction.
    jumping = [(code, len(tests) - at, 0, value) for at, (code, _, _, value) in enumerate(tests)]
    return [
        (_EQUAL, 0, len(tests) + 3, number),
        (_LOAD, 0, 0, _ARGUMENTS_AT + argument * _ARGUMENT_SIZE),
        *jumping,
        (_RETURN, 0, 0, if_false),
        (_RETURN, 0, 0, if_true),
    ]


def _of_machine(numbers: tuple[int | None, int | None]) -> int:
    return numbers[_MACHINES[platform.machine()][0]] or 0


def _landlock_version() -> int:
    """Return the version of Landlock's interface; 0 if it is not available."""
    try:
        return _call(_CREATE_RULESET, None, 0, _QUERY_VERSION)
    except OSError:
        return 0


def _call(number: int, *arguments: object) -> int:
    """Make a system call; raise OSError if it fails."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall.restype = ctypes.c_long
    result = int(libc.syscall(ctypes.c_long(number), *arguments))
    if result < 0:
        raise _error(f"system call {number}")
    return result


def _error(what: str) -> OSError:
    code = ctypes.get_errno()
    return OSError(code, f"{what}: {os.strerror(code)}")
