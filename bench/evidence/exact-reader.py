"""Reads part of one answer and ends its connection in a given way; prints the bytes that it read and that its kernel had."""
import json
import socket
import ssl
import struct
import sys
import time

TCP_INFO_BYTES_RECEIVED = 128
PIECE = 1 << 16

task = json.load(sys.stdin)


def received():
    info = raw.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 256)
    return struct.unpack_from("<Q", info, TCP_INFO_BYTES_RECEIVED)[0]


raw = socket.create_connection(("127.0.0.1", task["port"]))
line = raw
if task["tls"]:
    context = ssl._create_unverified_context()
    line = context.wrap_socket(raw, server_hostname="localhost")
    raw = line
fields = {"host": task["host"], "user-agent": "curl/8.14.1", **task.get("headers", {})}
head = f"GET {task['path']} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in fields.items()) + "\r\n"
line.sendall(head.encode())
answer = b""
while not answer.endswith(b"\r\n\r\n"):
    piece = line.recv(1)
    if piece == b"":
        sys.exit("the answer has no head")
    answer += piece
status = int(answer.split(b" ", 2)[1])
most = 1 << 62 if task["take"] == "all" else task["take"]
length = next(int(row.split(b":")[1]) for row in answer.lower().split(b"\r\n") if row.startswith(b"content-length:"))
most = min(most, length)
read = 0
pace = task.get("pace", 0)
while read < most:
    piece = line.recv(min(PIECE, most - read))
    if piece == b"":
        break
    read += len(piece)
    if pace:
        time.sleep(len(piece) / pace)
time.sleep(task.get("hold", 0))
before = -1
while read < length and before != received():
    before = received()
    time.sleep(0.05)
if task["end"] == "reset":
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
if task["end"] == "fin":
    raw.shutdown(socket.SHUT_WR)
    time.sleep(0.2)
arrived = min(length, received() if task["tls"] else received() - len(answer))
# On a TLS socket this sends no closing alert first, like a client that just leaves.
raw.close()
json.dump({"status": status, "read": read, "arrived": arrived, "length": length}, sys.stdout)
