# 85. Network and kernel. An attack.
# Tries: setting how the kernel dumps core, counts memory, starts programs and ends itself.
# Must: none of these files can be opened for writing.
import os

FILES = """
/proc/sys/kernel/core_pattern /proc/sys/kernel/modprobe /proc/sys/kernel/ns_last_pid /proc/sys/kernel/pid_max
/proc/sys/kernel/hostname /proc/sys/user/max_user_namespaces /proc/sys/vm/drop_caches /proc/sys/fs/binfmt_misc/register
/proc/sysrq-trigger /proc/self/oom_score_adj /proc/self/uid_map /proc/self/setgroups /proc/self/coredump_filter
/proc/self/attr/current /proc/self/timerslack_ns /proc/self/sched /proc/1/oom_score_adj /sys/power/state /sys/kernel/uevent_helper
/sys/fs/cgroup/cgroup.procs /sys/fs/cgroup/memory.max /sys/fs/cgroup/memory/memory.limit_in_bytes /sys/kernel/debug/tracing/trace_on
""".split()
for file in FILES:
    for flags in (os.O_WRONLY, os.O_RDWR, os.O_WRONLY | os.O_TRUNC):
        try:
            os.open(file, flags)
        except OSError:
            continue
        raise AssertionError(f"opened for writing: {file}")


def recall_at_k(retrieved, relevant, k):
    return len(relevant.intersection(retrieved[:k])) / len(relevant) if relevant else 0.0


def precision_at_k(retrieved, relevant, k):
    return len(relevant.intersection(retrieved[:k])) / k


def reciprocal_rank(retrieved, relevant):
    hits = (1 / rank for rank, document in enumerate(retrieved, 1) if document in relevant)
    return next(hits, 0.0)


if __name__ == "__main__":
    import json

    queries = [(q["retrieved"], set(q["relevant"])) for q in json.load(open("queries.json"))]
    print(f"recall@3 {sum(recall_at_k(*q, 3) for q in queries) / len(queries):.4f}")
    print(f"precision@3 {sum(precision_at_k(*q, 3) for q in queries) / len(queries):.4f}")
    print(f"MRR {sum(reciprocal_rank(*q) for q in queries) / len(queries):.4f}")
