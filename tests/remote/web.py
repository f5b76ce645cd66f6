"""A web server with ranges, and one that returns wrong data, stalls, and truncates: /KIND/NAME.

usage: web.py [CERT KEY]

Prints its port. Data that is PUT below /put/ can be read again. A temporary failure counts by path,
so each test uses an object of its own.
"""
import collections
import hashlib
import base64
import http.server
import random
import ssl
import sys
import threading
import time

MIB = 1 << 20
kept, seen, asked = {}, collections.Counter(), collections.Counter()
lock = threading.Lock()


def content(name):
    """The bytes of an object: NAME ends in its size, "x-1000"."""
    size = int(name.rsplit("-", 1)[1])
    return random.Random(name).randbytes((size + 1) // 2).hex().encode()[:size]


def tag(body):
    return '"' + hashlib.sha1(body).hexdigest() + '"'


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def head(self, status, length, **headers):
        self.send_response(status)
        if length is not None:
            self.send_header("Content-Length", str(length))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()

    def say(self, status, text="", **headers):
        body = text.encode()
        self.head(status, len(body), **headers)
        if self.command != "HEAD":
            self.wfile.write(body)

    def range(self, size):
        """(first, last) of the requested range, None without one."""
        text = self.headers.get("Range")
        if text is None:
            return None
        first, last = text.removeprefix("bytes=").split("-")
        return int(first), min(int(last or size - 1), size - 1)

    def send(self, body, shift=0, etag=None, total=None, **headers):
        etag = etag or tag(body)
        if self.headers.get("If-Match", etag) != etag:
            return self.say(412)
        asked_for = self.range(len(body))
        if asked_for is None:
            self.head(200, len(body), ETag=etag, **headers)
            return self.command == "HEAD" or self.wfile.write(body)
        first, last = asked_for
        if first >= len(body):
            return self.say(416, Content_Range=f"bytes */{len(body)}")
        part = body[first:last + 1]
        self.head(206, len(part), ETag=etag, **headers,
                  Content_Range=f"bytes {first + shift}-{last + shift}/{total or len(body)}")
        return self.command == "HEAD" or self.wfile.write(part)

    def turn(self):
        with lock:
            seen[self.path] += 1
            return seen[self.path]

    def do_GET(self):
        kind, _, name = self.path.split("?")[0].strip("/").partition("/")
        with lock:
            asked[name] += 1
        try:
            getattr(self, "at_" + kind, self.missing)(name)
        except (BrokenPipeError, ConnectionResetError, ssl.SSLError):
            self.close_connection = True

    do_HEAD = do_GET

    def do_PUT(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        kind, _, name = self.path.strip("/").partition("/")
        said = self.headers.get("Content-MD5")
        if base64.b64encode(hashlib.md5(body).digest()).decode() != said:
            return self.say(400, "its MD5 differs")
        if kind == "refuse":
            return self.say(403, "not here")
        if kind == "busyput" and self.turn() < 3:
            return self.say(503)
        kept[name] = body
        return self.say(201)

    def do_DELETE(self):
        gone = kept.pop(self.path.strip("/").partition("/")[2], None)
        self.say(404 if gone is None else 204)

    def missing(self, name):
        self.say(404, "nothing here")

    def at_asked(self, name):
        self.say(200, str(asked[name] - 1))

    def at_put(self, name):
        self.send(kept[name]) if name in kept else self.missing(name)

    def at_plain(self, name):
        self.send(content(name))

    def at_summed(self, name):
        body = content(name)
        sum_ = base64.b64encode(hashlib.md5(body).digest()).decode()
        self.send(body, x_goog_hash=f"md5={sum_}")

    def at_damaged(self, name):
        body = bytearray(content(name))
        sum_ = base64.b64encode(hashlib.md5(body).digest()).decode()
        body[len(body) // 2] ^= 1
        self.send(bytes(body), x_goog_hash=f"md5={sum_}")

    def at_noranges(self, name):
        body = content(name)
        self.head(200, len(body))
        self.wfile.write(body)

    def at_nosize(self, name):
        body = content(name)
        self.close_connection = True
        self.head(200, None, Connection="close")
        self.wfile.write(body)

    def at_busy(self, name):
        self.send(content(name)) if self.turn() > 2 else self.say(503, "later", Retry_After="0")

    def at_failing(self, name):
        self.say(500, "out of order")

    # The first answer for each range is truncated in its middle.
    def at_cut(self, name):
        body = content(name)
        first, last = self.range(len(body)) or (0, len(body) - 1)
        with lock:
            seen[name, first] += 1
            turn = seen[name, first]
        if turn > 1:
            return self.send(body)
        self.head(206, last - first + 1, ETag=tag(body),
                  Content_Range=f"bytes {first}-{last}/{len(body)}")
        self.wfile.write(body[first:(first + last) // 2])
        self.wfile.flush()
        self.connection.close()
        self.close_connection = True

    def at_lying(self, name):
        self.close_connection = True
        self.head(200, 10 * len(content(name)))
        self.wfile.write(content(name))

    def at_endless(self, name):
        self.close_connection = True
        self.head(206, None, Content_Range="bytes 0-999/1000", Connection="close")
        for _ in range(1 << 14):
            self.wfile.write(b"x" * (1 << 16))

    def at_headers(self, name):
        self.send_response(200)
        for i in range(100_000):
            self.send_header(f"x-{i}", "y" * 100)
            if i % 100 == 0:
                self.flush_headers()
        self.end_headers()

    def at_loop(self, name):
        self.say(302, Location=self.path)

    def at_hop(self, name):
        self.say(302, Location="/plain/" + name)

    def at_file(self, name):
        self.say(302, Location="file:///etc/hostname")

    def at_other(self, name):
        self.send(content(name), shift=5)

    def at_growing(self, name):
        body = content(name)
        self.send(body, total=len(body) + self.turn(), etag='"one"')

    # Another object from the third answer on; requests for the old one get an error.
    def at_changing(self, name):
        turn = self.turn()
        self.send(content(name), etag='"old"' if turn < 3 else '"new"')

    # The same, of a server that ignores the condition of the request.
    def at_careless(self, name):
        etag = '"old"' if self.turn() < 3 else '"new"'
        del self.headers["If-Match"]
        self.send(content(name), etag=etag)

    def at_drip(self, name):
        body = content(name)
        self.head(206, len(body), Content_Range=f"bytes 0-{len(body) - 1}/{len(body)}")
        for byte in body:
            self.wfile.write(bytes([byte]))
            self.wfile.flush()
            time.sleep(0.05)

    def at_silent(self, name):
        time.sleep(20)

    def at_garbage(self, name):
        self.close_connection = True
        self.wfile.write(b"\x00\xff this is no HTTP \r\n\r\n")

    def at_escape(self, name):
        self.say(403, "\x1b[2Jred\x07" + "long " * 1000)

    def at_echo(self, name):
        self.say(403, "you said " + str(self.headers))


class Server(http.server.ThreadingHTTPServer):
    request_queue_size = 64
    daemon_threads = True

    def handle_error(self, *_):  # aborted connections are part of the test
        pass


if __name__ == "__main__":
    server = Server(("127.0.0.1", 0), Handler)
    if len(sys.argv) > 2:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[1], sys.argv[2])
        server.socket = context.wrap_socket(server.socket, server_side=True,
                                            do_handshake_on_connect=False)
    print(server.server_port, flush=True)
    server.serve_forever()
