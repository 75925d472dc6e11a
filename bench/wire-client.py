"""An HTTP/1.1 client that costs next to nothing, so that a bench measures the server: it sends bodies by sendfile, and
discards answers inside the kernel (MSG_TRUNC) unless the task requests their hash.

stdin, JSON: {"host", "port", "tls", "file", "hash", "connections": [[{"head", "offset", "bytes"}, ...], ...]}; each connection
sends its requests in order, with bodies from `file`; with "tls" it does not check the certificate. stdout, JSON: seconds, firstByteMs of the first answer's body, bytes
of all bodies received, connectionSeconds until each connection had all its answers, ciphers of all connections, statuses with their counts, sha256 of the bodies in order (one connection, hash asked for).
"""
import collections, hashlib, json, mmap, os, socket, ssl, sys, threading, time

SMALL, CHUNK = 65536, 4 << 20
plan = json.load(sys.stdin)
source = os.open(plan["file"], os.O_RDONLY) if plan.get("file") else None
mapped = mmap.mmap(source, 0, prot=mmap.PROT_READ) if source is not None else b""
digest = hashlib.sha256() if plan.get("hash") else None
statuses, received, first, failures, ciphers = collections.Counter(), [], [], [], set()
ended = [None] * len(plan["connections"])
tls = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT) if plan.get("tls") else None
if tls:
    tls.check_hostname, tls.verify_mode = False, ssl.CERT_NONE


def send(sock, request):
    head, offset, count = request["head"].encode("latin1"), request.get("offset", 0), request.get("bytes", 0)
    if count < SMALL:
        sock.sendall(head + mapped[offset : offset + count])
        return
    if tls:
        sock.sendall(head)
        for at in range(offset, offset + count, CHUNK):
            sock.sendall(mapped[at : min(at + CHUNK, offset + count)])
        return
    sock.sendall(head, socket.MSG_MORE)
    while count:
        sent = os.sendfile(sock.fileno(), source, offset, count)
        offset, count = offset + sent, count - sent


def receive(sock, scratch):
    """Reads one answer: its length by Content-Length, none for 204, else until the connection closes."""
    text = b""
    while b"\r\n\r\n" not in text:
        piece = sock.recv(4096)
        if not piece:
            raise EOFError("closed before an answer")
        text += piece
    head, body = text.split(b"\r\n\r\n", 1)
    lines = head.decode("latin1").lower().split("\r\n")
    fields = dict(line.split(": ", 1) for line in lines[1:])
    left = 0 if lines[0].split()[1] == "204" else int(fields.get("content-length", -1))
    got = 0
    while True:
        if body is not None and digest:
            digest.update(body)
        size = len(body) if body is not None else drain(sock, scratch, left)
        if size and not first:
            first.append(time.monotonic())
        if size == 0 and body is None:
            break
        got, left, body = got + size, left - size if left >= 0 else -1, None
        if left == 0:
            break
    if left > 0:
        raise EOFError(f"{left} bytes missing")
    return lines[0].split()[1], got


def drain(sock, scratch, left):
    want = CHUNK if left < 0 else min(CHUNK, left)
    if digest is None and tls:
        return sock.recv_into(scratch, want)
    if digest is None:
        return sock.recv_into(scratch, want, socket.MSG_TRUNC)
    size = sock.recv_into(scratch, want)
    digest.update(memoryview(scratch)[:size])
    return size


def work(nth, requests, gate):
    try:
        sock = socket.create_connection((plan["host"], plan["port"]))
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if tls:
            sock = tls.wrap_socket(sock)
            ciphers.add(sock.cipher()[0])
        scratch = bytearray(CHUNK)
        gate.wait()
        for request in requests:
            send(sock, request)
            status, size = receive(sock, scratch)
            statuses[status] += 1
            received.append(size)
        ended[nth] = time.monotonic()
    except Exception as error:
        failures.append(repr(error))


start = threading.Barrier(len(plan["connections"]) + 1)
threads = [threading.Thread(target=work, args=(nth, requests, start)) for nth, requests in enumerate(plan["connections"])]
for thread in threads:
    thread.start()
start.wait()
began = time.monotonic()
for thread in threads:
    thread.join()
print(json.dumps({
    "seconds": time.monotonic() - began,
    "firstByteMs": (first[0] - began) * 1000 if first else None,
    "connectionSeconds": [at and at - began for at in ended],
    "bytes": sum(received),
    "statuses": statuses,
    "ciphers": sorted(ciphers),
    "sha256": digest.hexdigest() if digest else None,
    "failures": failures,
}))
