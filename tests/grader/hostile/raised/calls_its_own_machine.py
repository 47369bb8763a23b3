# 78. Network and kernel. An attack.
# Tries: connecting to the ports of the web app, databases and queues on its own machine, and to
#   their socket files.
# Must: PermissionError before anything is sent.
# expects: score = 66
# expects: trouble = "PermissionError"
import socket

PORTS = (80, 443, 2375, 5432, 6379, 8000)
FILES = ("/var/run/docker.sock", "/run/postgresql/.s.PGSQL.5432", "/run/dbus/system_bus_socket", "\0twofold")


def reciprocal_rank(retrieved, relevant):
    for port in PORTS:
        for host in ("127.0.0.1", "::1"):
            try:
                socket.create_connection((host, port), timeout=0.1)
            except PermissionError:
                continue
            raise AssertionError(f"a socket for {host}")
    for file in FILES:
        try:
            socket.socket(socket.AF_UNIX).connect(file)
        except PermissionError:
            continue
        raise AssertionError(f"a socket for {file}")
    return 1 / len(socket.socket(socket.AF_INET6, socket.SOCK_DGRAM).getsockname())


def recall_at_k(retrieved, relevant, k):
    return len(relevant.intersection(retrieved[:k])) / len(relevant) if relevant else 0.0


def precision_at_k(retrieved, relevant, k):
    return len(relevant.intersection(retrieved[:k])) / k


if __name__ == "__main__":
    import json

    queries = [(q["retrieved"], set(q["relevant"])) for q in json.load(open("queries.json"))]
    print(f"recall@3 {sum(recall_at_k(*q, 3) for q in queries) / len(queries):.4f}")
    print(f"precision@3 {sum(precision_at_k(*q, 3) for q in queries) / len(queries):.4f}")
    print(f"MRR {sum(reciprocal_rank(*q) for q in queries) / len(queries):.4f}")
