"""The submission that the probe hands in: it tries what learner code must be refused, and says
what happened.

Only its text is used here; it runs inside the sandbox as any other submission does. A function
answers with the name of the error that it met, with "done" where nothing stood in its way, or with
a value.
"""

SOURCE = r'''
import ctypes
import errno
import importlib
import json
import os
import random
import resource
import signal
import sys
import threading
import time

libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
page = ctypes.create_string_buffer(4096)


def name(number):
    return errno.errorcode.get(number, str(number))


def attempt(action, *arguments):
    try:
        action(*arguments)
    except OSError as error:
        return name(error.errno)
    return "done"


def together(outcomes):
    """One word where all labels met the same; otherwise every word with its labels."""
    labels = {}
    for label, outcome in outcomes:
        labels.setdefault(outcome, []).append(str(label))
    if len(labels) == 1:
        return outcome
    return "; ".join(f"{outcome}: {' '.join(each[:9])}" for outcome, each in labels.items())


# Files

def read(path):
    def action():
        with open(path.format(parent=os.getppid()), "rb", buffering=0) as file:
            file.read(1)
    return attempt(action)


def change(path):
    return attempt(lambda: os.close(os.open(path, os.O_RDWR)))


def create(path):
    seen = attempt(lambda: os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)))
    attempt(os.unlink, path)
    return seen


def descriptors():
    return " ".join(str(each) for each in range(256) if attempt(os.fstat, each) == "done")


# System calls by number: an integer is itself, text is a path, None is a cleared page

def word(argument):
    if argument == "parent":
        return ctypes.c_long(os.getppid())
    if argument == "self":
        return ctypes.c_long(os.getpid())
    if argument is None:
        return page
    return argument.encode() if isinstance(argument, str) else ctypes.c_long(argument)


def call(number, arguments):
    ctypes.memset(page, 0, 4096)
    result = libc.syscall(ctypes.c_long(number), *[word(each) for each in arguments])
    return "done" if result >= 0 else name(ctypes.get_errno())


def calls(attempts):
    # 50 is something of this process's own, so that no owner stands in the way.
    own = os.pipe()
    os.dup2(own[1], 50)
    try:
        return together((label, call(number, arguments)) for label, number, arguments in attempts)
    finally:
        for each in (*own, 50):
            attempt(os.close, each)


def spawn(number, arguments):
    result = libc.syscall(ctypes.c_long(number), *[word(each) for each in arguments])
    if result == 0:
        libc._exit(0)
    return "done" if result >= 0 else name(ctypes.get_errno())


def spawns(attempts):
    return together((label, spawn(number, arguments)) for label, number, arguments in attempts)


def fork():
    def action():
        if os.fork() == 0:
            os._exit(0)
    return attempt(action)


def program(path):
    import subprocess
    return together([
        ("subprocess", attempt(subprocess.run, [path])),
        ("posix_spawn", attempt(os.posix_spawn, path, [path], {})),
        ("exec", attempt(os.execv, path, [path])),
    ])


def sockets(number, families, kinds):
    return together(
        (f"{family}/{kind}", call(number, [family, kind, 0]))
        for family in families
        for kind in kinds
    )


def signals():
    return together([
        ("kill", attempt(os.kill, os.getpid(), 0)),
        ("everybody", attempt(os.kill, -1, 0)),
        ("group", attempt(os.killpg, os.getpgrp(), 0)),
        ("thread", attempt(signal.pthread_kill, threading.get_ident(), 0)),
    ])


def machine_code(code):
    import mmap
    memory = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    memory.write(bytes.fromhex(code))
    address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    ctypes.CFUNCTYPE(ctypes.c_int)(address)()
    return "done"


# Limits

def limits():
    names = ("FSIZE", "CORE", "NOFILE", "MEMLOCK", "MSGQUEUE")
    pairs = {each: resource.getrlimit(getattr(resource, f"RLIMIT_{each}")) for each in names}
    return " ".join(f"{each}={soft}" for each, (soft, hard) in pairs.items() if soft == hard)


def fill_descriptors():
    held = []
    try:
        return attempt(lambda: [held.extend(os.pipe()) for _ in range(100)])
    finally:
        for each in held:
            os.close(each)


def allocate(size):
    return len(bytes(size))


def map_memory(size):
    import mmap
    return attempt(mmap.mmap, -1, size)


def long_text(size):
    return "x" * size


def flood(size):
    line = "x" * 1023
    for _ in range(size // 1024):
        print(line)
    return "done"


def loop():
    while True:
        pass


def wait():
    time.sleep(3600)


def crowd(size):
    threading.stack_size(65_536)
    for _ in range(size):
        threading.Thread(target=wait, daemon=True).start()
    wait()


def flood_for_ever():
    while True:
        print("x" * 1023)


# Honest work

def add(left, right):
    return left + right


def thread():
    found = []
    worker = threading.Thread(target=lambda: found.append("done"))
    worker.start()
    worker.join()
    return found[0]


def imports(names):
    for each in names:
        importlib.import_module(each)
    return "done"


def dice():
    return random.random()


def lock_down():
    asked = (("dumpable", 3), ("no-new-privileges", 39), ("seccomp", 21))
    return " ".join(f"{what}={libc.prctl(option, 0, 0, 0, 0)}" for what, option in asked)


def surroundings():
    given = " ".join(f"{key}={value}" for key, value in sorted(os.environ.items()))
    return f"{given} randomized={sys.flags.hash_randomization}"


if __name__ == "__main__":
    with open("queries.json", encoding="utf-8") as file:
        print("total", sum(json.load(file)))
'''
